/**
 * What STACKIT's IaaS API demands of texts beyond what the CRDs check: the CRDs admit all that the Go operator's admit, so
 * constructs refuse such texts at synth and the provider answers them with a condition. Each function returns what would be
 * allowed when `text` is not, else `undefined`. All run in linear time.
 */
export type TextRule = (text: string) => string | undefined;

const alphanumeric = /^[A-Za-z0-9]$/;

function enclosedByAlphanumerics(text: string): boolean {
  return alphanumeric.test(text.charAt(0)) && alphanumeric.test(text.charAt(text.length - 1));
}

/** Name of a network, volume or image: IaaS `GenericName`. */
export const genericName: TextRule = (text) =>
  text.length <= 127 && /^[A-Za-z0-9 /._-]+$/.test(text) && enclosedByAlphanumerics(text)
    ? undefined
    : '1 to 127 ASCII letters, digits, blanks and / . _ -, with a letter or digit at both ends';

/** Name of a server: IaaS `ServerName`, a host name. */
export const serverName: TextRule = (text) =>
  text.length <= 63 && text.split('.').every((part) => /^[A-Za-z0-9-]+$/.test(part) && enclosedByAlphanumerics(part))
    ? undefined
    : 'a host name of up to 63 characters: ASCII letters, digits and - (not at an end), in parts joined by dots';

/** Name of an SSH key pair: IaaS `KeyPairName`. */
export const keypairName: TextRule = (text) =>
  text.length <= 127 && /^[A-Za-z0-9@._-]+$/.test(text) ? undefined : '1 to 127 ASCII letters, digits and @ . _ -';

/** Key of a label in STACKIT. Unlike in Kubernetes there is no prefix with a slash. */
export const labelKey: TextRule = (text) => {
  if (text.startsWith('stackit-')) return 'a key that does not begin with stackit-, which STACKIT reserves';
  if (text.startsWith('sostackit-'))
    return 'a key that does not begin with sostackit-, by which the provider knows its objects';
  return text.length <= 63 && /^[A-Za-z0-9._-]+$/.test(text) && enclosedByAlphanumerics(text)
    ? undefined
    : '1 to 63 ASCII letters, digits and - _ . (no /), with a letter or digit at both ends';
};

/** Value of a label in STACKIT. */
export const labelValue: TextRule = (text) =>
  text === '' || (text.length <= 63 && /^[A-Za-z0-9._-]+$/.test(text) && enclosedByAlphanumerics(text))
    ? undefined
    : 'up to 63 ASCII letters, digits and - _ ., with a letter or digit at both ends';

/** An ID in STACKIT. */
export const uuid: TextRule = (text) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
    ? undefined
    : 'a UUID in lower case, such as 012d2f5b-ee00-4700-9bea-cdabf0e1bfa8';

/** Longest user data that is sent, in bytes of its base64 text. STACKIT publishes no figure; OpenStack takes 65,535. */
export const USER_DATA_LIMIT = 65_535;

/** Greatest size of a volume, in GB. */
export const VOLUME_SIZE_LIMIT = 16_000;
