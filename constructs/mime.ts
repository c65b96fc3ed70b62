import { createHash } from 'node:crypto';

/** One part of a MIME message. */
export interface MimePart {
  readonly text: string;
  readonly type: string;
  readonly filename: string;
}

/** Longest line that a message may have without an encoding (RFC 5322). */
const LONGEST_LINE = 998;

/** A `multipart/mixed` message. The same parts give the same text. */
export function multipartText(parts: readonly MimePart[]): string {
  const boundary = boundaryOf(parts);
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    'MIME-Version: 1.0',
    '',
    ...parts.map((part) => `--${boundary}\n${partText(part)}`),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function partText({ text, type, filename }: MimePart): string {
  const plain = /^[\t\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= LONGEST_LINE);
  return [
    `Content-Type: ${type}; charset="${plain ? 'us-ascii' : 'utf-8'}"`,
    'MIME-Version: 1.0',
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'base64'}`,
    `Content-Disposition: attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    '',
    plain
      ? text
      : (
          Buffer.from(text, 'utf8')
            .toString('base64')
            .match(/.{1,76}/g) ?? []
        ).join('\n'),
  ].join('\n');
}

/** Text that no part holds, made of the parts so that it is the same whenever they are. */
function boundaryOf(parts: readonly MimePart[]): string {
  let boundary = '';
  do {
    boundary = `===${createHash('sha256')
      .update(JSON.stringify([boundary, parts]))
      .digest('hex')
      .slice(0, 24)}===`;
  } while (parts.some(({ text }) => text.includes(boundary)));
  return boundary;
}
