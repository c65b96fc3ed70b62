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

/** Label of a Kubernetes object that names the composite it is part of. */
export const COMPOSITE_LABEL = `${API_GROUP}/composite`;

/** Label, common to Kubernetes tools, that names the application an object is part of. */
export const PART_OF_LABEL = 'app.kubernetes.io/part-of';
