import type * as Plus from 'cdk8s-plus-28';

/** The optional package that this part of the library is built on. @throws Error that says how to install it */
function load(): typeof Plus {
  try {
    return require('cdk8s-plus-28') as typeof Plus;
  } catch (error) {
    // Anything else went wrong inside of the package.
    if ((error as { readonly code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      'sostackit/plus needs the package cdk8s-plus-28, which is not installed: npm install cdk8s-plus-28',
      {
        cause: error,
      },
    );
  }
}

/** cdk8s-plus-28. */
export const kplus = load();
