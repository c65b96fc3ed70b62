import { createHash } from 'node:crypto';
import type { Server } from '../../src/stackit';
import type { CloudObject } from '../engine/kind';
import { withLabels } from './cloud';

/** A server as it is kept: its user data only as a digest, since it is a secret and can be tens of MB over all servers. */
export type CloudServer = Server & CloudObject & { readonly userDataDigest?: string };

/** STACKIT takes and gives user data as base64 of the UTF-8 bytes. */
export function encoded(userData: string): string {
  return Buffer.from(userData, 'utf8').toString('base64');
}

/** Digest of user data in base64. The bytes count, not how they were encoded. */
export function digestOf(base64: string): string {
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
}

/** Takes the user data out. */
export function withoutUserData(seen: Server): CloudServer {
  const { userData, ...rest } = seen;
  const object: CloudServer = withLabels(rest as Server);
  return userData ? Object.assign(object, { userDataDigest: digestOf(userData) }) : object;
}
