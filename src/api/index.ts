export * from './cluster';
export * from './common';
export * from './image';
export * from './kinds';
export * from './network';
export * from './node-pool';
export * from './server';
export * from './volume';
