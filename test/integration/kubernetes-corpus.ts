/** One request and what a Kubernetes API answers to it. */
export interface Step {
  readonly method: string;
  /** `{ns}` is the namespace of the case, `{rv}` and `{uid}` those of the last object that was answered. */
  readonly path: string;
  readonly type?: string;
  readonly accept?: string;
  readonly body?: unknown;
  /** Status code and reason, such as `422 Invalid`. */
  readonly want: string;
  /** Text that the message holds. */
  readonly says?: string;
  /** Asked again for up to some seconds until this holds: for what controllers do. */
  readonly until?: (body: unknown) => boolean;
  /** Compare code and reason with the real server, not the whole answer. */
  readonly loose?: true;
}

/** A conversation in a namespace of its own. */
export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

const OURS = '/apis/compute.sostackit.dev/v1alpha1/namespaces/{ns}';
const PROJECT = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

type Body = Record<string, unknown>;
type More = Partial<Omit<Step, 'method' | 'path' | 'want'>>;

const step = (method: string, path: string, want: string, more: More = {}): Step => ({ method, path, want, ...more });
const get = (path: string, want = '200', more: More = {}) => step('GET', path, want, more);
const post = (path: string, body: unknown, want = '201', more: More = {}) =>
  step('POST', path, want, { body, ...more });
const put = (path: string, body: unknown, want = '200', more: More = {}) => step('PUT', path, want, { body, ...more });
const patch = (path: string, type: string, body: unknown, want = '200', more: More = {}) =>
  step('PATCH', path, want, { type, body, ...more });
const apply = (path: string, manager: string, body: unknown, want = '200', more: More = {}) =>
  patch(`${path}?fieldManager=${manager}`, APPLY, body, want, more);
const force = (path: string, manager: string, body: unknown, want = '200', more: More = {}) =>
  patch(`${path}?fieldManager=${manager}&force=true`, APPLY, body, want, more);
const remove = (path: string, want = '200', more: More = {}) => step('DELETE', path, want, more);

const ours = (kind: string, metadata: Body, spec: Body): Body => ({
  apiVersion: 'compute.sostackit.dev/v1alpha1',
  kind,
  metadata,
  spec,
});
const place = { projectId: PROJECT, region: 'eu01' };
const volume = (spec: Body = {}, metadata: Body = { name: 'a' }) =>
  ours('Volume', metadata, { ...place, availabilityZone: 'eu01-1', size: 10, ...spec });
const network = (spec: Body = {}, metadata: Body = { name: 'a' }) => ours('Network', metadata, { ...place, ...spec });
const image = (spec: Body = {}, metadata: Body = { name: 'a' }) => ours('Image', metadata, { ...place, ...spec });
const server = (spec: Body = {}, metadata: Body = { name: 'a' }) =>
  ours('Server', metadata, { ...place, machineType: 'c1.2', ...spec });
const VOLUMES = `${OURS}/volumes`;
const A = `${VOLUMES}/a`;

/** A kind that has what ours lack: keyed lists, sets, atomic maps, all bounds. */
export const widgets: Body = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wi'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
          { name: 'Tags', type: 'string', jsonPath: '.spec.tags', priority: 1 },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['name'],
                'x-kubernetes-validations': [
                  { rule: "self.name != 'bad'", message: 'bad name' },
                  { rule: '!has(self.size) || self.size != 7', messageExpression: "'not ' + self.name" },
                ],
                properties: {
                  name: { type: 'string', maxLength: 10, pattern: '^[a-z]+$' },
                  size: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
                  color: { type: 'string', enum: ['red', 'green'] },
                  fixed: {
                    type: 'string',
                    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed is immutable' }],
                  },
                  tags: {
                    type: 'array',
                    maxItems: 4,
                    items: { type: 'string' },
                    'x-kubernetes-list-type': 'set',
                  },
                  plain: { type: 'array', items: { type: 'string' } },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  frozen: {
                    type: 'object',
                    'x-kubernetes-map-type': 'atomic',
                    properties: { a: { type: 'string' }, b: { type: 'string' } },
                  },
                  active: { type: 'boolean' },
                  uuid: { type: 'string', format: 'uuid' },
                  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  port: { 'x-kubernetes-int-or-string': true },
                  nothing: { type: 'string', nullable: true },
                  nested: {
                    type: 'object',
                    properties: { deep: { type: 'string', default: 'x' }, b: { type: 'string' } },
                  },
                  parts: {
                    type: 'array',
                    maxItems: 3,
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['id'],
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: { id: { type: 'string' }, v: { type: 'integer' }, w: { type: 'integer' } },
                    },
                  },
                },
              },
              status: {
                type: 'object',
                properties: {
                  state: { type: 'string' },
                  conditions: {
                    type: 'array',
                    items: { type: 'object', properties: { type: { type: 'string' }, status: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const WIDGETS = '/apis/example.dev/v1/namespaces/{ns}/widgets';
const W = `${WIDGETS}/w`;
const widget = (spec: Body = {}, metadata: Body = { name: 'w' }): Body => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata,
  spec: { name: 'x', ...spec },
});
/** A configuration to apply: it has only what is given. */
const part = (spec: Body, metadata: Body = {}): Body => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata,
  spec,
});

const validation: Case[] = [
  {
    name: 'a volume is created with generation 1 and without the status it brings',
    steps: [post(VOLUMES, { ...volume(), status: { state: 'X' } })],
  },
  { name: 'a server gets its default', steps: [post(`${OURS}/servers`, server({ imageId: OTHER }))] },
  { name: 'a network is created', steps: [post(`${OURS}/networks`, network({ ipv4: { prefixLength: 24 } }))] },
  { name: 'an image is created', steps: [post(`${OURS}/images`, image({ diskFormat: 'raw', labels: { a: 'b' } }))] },
  {
    name: 'an image of an unknown format is refused',
    steps: [
      post(`${OURS}/images`, image({ diskFormat: 'vmdk' }), '422 Invalid', { says: 'Unsupported value: "vmdk"' }),
    ],
  },
  {
    name: 'a missing field is named',
    steps: [
      post(VOLUMES, volume({ availabilityZone: undefined }), '422 Invalid', {
        says: 'spec.availabilityZone: Required value',
      }),
    ],
  },
  {
    name: 'several problems are told at once',
    steps: [
      post(VOLUMES, volume({ size: 0, projectId: 'p', region: '' }), '422 Invalid', {
        says: 'spec.size in body should be greater than or equal to 1',
      }),
    ],
  },
  {
    name: 'a rule of the schema is checked',
    steps: [
      post(VOLUMES, volume({ source: { type: 'image' } }), '422 Invalid', {
        says: 'both type and id are needed',
      }),
    ],
  },
  {
    name: 'a wrong type is refused',
    steps: [post(VOLUMES, volume({ size: 'big' }), '422 Invalid', { says: 'must be of type integer' })],
  },
  {
    name: 'an object without a spec is taken as the schema has it',
    steps: [post(VOLUMES, { ...volume(), spec: undefined }, '201')],
  },
  { name: 'a null is dropped where the schema knows none', steps: [post(VOLUMES, volume({ description: null }))] },
  {
    name: 'an immutable field cannot change',
    steps: [
      post(VOLUMES, volume()),
      patch(A, MERGE, { spec: { region: 'eu02' } }, '422 Invalid', { says: 'region is immutable' }),
    ],
  },
  {
    name: 'an immutable field cannot be removed',
    steps: [
      post(VOLUMES, volume({ performanceClass: 'x' })),
      patch(A, MERGE, { spec: { performanceClass: null } }, '422 Invalid'),
    ],
  },
  {
    name: 'a network keeps its prefix',
    steps: [
      post(`${OURS}/networks`, network()),
      patch(`${OURS}/networks/a`, MERGE, { spec: { ipv4: { prefixLength: 24 } } }, '422 Invalid'),
    ],
  },
  {
    name: 'every kind of bound is checked',
    steps: [
      post(
        WIDGETS,
        widget({
          name: 'Bxxxxxxxxxxxxx',
          size: 0,
          color: 'blue',
          tags: ['a', 'a'],
          active: 'yes',
          uuid: 'x',
          parts: [{ v: 1 }, { id: 'a' }, { id: 'a' }, { id: 'b' }],
        }),
        '422 Invalid',
        { says: 'spec.tags[1]: Duplicate value: "a"' },
      ),
    ],
  },
  {
    name: 'a rule with a message expression says what it computes',
    steps: [post(WIDGETS, widget({ size: 7 }), '422 Invalid', { says: 'not x' })],
  },
  {
    name: 'open parts keep what they are given',
    steps: [post(WIDGETS, widget({ any: { a: { b: [1, null] } }, port: 'http', nothing: null, nested: {} }))],
  },
  { name: 'a bad port is told', steps: [post(WIDGETS, widget({ port: true }), '422 Invalid')] },
  {
    name: 'an unknown field is dropped with a warning',
    steps: [post(WIDGETS, widget({ zzz: 1, parts: [{ id: 'a', q: 1 }] }))],
  },
  {
    name: 'an unknown field is refused when validation is strict',
    steps: [
      post(`${WIDGETS}?fieldValidation=Strict`, widget({ zzz: 1 }, { name: 'w', foo: 1 }), '400 BadRequest', {
        says: 'strict decoding error: unknown field "metadata.foo", unknown field "spec.zzz"',
      }),
    ],
  },
  {
    name: 'an unknown field is dropped in silence when validation is off',
    steps: [post(`${WIDGETS}?fieldValidation=Ignore`, widget({ zzz: 1 }))],
  },
  {
    name: 'an unknown kind of validation is refused',
    steps: [post(`${WIDGETS}?fieldValidation=Loud`, widget(), '422 Invalid')],
  },
  { name: 'a dry run stores nothing', steps: [post(`${WIDGETS}?dryRun=All`, widget()), get(W, '404 NotFound')] },
  { name: 'an unknown dry run is refused', steps: [post(`${WIDGETS}?dryRun=Some`, widget(), '422 Invalid')] },
  {
    name: 'an object that was invalid before can still be released',
    steps: [
      post(WIDGETS, widget({ color: 'red' }, { name: 'w', finalizers: ['example.dev/f'] })),
      patch(W, MERGE, { metadata: { finalizers: null, labels: { a: 'b' } } }),
    ],
  },
];

const metadata: Case[] = [
  {
    name: 'a bad name, label and annotation are told together',
    steps: [
      post(WIDGETS, widget({}, { name: 'A_2', labels: { 'a b': '!' }, annotations: { 'x y': '' } }), '422 Invalid', {
        says: 'a lowercase RFC 1123 subdomain',
      }),
    ],
  },
  {
    name: 'a label that is no text is refused',
    steps: [
      post(WIDGETS, widget({}, { name: 'w', labels: { a: 1 } }), '400 BadRequest', { says: 'cannot unmarshal number' }),
    ],
  },
  {
    name: 'an object needs a name',
    steps: [post(WIDGETS, widget({}, {}), '422 Invalid', { says: 'name or generateName is required', loose: true })],
  },
  {
    name: 'a name can be generated',
    steps: [post(WIDGETS, widget({}, { generateName: 'w-' }), '201', { loose: true })],
  },
  { name: 'a name is taken once', steps: [post(WIDGETS, widget()), post(WIDGETS, widget(), '409 AlreadyExists')] },
  {
    name: 'the namespace of object and path must agree',
    steps: [post(WIDGETS, widget({}, { name: 'w', namespace: 'other' }), '400 BadRequest')],
  },
  {
    name: 'a namespace must exist',
    steps: [post('/apis/example.dev/v1/namespaces/nowhere/widgets', widget(), '404 NotFound')],
  },
  {
    name: 'the version must be right',
    steps: [post(WIDGETS, { ...widget(), apiVersion: 'example.dev/v2' }, '400 BadRequest', { loose: true })],
  },
  {
    name: 'the kind must be right',
    steps: [post(WIDGETS, { ...widget(), kind: 'Gadget' }, '422 Invalid', { says: 'must be Widget' })],
  },
  {
    name: 'an object without a kind is refused',
    steps: [post(WIDGETS, {}, '400 BadRequest', { says: "Object 'Kind' is missing in" })],
  },
  {
    name: 'an unknown type of body is refused',
    steps: [post(WIDGETS, widget(), '415 UnsupportedMediaType', { type: 'text/plain' })],
  },
  {
    name: 'a finalizer without a domain brings a warning',
    steps: [post(WIDGETS, widget({}, { name: 'w', finalizers: ['plain'] }))],
  },
  {
    name: 'a finalizer that is no name is refused',
    steps: [post(WIDGETS, widget({}, { name: 'w', finalizers: ['a b/c!'] }), '422 Invalid')],
  },
  {
    name: 'a bad owner is refused',
    steps: [
      post(
        WIDGETS,
        widget({}, { name: 'w', ownerReferences: [{ apiVersion: '', kind: 'A', name: 'b', uid: '' }] }),
        '422 Invalid',
        { loose: true },
      ),
    ],
  },
  {
    name: 'the uid cannot change',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { metadata: { uid: 'b' } }, '422 Invalid')],
  },
  {
    name: 'a new object brings no version',
    steps: [post(WIDGETS, widget({}, { name: 'w', resourceVersion: '5' }), '500')],
  },
];

const updates: Case[] = [
  {
    name: 'a replacement must say its version',
    steps: [post(WIDGETS, widget()), put(W, widget(), '422 Invalid', { says: 'must be specified for an update' })],
  },
  {
    name: 'a replacement of an old version is refused',
    steps: [
      post(WIDGETS, widget()),
      put(W, widget({}, { name: 'w', resourceVersion: '1' }), '409 Conflict', { says: 'the object has been modified' }),
    ],
  },
  {
    name: 'a replacement of the present version counts as one change',
    steps: [
      post(WIDGETS, widget({ color: 'red' })),
      put(W, widget({ size: 5 }, { name: 'w', resourceVersion: '{rv}' })),
      get(W),
    ],
  },
  {
    name: 'a replacement of another name is refused',
    steps: [post(WIDGETS, widget()), put(W, widget({}, { name: 'v', resourceVersion: '1' }), '400 BadRequest')],
  },
  {
    name: 'nothing to replace is not found',
    steps: [put(W, widget({}, { name: 'w', resourceVersion: '1' }), '404 NotFound')],
  },
  {
    name: 'a change of metadata leaves the generation',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } })],
  },
  {
    name: 'a patch that changes nothing writes nothing',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { spec: { size: 3 } }), get(W)],
  },
  {
    name: 'the main resource cannot write the status',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { status: { state: 'x' } }), get(W)],
  },
  {
    name: 'the status subresource writes the status alone',
    steps: [
      post(WIDGETS, widget()),
      patch(`${W}/status`, MERGE, { spec: { size: 9 }, metadata: { labels: { a: 'b' } }, status: { state: 'x' } }),
      get(`${W}/status`),
    ],
  },
  {
    name: 'an invalid status is refused',
    steps: [
      post(WIDGETS, widget()),
      patch(`${W}/status`, MERGE, { status: { state: 3 } }, '422 Invalid', { says: 'must be of type string' }),
    ],
  },
  {
    name: 'a status is cleared field by field',
    steps: [
      post(WIDGETS, widget()),
      patch(`${W}/status`, MERGE, { status: { state: 'x' } }),
      patch(`${W}/status`, JSON_PATCH, [{ op: 'remove', path: '/status/state' }]),
    ],
  },
  {
    name: 'a JSON patch changes what it names',
    steps: [
      post(WIDGETS, widget({ tags: ['a'] })),
      patch(W, JSON_PATCH, [
        { op: 'test', path: '/spec/size', value: 3 },
        { op: 'add', path: '/spec/tags/-', value: 'b' },
        { op: 'replace', path: '/spec/size', value: 4 },
      ]),
    ],
  },
  {
    name: 'a failed test of a JSON patch changes nothing',
    steps: [
      post(WIDGETS, widget()),
      patch(
        W,
        JSON_PATCH,
        [
          { op: 'replace', path: '/spec/size', value: 4 },
          { op: 'test', path: '/spec/name', value: 'zz' },
        ],
        '422 Invalid',
      ),
      get(W),
    ],
  },
  {
    name: 'a JSON patch cannot remove what is not there',
    steps: [post(WIDGETS, widget()), patch(W, JSON_PATCH, [{ op: 'remove', path: '/spec/color' }], '422 Invalid')],
  },
  {
    name: 'a JSON patch replaces what is not there by adding it',
    steps: [post(WIDGETS, widget()), patch(W, JSON_PATCH, [{ op: 'replace', path: '/spec/color', value: 'red' }])],
  },
  {
    name: 'a JSON patch into nowhere is refused',
    steps: [
      post(WIDGETS, widget()),
      patch(W, JSON_PATCH, [{ op: 'add', path: '/spec/nested/a/b', value: 1 }], '422 Invalid'),
    ],
  },
  {
    name: 'a JSON patch is an array',
    steps: [post(WIDGETS, widget()), patch(W, JSON_PATCH, { a: 1 }, '400 BadRequest')],
  },
  { name: 'a merge patch is an object', steps: [post(WIDGETS, widget()), patch(W, MERGE, [1], '400 BadRequest')] },
  {
    name: 'a merge patch cannot rename',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { metadata: { name: 'b' } }, '400 BadRequest')],
  },
  {
    name: 'a merge patch cannot change the kind',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { kind: 'Foo' }, '422 Invalid')],
  },
  {
    name: 'a patch can insist on a version',
    steps: [post(WIDGETS, widget()), patch(W, MERGE, { metadata: { resourceVersion: '1' } }, '409 Conflict')],
  },
  {
    name: 'a strategic patch of a custom object is refused',
    steps: [post(WIDGETS, widget()), patch(W, STRATEGIC, {}, '415 UnsupportedMediaType')],
  },
  { name: 'a patch of nothing is not found', steps: [patch(W, MERGE, {}, '404 NotFound')] },
  {
    name: 'a patch in another format is refused',
    steps: [post(WIDGETS, widget()), patch(W, 'text/plain', {}, '415 UnsupportedMediaType')],
  },
];

const applies: Case[] = [
  {
    name: 'an apply creates',
    steps: [
      apply(
        W,
        'one',
        widget({ tags: ['a'], parts: [{ id: 'p', v: 1 }], labels: { a: 'b' }, frozen: { a: 'x' }, nested: {} }),
        '201',
      ),
      get(W),
    ],
  },
  {
    name: 'an apply needs a manager',
    steps: [
      patch(W, APPLY, widget(), '422 Invalid', { says: 'fieldManager: Required value: is required for apply patch' }),
    ],
  },
  {
    name: 'an apply of a field of another conflicts',
    steps: [
      post(WIDGETS, widget()),
      apply(W, 'one', part({ size: 5 }), '409 Conflict', { says: 'Apply failed with 1 conflict' }),
    ],
  },
  {
    name: 'an apply of two fields of others names both',
    steps: [
      apply(W, 'one', widget({ size: 4, color: 'red' }), '201'),
      apply(W, 'two', part({ size: 5, color: 'green' }), '409 Conflict', { says: 'Apply failed with 2 conflicts' }),
    ],
  },
  {
    name: 'an apply by force takes the field',
    steps: [
      apply(W, 'one', widget({ size: 4 }), '201'),
      force(W, 'two', part({ size: 5 })),
      apply(W, 'one', widget({ size: 5 })),
    ],
  },
  {
    name: 'an apply of the same value shares the field',
    steps: [
      apply(W, 'one', widget({ size: 4 }), '201'),
      apply(W, 'two', part({ size: 4 })),
      apply(W, 'one', widget()),
      apply(W, 'two', part({})),
    ],
  },
  {
    name: 'an apply gives up what it leaves out',
    steps: [
      apply(
        W,
        'one',
        widget({
          color: 'red',
          tags: ['a', 'b'],
          parts: [
            { id: 'p', v: 1 },
            { id: 'q', v: 2 },
          ],
          labels: { a: 'b', c: 'd' },
          nested: { b: 'y' },
        }),
        '201',
      ),
      apply(W, 'one', widget({ tags: ['b'], parts: [{ id: 'q' }], labels: { c: 'd' } })),
    ],
  },
  {
    name: 'lists with keys merge by key',
    steps: [
      apply(W, 'one', widget({ parts: [{ id: 'p', v: 1 }] }), '201'),
      apply(
        W,
        'two',
        part({
          parts: [
            { id: 'q', v: 2 },
            { id: 'p', w: 3 },
          ],
        }),
      ),
      apply(W, 'one', widget({})),
    ],
  },
  {
    name: 'sets merge by value',
    steps: [
      apply(W, 'one', widget({ tags: ['a', 'b'] }), '201'),
      apply(W, 'two', part({ tags: ['c', 'b'] })),
      apply(W, 'one', widget({})),
    ],
  },
  {
    name: 'plain lists have one owner',
    steps: [apply(W, 'one', widget({ plain: ['a'] }), '201'), apply(W, 'two', part({ plain: ['b'] }), '409 Conflict')],
  },
  {
    name: 'an atomic map has one owner',
    steps: [
      apply(W, 'one', widget({ frozen: { a: 'x' } }), '201'),
      apply(W, 'two', part({ frozen: { b: 'y' } }), '409 Conflict'),
      force(W, 'two', part({ frozen: { b: 'y' } })),
    ],
  },
  {
    name: 'an apply of an unknown field is refused',
    steps: [apply(W, 'one', part({ name: 'x', bad: 1 }), '500', { says: 'field not declared in schema' })],
  },
  {
    name: 'an apply of unknown fields and wrong types tells them all',
    steps: [
      apply(
        W,
        'one',
        part({ name: 5, size: 'x', active: 'no', tags: 'a', port: [], nested: { q: 1 } }, { bad: 1 }),
        '500',
        { says: '.spec.name: expected string, got &value.valueUnstructured{Value:5}' },
      ),
      // The real server tells of a map with an unknown field what it saw before that, in random order.
      apply(W, 'one', { ...part({ name: 5, q: 1 }), q: 1 }, '500', {
        says: '.spec.q: field not declared',
        loose: true,
      }),
      apply(
        W,
        'one',
        part({
          plain: [1, { b: null, a: ['x', 1.5] }],
          labels: { a: true },
          frozen: ['a'],
          any: { b: [1] },
          uuid: { a: [null] },
          nested: [],
          parts: [
            { id: 1, v: [1] },
            { id: 'a', w: {} },
            { id: 'a', q: 1 },
          ],
        }),
        '500',
        { says: '.spec.parts[id=1].v: expected numeric (int or float), got []interface {}' },
      ),
      get(W, '404 NotFound'),
    ],
  },
  {
    name: 'an apply of one wrong type tells it alone',
    steps: [
      apply(W, 'one', { ...part({}), spec: 'x' }, '500', { says: 'Kind=Widget): .spec: expected map, got &{x}' }),
      apply(W, 'one', part({}, { name: 5 }), '500', { says: 'metadata.name: expected string' }),
      apply(W, 'one', { ...part({}), metadata: ['a'] }, '500', { says: '.metadata: expected map, got &{[a]}' }),
    ],
  },
  {
    name: 'an apply of items without identity is refused',
    steps: [
      apply(W, 'one', part({ name: 'x', parts: [{ id: 'a' }, { id: 'a' }] }), '500', { says: 'duplicate entries' }),
      apply(W, 'one', part({ name: 'x', tags: ['a', 'a'] }), '500', { says: 'duplicate entries for key [="a"]' }),
      apply(W, 'one', part({ tags: ['a', {}] }), '500', {
        says: '.spec.tags: element 1: associative list without keys',
      }),
      apply(W, 'one', part({ tags: [['a']] }), '500', { says: 'associative list with lists as elements' }),
      apply(W, 'one', part({ tags: [null] }), '500', { says: "an element that's an explicit null" }),
      apply(W, 'one', part({ parts: ['a'] }), '500', { says: 'may not have non-map elements' }),
      apply(W, 'one', part({ parts: [null] }), '500', { says: 'may not have a null element' }),
      apply(W, 'one', part({ parts: [{ v: 1 }] }), '500', { says: 'omits all key fields ["id"]' }),
    ],
  },
  { name: 'an apply without a kind is refused', steps: [apply(W, 'one', { spec: {} }, '400 BadRequest')] },
  {
    name: 'an apply of another kind or version is refused',
    steps: [
      apply(W, 'one', { ...part({}), kind: 'Gadget' }, '400 BadRequest', { says: 'invalid object type' }),
      apply(W, 'one', { ...part({}), apiVersion: 'example.dev/v2' }, '400 BadRequest', { says: 'invalid object type' }),
    ],
  },
  {
    name: 'an apply cannot set managed fields',
    steps: [apply(W, 'one', part({}, { managedFields: [{}] }), '400 BadRequest')],
  },
  { name: 'an apply of an invalid object is refused', steps: [apply(W, 'one', widget({ size: 100 }), '422 Invalid')] },
  {
    name: 'an apply of an immutable field is refused',
    steps: [
      apply(W, 'one', widget({ fixed: 'a' }), '201'),
      apply(W, 'one', widget({ fixed: 'b' }), '422 Invalid', { says: 'fixed is immutable' }),
    ],
  },
  {
    name: 'an apply to the status owns the status',
    steps: [
      post(WIDGETS, widget()),
      apply(`${W}/status`, 'one', {
        apiVersion: 'example.dev/v1',
        kind: 'Widget',
        metadata: {},
        status: { state: 'x' },
      }),
      get(W),
    ],
  },
  {
    name: 'an update takes fields from an applier',
    steps: [
      apply(W, 'one', widget({ size: 4, color: 'red' }), '201'),
      patch(W, MERGE, { spec: { size: 5, color: null } }),
    ],
  },
  {
    name: 'kubectl moves from client-side to server-side apply',
    steps: [
      post(
        `${WIDGETS}?fieldManager=kubectl-client-side-apply`,
        widget(
          { size: 4, color: 'red' },
          { name: 'w', annotations: { [LAST_APPLIED]: JSON.stringify(widget({ size: 4 })) } },
        ),
      ),
      apply(W, 'kubectl', widget({ size: 5, color: 'green' }), '409 Conflict', { says: ': .spec.color' }),
      apply(W, 'kubectl', widget({ size: 5 })),
      apply(W, 'other', widget({ size: 6 }), '409 Conflict'),
    ],
  },
  {
    name: 'managed fields can be reset',
    steps: [apply(W, 'one', widget({ size: 4 }), '201'), patch(W, MERGE, { metadata: { managedFields: [{}] } })],
  },
  {
    name: 'an apply of finalizers and labels merges them',
    steps: [
      apply(W, 'one', widget({}, { name: 'w', finalizers: ['example.dev/a'], labels: { a: 'b' } }), '201'),
      apply(W, 'two', part({}, { finalizers: ['example.dev/b'], labels: { c: 'd' } })),
      apply(W, 'one', widget({})),
    ],
  },
  {
    name: 'an apply gives up all labels and finalizers',
    steps: [
      apply(
        W,
        'one',
        widget({}, { name: 'w', finalizers: ['x.y/a', 'x.y/b'], labels: { a: 'b', c: 'd' }, annotations: { e: 'f' } }),
        '201',
      ),
      apply(W, 'one', widget({})),
      get(W),
      remove(W),
      get(W, '404 NotFound'),
    ],
  },
  {
    name: 'an apply gives up its labels and finalizers, not those of others',
    steps: [
      post(WIDGETS, widget({}, { name: 'w', finalizers: ['x.y/b'], labels: { c: 'd' } })),
      apply(W, 'one', part({}, { finalizers: ['x.y/a', 'x.y/b'], labels: { a: 'b', c: 'd' } })),
      apply(W, 'one', part({})),
      apply(W, 'one', part({}, { finalizers: [], labels: {} })),
      patch(W, MERGE, { metadata: { finalizers: null } }),
    ],
  },
  {
    name: 'the body of an apply may be YAML',
    steps: [
      apply(
        W,
        'one',
        'apiVersion: example.dev/v1\nkind: Widget\nmetadata:\n  name: w\nspec:\n  name: x # short\n',
        '201',
      ),
    ],
  },
];

const CONFIG = '/api/v1/namespaces/{ns}/configmaps';
const SECRETS = '/api/v1/namespaces/{ns}/secrets';
const EVENTS = '/api/v1/namespaces/{ns}/events';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/{ns}/leases';
const lease = (spec: Body): Body => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'l' },
  spec,
});
const configMap = (more: Body, meta: Body = {}): Body => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', ...meta },
  ...more,
});
const event = (more: Body): Body => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: 'e' },
  involvedObject: { apiVersion: 'example.dev/v1', kind: 'Widget', name: 'w', namespace: '{ns}' },
  reason: 'Created',
  message: 'made it',
  type: 'Normal',
  ...more,
});

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner' };

const deletes: Case[] = [
  {
    name: 'a namespace that every cluster needs cannot be deleted',
    steps: [
      ...['default', 'kube-system', 'kube-public'].map((name) =>
        remove(`/api/v1/namespaces/${name}`, '403 Forbidden', { says: 'this namespace may not be deleted' }),
      ),
      remove('/api/v1/namespaces/default?dryRun=All', '403 Forbidden'),
      remove('/api/v1/namespaces/default', '409 Conflict', {
        body: { preconditions: { uid: '3e5d2b1a-0000-4000-8000-000000000000' } },
      }),
      remove('/api/v1/namespaces/kube-node-lease?dryRun=All', '200', { loose: true }),
      get('/api/v1/namespaces/default', '200', { loose: true }),
    ],
  },
  { name: 'a deletion answers with a status', steps: [post(WIDGETS, widget()), remove(W), get(W, '404 NotFound')] },
  { name: 'a deletion of nothing is not found', steps: [remove(W, '404 NotFound')] },
  {
    name: 'an object with a finalizer waits for it',
    steps: [
      post(WIDGETS, widget({}, { name: 'w', finalizers: ['example.dev/a', 'example.dev/b'] })),
      remove(W),
      get(W),
      remove(W),
      patch(W, MERGE, { metadata: { finalizers: ['example.dev/a', 'example.dev/c'] } }, '422 Invalid', {
        says: 'no new finalizers can be added if the object is being deleted',
      }),
      patch(W, JSON_PATCH, [{ op: 'remove', path: '/metadata/finalizers/0' }]),
      patch(W, MERGE, { metadata: { finalizers: null } }),
      get(W, '404 NotFound'),
    ],
  },
  {
    name: 'a deletion can insist on a uid',
    steps: [
      post(WIDGETS, widget()),
      remove(W, '409 Conflict', { body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'x' } } }),
      remove(W, '200', { body: { preconditions: { uid: '{uid}' } } }),
    ],
  },
  {
    name: 'a deletion can insist on a version',
    steps: [
      post(WIDGETS, widget()),
      remove(W, '409 Conflict', {
        body: { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { resourceVersion: '1' } },
      }),
    ],
  },
  {
    name: 'an unknown propagation is refused',
    steps: [
      post(WIDGETS, widget()),
      remove(W, '422 Invalid', { body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'X' } }),
    ],
  },
  { name: 'a dry run deletes nothing', steps: [post(WIDGETS, widget()), remove(`${W}?dryRun=All`), get(W)] },
  {
    name: 'an orphaning deletion leaves the dependents, any other takes them along',
    steps: [
      post(CONFIG, configMap({}, { name: 'owner' })),
      post(CONFIG, configMap({}, { name: 'c', ownerReferences: [{ ...owner, uid: '{uid}' }] })),
      remove(`${CONFIG}/owner?propagationPolicy=Orphan`, '200', { loose: true }),
      get(`${CONFIG}/owner`, '404 NotFound', { until: isStatus }),
      get(`${CONFIG}/c`, '200', { loose: true, until: (body) => (body as Body).kind === 'ConfigMap' }),
      post(CONFIG, configMap({}, { name: 'owner' })),
      post(CONFIG, configMap({}, { name: 'd', ownerReferences: [{ ...owner, uid: '{uid}' }] })),
      remove(`${CONFIG}/owner`),
      get(`${CONFIG}/d`, '404 NotFound', { until: isStatus }),
    ],
  },
  {
    name: 'a selection is deleted',
    steps: [
      post(WIDGETS, widget({}, { name: 'a', labels: { x: 'y' } })),
      post(WIDGETS, widget({}, { name: 'b' })),
      remove(`${WIDGETS}?labelSelector=x%3Dy`, '200', { loose: true }),
      get(WIDGETS),
    ],
  },
  {
    name: 'a namespace takes its objects along, and waits for finalizers',
    steps: [
      post(WIDGETS, widget({}, { name: 'w', finalizers: ['example.dev/f'] })),
      post('/api/v1/namespaces/{ns}/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }),
      remove('/api/v1/namespaces/{ns}', '200', { loose: true }),
      get('/api/v1/namespaces/{ns}/configmaps/c', '404 NotFound', { until: isStatus }),
      post(WIDGETS, widget({}, { name: 'late' }), '403 Forbidden', { says: 'because it is being terminated' }),
      patch(W, MERGE, { metadata: { finalizers: null } }, '200', { loose: true }),
      get('/api/v1/namespaces/{ns}', '404 NotFound', { until: isStatus }),
    ],
  },
];

function isStatus(body: unknown): boolean {
  return (body as Body).kind === 'Status';
}

const many = ['a', 'b', 'c'].map((name, index) =>
  post(WIDGETS, widget({ size: index + 1 }, { name, labels: { odd: String(index % 2 === 0), n: name } })),
);

const reads: Case[] = [
  { name: 'an absent object is not found', steps: [get(W, '404 NotFound')] },
  { name: 'an unknown resource is not found', steps: [get('/apis/example.dev/v1/namespaces/{ns}/gadgets', '404')] },
  { name: 'an unknown group is not found', steps: [get('/apis/nowhere.dev/v1/namespaces/{ns}/gadgets', '404')] },
  { name: 'a list holds the namespace only', steps: [...many, get(WIDGETS)] },
  {
    name: 'labels select',
    steps: [
      ...many,
      ...['odd%3Dtrue', 'odd!%3Dtrue', 'n+in+(a,b)', 'n+notin+(a)', 'odd', '!odd', 'n%3Da,odd%3Dtrue'].map((selector) =>
        get(`${WIDGETS}?labelSelector=${selector}`),
      ),
    ],
  },
  {
    name: 'a bad label selector is refused',
    steps: [get(`${WIDGETS}?labelSelector=a+b+c`, '400 BadRequest', { loose: true })],
  },
  {
    name: 'the name selects',
    steps: [
      ...many,
      get(`${WIDGETS}?fieldSelector=metadata.name%3Db`),
      get(`${WIDGETS}?fieldSelector=metadata.name!%3Db`),
    ],
  },
  {
    name: 'other fields do not select',
    steps: [
      get(`${WIDGETS}?fieldSelector=spec.size%3D1`, '400 BadRequest', { says: 'field label not supported: spec.size' }),
    ],
  },
  {
    name: 'a table shows the columns of the definition',
    steps: [...many, get(WIDGETS, '200', { accept: TABLE, loose: true })],
  },
  {
    name: 'metadata can be read alone',
    steps: [
      post(WIDGETS, widget()),
      get(W, '200', { accept: PARTIAL, loose: true }),
      get(WIDGETS, '200', { accept: PARTIAL_LIST, loose: true }),
    ],
  },
  {
    name: 'a watch from a version tells what came later',
    steps: [
      post(WIDGETS, widget()),
      patch(W, MERGE, { spec: { size: 5 } }),
      get(`${WIDGETS}?watch=1&timeoutSeconds=1&resourceVersion={rv}`),
      post(WIDGETS, widget({}, { name: 'v' })),
      get(`${WIDGETS}?watch=1&timeoutSeconds=1&resourceVersion={rv}`),
    ],
  },
  { name: 'a watch begins with what is there', steps: [...many, get(`${WIDGETS}?watch=1&timeoutSeconds=1`)] },
  {
    name: 'a watch can mark the end of what was there',
    steps: [
      post(WIDGETS, widget()),
      get(
        `${WIDGETS}?watch=1&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`,
        '200',
        { loose: true },
      ),
    ],
  },
  {
    name: 'initial events need a match',
    steps: [get(`${WIDGETS}?watch=1&timeoutSeconds=1&sendInitialEvents=true`, '422 Invalid')],
  },
  { name: 'a match needs a version', steps: [get(`${WIDGETS}?resourceVersionMatch=Exact`, '422 Invalid')] },
  {
    name: 'a version of the future is refused',
    steps: [get(`${WIDGETS}?resourceVersion=999999999`, '504 Timeout', { loose: true })],
  },
  {
    name: 'a version that is no number is refused',
    steps: [
      get(`${WIDGETS}?resourceVersion=abc`, '400 BadRequest', { says: 'invalid resource version: resourceVersion:' }),
      get(`${WIDGETS}?resourceVersion=abc&resourceVersionMatch=Exact`, '400 BadRequest'),
      get(`${WIDGETS}?resourceVersion=abc&watch=1&timeoutSeconds=1`, '500', { says: 'strconv.ParseUint' }),
      get(`${W}?resourceVersion=abc`, '500'),
    ],
  },
  {
    name: 'a subresource that a kind does not have is not found',
    steps: [
      get(`${W}/scale`, '404 NotFound', { says: 'widgets.example.dev "w" not found' }),
      post(WIDGETS, widget()),
      get(`${W}/scale`, '404 NotFound', { says: 'widgets.example.dev "w" not found' }),
      patch(`${W}/scale`, MERGE, {}, '404 NotFound'),
      get(`${W}/other`, '404 NotFound'),
      get('/api/v1/namespaces/{ns}/configmaps/c/scale', '404 NotFound', {
        says: 'the server could not find the requested resource',
      }),
    ],
  },
  {
    name: 'a foreign continue token is refused',
    steps: [get(`${WIDGETS}?limit=1&continue=abc`, '400 BadRequest', { loose: true })],
  },
  {
    name: 'nothing but the verbs of a resource is allowed',
    steps: [step('DELETE', '/version', '405 MethodNotAllowed')],
  },
];

const builtins: Case[] = [
  {
    name: 'a config map is written and patched',
    steps: [
      post(CONFIG, configMap({ data: { a: 'b' } })),
      patch(`${CONFIG}/c`, STRATEGIC, { data: { a: null, c: 'd' }, metadata: { labels: { x: 'y' } } }),
      apply(`${CONFIG}/c`, 'one', configMap({ data: { e: 'f' } })),
    ],
  },
  {
    name: 'an apply of a config map of numbers is refused',
    steps: [
      apply(`${CONFIG}/c`, 'one', configMap({ data: { a: 1 } }), '500', {
        says: 'typed patch object (/c; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:1}',
      }),
      apply(`${CONFIG}/c`, 'one', configMap({ data: { a: 1, b: true, c: [{}] }, immutable: 1 }, { q: 1 }), '500', {
        says: '.metadata.q: field not declared in schema',
      }),
      apply(`${LEASES}/l`, 'one', lease({ leaseDurationSeconds: 'x', renewTime: ['a'], holderIdentity: 1 }), '500', {
        says: '.spec.renewTime: expected any scalar, got &{[a]}',
      }),
    ],
  },
  {
    name: 'a config map of numbers is refused',
    steps: [post(CONFIG, configMap({ data: { a: 1 } }), '400 BadRequest', { loose: true })],
  },
  {
    name: 'a bad key of a config map is refused',
    steps: [post(CONFIG, configMap({ data: { 'a b': 'x' } }), '422 Invalid', { loose: true })],
  },
  {
    name: 'an immutable config map stays',
    steps: [
      post(CONFIG, configMap({ data: { a: 'b' }, immutable: true })),
      patch(`${CONFIG}/c`, MERGE, { data: { a: 'c' } }, '422 Invalid', {
        says: 'field is immutable when `immutable` is set',
      }),
    ],
  },
  {
    name: 'an unknown field of a config map is a warning or a refusal',
    steps: [
      post(CONFIG, configMap({ foo: 1 })),
      post(`${CONFIG}?fieldValidation=Strict`, configMap({ foo: 1 }), '400 BadRequest', {
        says: 'unknown field "foo"',
      }),
    ],
  },
  {
    name: 'a secret keeps its texts in base64',
    steps: [
      post(SECRETS, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's' },
        stringData: { a: 'b' },
        data: { c: 'ZA==' },
      }),
      get(`${SECRETS}/s`),
    ],
  },
  {
    name: 'the type of a secret is fixed',
    steps: [
      post(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
      patch(`${SECRETS}/s`, MERGE, { type: 'x/y' }, '422 Invalid'),
    ],
  },
  {
    name: 'an event is told in both versions',
    steps: [
      post(EVENTS, event({})),
      get('/apis/events.k8s.io/v1/namespaces/{ns}/events/e', '200', { loose: true }),
      get(`${EVENTS}?fieldSelector=involvedObject.name%3Dw,reason%3DCreated`),
    ],
  },
  {
    name: 'an event is of its namespace',
    steps: [
      post(EVENTS, event({ involvedObject: { kind: 'Widget', name: 'w', namespace: 'other' } }), '422 Invalid', {
        says: 'does not match event.namespace',
      }),
    ],
  },
  {
    name: 'a lease is taken and renewed',
    steps: [
      post(LEASES, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l' },
        spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
      }),
      put(`${LEASES}/l`, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l', resourceVersion: '{rv}' },
        spec: { holderIdentity: 'you', leaseDurationSeconds: 15 },
      }),
      put(
        `${LEASES}/l`,
        {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'l', resourceVersion: '1' },
          spec: {},
        },
        '409 Conflict',
      ),
    ],
  },
  {
    name: 'an event with a time has to be complete',
    steps: [
      post(EVENTS, event({ eventTime: '2026-01-01T00:00:00.000000Z' }), '422 Invalid'),
      post(
        '/apis/events.k8s.io/v1/namespaces/{ns}/events',
        {
          apiVersion: 'events.k8s.io/v1',
          kind: 'Event',
          metadata: { name: 'n' },
          regarding: { namespace: '{ns}', kind: 'A', name: 'b' },
        },
        '422 Invalid',
      ),
      post('/apis/events.k8s.io/v1/namespaces/{ns}/events', {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'n' },
        regarding: { namespace: '{ns}', kind: 'A', name: 'b' },
        eventTime: '2026-01-01T00:00:00.500000Z',
        reportingController: 'example.dev/c',
        reportingInstance: 'i',
        action: 'Make',
        reason: 'Made',
        type: 'Normal',
        note: 'it is made',
      }),
      get(`${EVENTS}/n`),
      patch('/apis/events.k8s.io/v1/namespaces/{ns}/events/n', MERGE, {
        series: { count: 2, lastObservedTime: '2026-01-01T00:00:01.000000Z' },
      }),
      patch('/apis/events.k8s.io/v1/namespaces/{ns}/events/n', MERGE, { note: 'other' }, '422 Invalid'),
    ],
  },
  {
    name: 'times are kept in whole seconds or with six digits',
    steps: [
      post(EVENTS, event({ firstTimestamp: '2026-01-01T02:00:00.5+02:00', count: 1 })),
      post(EVENTS, event({ firstTimestamp: 'yesterday' }), '400 BadRequest', {
        says: 'parsing time "yesterday"',
        loose: true,
      }),
      post(LEASES, lease({ renewTime: '2026-01-01T00:00:00.123Z' }), '400 BadRequest', {
        says: 'parsing time',
        loose: true,
      }),
      post(LEASES, lease({ renewTime: '2026-01-01T00:00:00Z' }), '400 BadRequest', {
        says: 'parsing time',
        loose: true,
      }),
      post(LEASES, lease({ leaseDurationSeconds: 'x' }), '400 BadRequest', {
        says: 'cannot unmarshal string',
        loose: true,
      }),
    ],
  },
  {
    name: 'a secret that is not base64 is refused, an empty one is made',
    steps: [
      post(
        SECRETS,
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: '!!' } },
        '400 BadRequest',
        {
          says: 'illegal base64 data',
          loose: true,
        },
      ),
      post(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: {}, stringData: {} }),
    ],
  },
  {
    name: 'a lease lasts',
    steps: [
      post(
        LEASES,
        {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'l' },
          spec: { leaseDurationSeconds: 0 },
        },
        '422 Invalid',
        { loose: true },
      ),
    ],
  },
  {
    name: 'a namespace that exists is not created again',
    steps: [
      post(
        '/api/v1/namespaces',
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: '{ns}' } },
        '409 AlreadyExists',
      ),
    ],
  },
  {
    name: 'a namespace has a short name',
    steps: [
      post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a.b' } }, '422 Invalid', {
        says: 'must not contain dots',
      }),
    ],
  },
  {
    name: 'rights are reviewed',
    steps: [
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: { verb: 'get', resource: 'secrets' } },
        },
        '201',
        { loose: true },
      ),
    ],
  },
];

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const definition = (schema: unknown, more: Body = {}, name = 'things.example.dev'): Body => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    ...more,
  },
});

const definitions: Case[] = [
  {
    name: 'a definition without a type is refused',
    steps: [
      post(DEFINITIONS, definition({ type: 'object', properties: { a: {} } }), '422 Invalid', {
        says: 'must not be empty for specified object fields',
        loose: true,
      }),
    ],
  },
  {
    name: 'a definition of another name is refused',
    steps: [
      post(DEFINITIONS, definition({ type: 'object' }, {}, 'other.example.dev'), '422 Invalid', {
        says: 'must be spec.names.plural+"."+spec.group',
        loose: true,
      }),
    ],
  },
  {
    name: 'a definition without a schema is refused',
    steps: [post(DEFINITIONS, definition(undefined), '422 Invalid', { says: 'schemas are required', loose: true })],
  },
  {
    name: 'a definition with both properties and additional ones is refused',
    steps: [
      post(
        DEFINITIONS,
        definition({
          type: 'object',
          properties: {
            a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } },
          },
        }),
        '422 Invalid',
        { says: 'mutual exclusive', loose: true },
      ),
    ],
  },
  {
    name: 'a definition with a rule that is no CEL is refused',
    steps: [
      post(
        DEFINITIONS,
        definition({
          type: 'object',
          properties: { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self ==' }] } },
        }),
        '422 Invalid',
        { says: 'compilation failed', loose: true },
      ),
    ],
  },
];

/** Everything that the local server and the real one must answer alike. */
export const corpus: readonly Case[] = [
  ...validation,
  ...metadata,
  ...updates,
  ...applies,
  ...deletes,
  ...reads,
  ...builtins,
  ...definitions,
];
