import type * as Plus from 'cdk8s-plus-28';

/** The optional package that this part of the library is built on. @throws Error that says how to install it */
function load(): typeof Plus {
  try {
    return require('cdk8s-plus-28') as typeof Plus;
  } catch (cause) {
    // Something else went wrong, such as a package that this one needs and does not find.
    if (isInstalled()) throw cause;
    const message = 'sostackit/plus needs the package cdk8s-plus-28, which is not installed: npm install cdk8s-plus-28';
    throw new Error(message, { cause });
  }
}

function isInstalled(): boolean {
  try {
    return require.resolve('cdk8s-plus-28/package.json') !== '';
  } catch {
    return false;
  }
}

/** cdk8s-plus-28. */
export const kplus = load();
