/** A range of addresses in the one spelling of its network: `203.0.113.7/24` is `203.0.113.0/24`. Other texts stay. */
export function plainRange(text: string): string {
  const [, address = '', length] = /^(.+)\/(\d+)$/.exec(text.trim().toLowerCase()) ?? [];
  if (length === undefined) return text;
  const groups = address.includes(':') ? groupsOf(address) : address.split('.').map(Number);
  const width = address.includes(':') ? 16 : 8;
  if (groups === undefined || groups.some((group) => !(group >= 0 && group < 2 ** width))) return text;
  const masked = groups.map((group, index) => {
    const kept = Math.min(width, Math.max(0, Number(length) - index * width));
    return group - (group % 2 ** (width - kept));
  });
  return `${masked.map((group) => group.toString(width === 16 ? 16 : 10)).join(width === 16 ? ':' : '.')}/${Number(length)}`;
}

/** The eight groups of an IPv6 address; `undefined` for a text that is none, or that ends in IPv4. */
function groupsOf(address: string): number[] | undefined {
  const [head = '', tail, ...more] = address.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const given = [...(left ?? []), ...(right ?? [])];
  const missing = 8 - given.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  if (given.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return [...(left ?? []), ...Array<string>(missing).fill('0'), ...(right ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
}
