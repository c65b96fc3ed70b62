import type { components } from './generated/iaas';
import type { Answered, Replace, Sent } from './open';

type Schemas = components['schemas'];
type SchemaName = keyof Schemas;

/** Labels as they come back. Keys `[A-Za-z0-9_.-]`, at most 63 characters; the prefix `stackit-` is reserved. */
export type Labels = Record<string, string>;

/** Labels in a PATCH: what is absent stays, `null` removes the key. */
export type LabelChanges = Readonly<Record<string, string | null | undefined>>;

/** An object as STACKIT answers it. */
export type Seen<Name extends SchemaName> = Answered<Schemas[Name]>;

/** An object of STACKIT that has an ID; `id` is checked when it is created. */
export type SeenResource<Name extends SchemaName> = Replace<Seen<Name>, { id: string; labels?: Labels }>;

/** A payload to be sent. */
export type Payload<Name extends SchemaName> = Sent<Schemas[Name]>;
