import type { AnyKind } from '../engine/kind';
import { cluster } from './cluster';
import { image } from './image';
import { network } from './network';
import { server } from './server';
import { volume } from './volume';

/** Every kind that the provider reconciles. */
export const kinds: readonly AnyKind[] = [network, image, volume, server, cluster];
