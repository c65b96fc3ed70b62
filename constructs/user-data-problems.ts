import { USER_DATA_LIMIT } from '../src/api/rules';
import type { OwnProblem } from './problem';

const FIELD = 'spec.userData';
const MARKED = /^#(!|cloud-config\b)/;

function isEncoded(text: string): boolean {
  const compact = text.replace(/\s+/g, '');
  if (compact.length < 4 || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return false;
  const decoded = Buffer.from(compact, 'base64');
  const gzip = decoded[0] === 0x1f && decoded[1] === 0x8b;
  return gzip || /^(#|Content-Type:|MIME-Version:|From )/i.test(decoded.subarray(0, 32).toString('latin1'));
}

/** What would keep cloud-init from doing what user data in plain text says. */
export function userDataProblems(text: string): OwnProblem[] {
  const problems: OwnProblem[] = [];
  const report = (allowed: string) => problems.push({ field: FIELD, given: text, allowed });
  if (text.startsWith('\ufeff')) report('text without a byte order mark');
  if (/^\s+/.test(text) && MARKED.test(text.trimStart())) {
    report('text whose first characters are #! or #cloud-config, without a blank or an empty line before');
  }
  if (/\r\n|^[^\n]*\r/.test(text) && MARKED.test(text.trimStart())) {
    report('line ends without a carriage return (\\n, not \\r\\n)');
  }
  if (isEncoded(text)) report('plain text; the provider encodes it');
  const encoded = Math.ceil(Buffer.byteLength(text) / 3) * 4;
  if (encoded > USER_DATA_LIMIT) {
    report(`at most ${USER_DATA_LIMIT} bytes of base64 text; this gives ${encoded}`);
  }
  return problems;
}
