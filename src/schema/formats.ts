import { isIP, isIPv4, isIPv6 } from 'node:net';

const HOSTNAME =
  /^([a-zA-Z0-9_]([a-zA-Z0-9-_]{0,61}[a-zA-Z0-9_])?)(\.[a-zA-Z0-9_]([a-zA-Z0-9-_]{0,61}[a-zA-Z0-9_])?)*\.?$/;

/** Checks of the string formats that the API server checks; it ignores those that it does not know, and so do we. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  datetime: (text) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    isTime(text.slice(11)),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
  duration: (text) =>
    /^[+-]?(0|(\d+(\.\d*)?|\.\d+) ?(ns|us|µs|ms|s|m|h|d|w)( ?(\d+(\.\d*)?|\.\d+) ?(ns|us|µs|ms|s|m|h|d|w))*)$/.test(
      text,
    ),
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  mac: (text) => /^([0-9a-f]{2}([:-]))([0-9a-f]{2}\2){4}[0-9a-f]{2}$/i.test(text),
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text),
  hostname: (text) => text.length <= 255 && HOSTNAME.test(text),
  email: (text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text),
  uri: (text) => /^\//.test(text) || URL.canParse(text),
};

/** Whether a text has a format; any text has a format that nobody knows. */
export function hasFormat(text: string, format: string): boolean {
  return FORMATS[normalized(format)]?.(text) ?? true;
}

/** Whether the API server knows a format of texts. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(FORMATS, normalized(format));
}

function normalized(format: string): string {
  return format.replaceAll('-', '');
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  const [hours = 0, minutes = 0] = text.split(':').map((part) => Number.parseInt(part, 10));
  const seconds = Number(/^\d{2}:\d{2}:(\d{2})/.exec(text)?.[1] ?? 0);
  return hours < 24 && minutes < 60 && seconds < 60;
}

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return rest.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= bits;
}
