/** What is read from a token; nothing is verified, that is the server's business. */
export interface TokenClaims {
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly iat?: number;
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: unknown;
}

/** The claims of a JWT, or undefined when it is none. */
export function readClaims(token: string): TokenClaims | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    return claims !== null && typeof claims === 'object' ? numeric(claims) : undefined;
  } catch {
    return undefined;
  }
}

function numeric(claims: object): TokenClaims {
  const { exp, iat, ...rest } = claims as Record<string, unknown>;
  return {
    ...rest,
    ...(typeof exp === 'number' ? { exp } : {}),
    ...(typeof iat === 'number' ? { iat } : {}),
  };
}
