import type { Seen } from './schemas';

/** A project; `areaId` is a UUID for projects in a network area, else `PUBLIC` or `SCHWARZ`. */
export type Project = Seen<'Project'>;
/** Limits and usage per sort of object. */
export type Quotas = Seen<'QuotaListResponse'>;
/** What became of a request, by its `X-Request-Id`. */
export type ProjectRequest = Seen<'Request'>;
