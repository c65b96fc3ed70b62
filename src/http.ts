/** Header names in lower case; a repeated header is joined by `, `. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** One HTTP request, the same for a socket and for an in-process handler. */
export interface HttpRequest {
  readonly method: string;
  /** Path with the query, starting with `/`. */
  readonly path: string;
  readonly headers: HttpHeaders;
  /** Absent for a request without a body. A stream is read once. */
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
  /** Aborts the request, and the reading of its response's body. */
  readonly signal?: AbortSignal;
}

/** One HTTP response. The body is a stream and has to be read to its end or canceled through the request's signal. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Carries a request to one server and brings its response. Rejects when no response came: the connection was refused or
 * reset, or a time-out struck. This is where tests put faults in.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** A body of zero or one chunk. */
export async function* bodyOf(content?: string | Buffer): AsyncIterable<Buffer> {
  if (content !== undefined && content.length > 0) yield typeof content === 'string' ? Buffer.from(content) : content;
}

/** Reads a body to its end. */
export async function readBody(body: HttpRequest['body']): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
