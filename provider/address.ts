/** Where to listen. No host means all interfaces. */
export interface Address {
  readonly host?: string;
  readonly port: number;
}

/** Reads `host:port`, `:port` or `[ipv6]:port`; `off` for `0` and nothing; undefined when it is none of these. */
export function parseAddress(text: string): Address | 'off' | undefined {
  if (text === '' || text === '0') return 'off';
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([^\s:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) return undefined;
  const host = match[1] ?? match[2];
  return host ? { host, port } : { port };
}
