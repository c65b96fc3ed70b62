import type { TextRule } from '../src/api/rules';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SEGMENT = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const isSubdomain = (text: string) => text.length <= 253 && SUBDOMAIN.test(text);

/** `metadata.name` of a custom resource: a DNS subdomain. */
export const objectName: TextRule = (text) =>
  isSubdomain(text)
    ? undefined
    : '1 to 253 of a-z, 0-9, - and ., with a letter or digit at both ends of each dotted part';

/** `metadata.namespace`: a DNS label. */
export const namespaceName: TextRule = (text) =>
  text.length <= 63 && LABEL.test(text) ? undefined : '1 to 63 of a-z, 0-9 and -, with a letter or digit at both ends';

/** Key of a label or an annotation: a name, optionally behind a DNS subdomain and a slash. */
export const metadataKey: TextRule = (text) => {
  const slash = text.indexOf('/');
  const segment = text.slice(slash + 1);
  return (slash < 0 || isSubdomain(text.slice(0, slash))) && segment.length <= 63 && SEGMENT.test(segment)
    ? undefined
    : 'a key of up to 63 letters, digits and - _ ., optionally behind a DNS name and a slash';
};

/** Value of a label in Kubernetes. */
export const metadataLabelValue: TextRule = (text) =>
  text === '' || (text.length <= 63 && SEGMENT.test(text))
    ? undefined
    : 'up to 63 letters, digits and - _ ., with a letter or digit at both ends';
