export { findResources, type HasSpec, type Synthesized, specOf } from './objects';
export { type Sandbox, type SandboxLook, type SandboxOptions, startSandbox } from './sandbox';
