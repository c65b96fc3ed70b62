import { KubeError } from '../kubernetes';
import { hasFinalizer, type Pass, patchObject } from './pass';

/** Sets our finalizer before the first call to STACKIT. Others' finalizers are left alone. */
export async function ensureFinalizer(pass: Pass): Promise<void> {
  const { kind, object } = pass;
  if (hasFinalizer(kind, object)) return;
  await patchObject(pass, [
    { op: 'test', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
    object.metadata.finalizers?.length
      ? { op: 'add', path: '/metadata/finalizers/-', value: kind.finalizer }
      : { op: 'add', path: '/metadata/finalizers', value: [kind.finalizer] },
  ]);
}

/** Takes our finalizer away, and only ours: the patch fails when anything has changed meanwhile, such as the ID of what was made late. */
export async function releaseFinalizer(pass: Pass): Promise<void> {
  const index = pass.object.metadata.finalizers?.indexOf(pass.kind.finalizer) ?? -1;
  if (index < 0) return;
  const path = `/metadata/finalizers/${index}`;
  try {
    await patchObject(pass, [
      { op: 'test', path: '/metadata/resourceVersion', value: pass.object.metadata.resourceVersion },
      { op: 'test', path, value: pass.kind.finalizer },
      { op: 'remove', path },
    ]);
  } catch (error) {
    if (!(error instanceof KubeError && error.status === 404)) throw error;
  }
}
