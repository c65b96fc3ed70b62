import { parse, parseAllDocuments } from 'yaml';
import { badRequest, notAcceptable, unsupportedMediaType } from './failure';
import { isFields } from './object';
import { PROTOBUF, readProtobuf } from './protobuf';

/** The form in which a client wants objects. */
export type Form = 'object' | 'table' | 'metadata' | 'discovery';

/** What to answer with. */
export interface Wanted {
  readonly form: Form;
  readonly yaml: boolean;
}

const offered = ['application/json', 'application/yaml'];

/**
 * Picks the first offer of an Accept header that this server can give.
 *
 * @throws Failure 406 when there is none, as for protobuf alone
 */
export function accepted(header: string | undefined): Wanted {
  const ranges = (header ?? '').trim() === '' ? ['*/*'] : (header ?? '').split(',');
  for (const range of ranges) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const values = new Map(parameters.map((text) => text.split('=', 2) as [string, string]));
    const form = formOf(values);
    if (form === undefined) continue;
    if (type === 'application/json' || type === '*/*' || type === 'application/*') return { form, yaml: false };
    if (type === 'application/yaml') return { form, yaml: true };
  }
  throw notAcceptable([...offered, 'application/json;as=Table', 'application/json;as=PartialObjectMetadata']);
}

function formOf(values: ReadonlyMap<string, string>): Form | undefined {
  const as = values.get('as');
  if (as === undefined) return 'object';
  if (as === 'Table' && values.get('g') === 'meta.k8s.io' && values.get('v') === 'v1') return 'table';
  if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') {
    return values.get('g') === 'meta.k8s.io' && values.get('v') === 'v1' ? 'metadata' : undefined;
  }
  if (as === 'APIGroupDiscoveryList' && values.get('g') === 'apidiscovery.k8s.io' && values.get('v') === 'v2')
    return 'discovery';
  return undefined;
}

/** The media type of a Content-Type header, without its parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Reads an object of a body in JSON or YAML, or one of the few that kubectl sends in protobuf.
 *
 * @throws Failure 415 for another type, 400 for text that is no object
 */
export function readObject(body: Buffer, type: string, kind: string): Record<string, unknown> {
  if (type === PROTOBUF) return readProtobuf(body);
  if (type !== '' && type !== 'application/json' && type !== 'application/yaml') {
    throw unsupportedMediaType([...offered, PROTOBUF]);
  }
  const text = body.toString();
  const refuse = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${shortened(text)})`);
  let value: unknown;
  try {
    value = type === 'application/yaml' ? readYaml(text) : JSON.parse(text);
  } catch (error) {
    throw refuse(
      `couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isFields(value)) throw refuse("couldn't get version/kind; json parse error: not an object");
  const options = kind === 'DeleteOptions';
  if (!options && (value.kind === undefined || value.kind === ''))
    throw refuse(`Object 'Kind' is missing in '${shortened(text)}'`);
  return value;
}

/**
 * Reads the body of a patch.
 *
 * @throws Failure 400 when it is no JSON (or YAML, where that is meant)
 */
export function readPatch(body: Buffer, yaml: boolean): unknown {
  try {
    return yaml ? readYaml(body.toString()) : JSON.parse(body.toString());
  } catch (error) {
    throw badRequest(
      `error decoding ${yaml ? 'YAML' : 'patch'}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Most clients send JSON as YAML, and reading it as JSON takes a hundredth of the time. */
function readYaml(text: string): unknown {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      // A flow mapping of YAML, then.
    }
  }
  const documents = parseAllDocuments(text);
  if (Array.isArray(documents) && documents.length > 1) throw new Error('the body holds more than one document');
  return parse(text, { schema: 'yaml-1.1', maxAliasCount: 100, logLevel: 'error' });
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
