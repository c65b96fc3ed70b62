export type { components } from './generated/iaas';
export type * from './image';
export type * from './network';
export type { OpenString } from './open';
export type * from './project';
export type { LabelChanges, Labels } from './schemas';
export type * from './server';
export type * from './volume';
