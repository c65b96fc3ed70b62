/** Name of the npm package, the command and the User-Agent. */
export const PACKAGE_NAME = 'sostackit';

/** API group of all kinds. The Go operator used the same group, so that its manifests apply unchanged. */
export const API_GROUP = 'compute.sostackit.dev';

/** The only served version of {@link API_GROUP}. */
export const API_VERSION = 'v1alpha1';

/** `apiVersion` of every object of ours. */
export const API_GROUP_VERSION = `${API_GROUP}/${API_VERSION}`;

/** Category under which `kubectl get stackit` lists every kind. */
export const API_CATEGORY = 'stackit';

/** Container image of the provider. */
export const IMAGE_NAME = 'sostackit/provider';
