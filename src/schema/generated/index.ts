// Made by `npm run generate` from src/api. Edit that instead.
import type { KindName } from '../../api';
import type { KindSchema } from '../types';
import { cluster } from './cluster';
import { image } from './image';
import { network } from './network';
import { server } from './server';
import { volume } from './volume';

/** Schema of each kind, by its name. */
export const schemas: Readonly<Record<KindName, KindSchema>> = {
  Network: network,
  Image: image,
  Volume: volume,
  Server: server,
  Cluster: cluster,
};
