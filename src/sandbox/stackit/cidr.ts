/** An IPv4 block: `start` is the network address as a number. */
export interface Block {
  readonly start: number;
  readonly length: number;
}

const OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** `undefined` for anything but four octets. */
export function parseAddress(text: string): number | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet))) return undefined;
  return octets.reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** `undefined` for what is no IPv4 CIDR, or one with host bits set. */
export function parseBlock(text: string): Block | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const start = parseAddress(address);
  if (start === undefined || rest.length > 0 || !/^(?:[12]?\d|3[0-2])$/.test(length)) return undefined;
  const block = { start, length: Number(length) };
  return start % sizeOf(block) === 0 ? block : undefined;
}

/** The CIDR with its host bits cleared; what is none stays as it is. */
export function withoutHostBits(text: string): string {
  const [address = '', length = ''] = text.split('/');
  const at = parseAddress(address);
  if (at === undefined || !/^\d{1,2}$/.test(length)) return text;
  const size = sizeOf({ length: Number(length) });
  return `${formatAddress(at - (at % size))}/${length}`;
}

export const formatBlock = ({ start, length }: Block): string => `${formatAddress(start)}/${length}`;
export const sizeOf = ({ length }: Pick<Block, 'length'>): number => 2 ** (32 - length);

export function overlap(left: Block, right: Block): boolean {
  return left.start < right.start + sizeOf(right) && right.start < left.start + sizeOf(left);
}
