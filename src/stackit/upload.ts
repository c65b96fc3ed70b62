import { type HttpResponse, readBody, type Transport } from '../http';
import { PACKAGE_NAME } from '../product';
import { parseErrorBody } from './error-body';
import { errorCode, errorText, StackitError } from './errors';
import { createHttpTransport, type HttpTransport, type ProxyOptions } from './http';

/** What is uploaded, and where to. */
export interface UploadOptions {
  /** The `uploadUrl` of the image: a secret that appears in no error. */
  readonly url: string;
  readonly body: Buffer | AsyncIterable<Buffer>;
  /** Bytes in the body; STACKIT takes no chunked encoding. */
  readonly size: number;
  readonly signal?: AbortSignal;
  /** Proxies for the connections of the upload's own. */
  readonly proxy?: ProxyOptions;
  /** Gives the transport to the host of the URL. @default connections of the upload's own */
  readonly connect?: (origin: string) => Transport;
  /** @default sostackit */
  readonly userAgent?: string;
}

/**
 * Puts the bytes of an image to its upload URL: raw, in one request, without a token (fact sheet §6.2). Any 2xx is success:
 * storages answer 200, 201 or 204. After any other end the image has to be deleted and registered anew, since the URL is given
 * once.
 *
 * @throws StackitError of class `transient` when no answer came, else `invalid`
 */
export async function uploadImage(options: UploadOptions): Promise<void> {
  const { url, body, size, signal, userAgent = PACKAGE_NAME } = options;
  if (!URL.canParse(url)) throw failure({ class: 'invalid', answer: 'is not a URL' });
  const { origin, pathname, search } = new URL(url);
  const secrets = [url, pathname, search, pathname + search];
  const own: HttpTransport | undefined =
    options.connect === undefined
      ? createHttpTransport({ origin, ...(options.proxy === undefined ? {} : { proxy: options.proxy }) })
      : undefined;
  let response: HttpResponse;
  let text: string;
  try {
    const transport = options.connect?.(origin) ?? (own as HttpTransport);
    response = await transport({
      method: 'PUT',
      path: pathname + search,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size), 'user-agent': userAgent },
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    text = (await readBody(response.body)).toString('utf8');
  } catch (error) {
    const answer = `got no answer: ${errorText(error)}`;
    throw failure({ class: 'transient', answer, code: errorCode(error), cause: error, secrets });
  } finally {
    await own?.close();
  }
  if (response.status >= 200 && response.status < 300) return;
  const { message, code } = parseErrorBody(text, secrets);
  const kind = response.status >= 500 ? 'transient' : response.status === 429 ? 'throttled' : 'invalid';
  const answer = isTooLarge(response.status, code) ? `${message}; upload URLs are meant for small images` : message;
  throw failure({ class: kind, status: response.status, answer, code, secrets });
}

function isTooLarge(status: number, code: string | undefined): boolean {
  return status === 413 || code === 'EntityTooLarge';
}

type Failure = Omit<ConstructorParameters<typeof StackitError>[0], 'operation' | 'method' | 'path'>;

function failure(details: Failure): StackitError {
  return new StackitError({ operation: 'UploadImage', method: 'PUT', path: 'upload URL', ...details });
}
