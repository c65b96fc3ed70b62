import { ApiObject, App, Chart, type IResolver, JsonPatch, Lazy, Yaml } from 'cdk8s';
import { Network, type NetworkProps } from 'sostackit';
import { PlainObject } from '../../constructs/plain-object';

const projectId = '11111111-2222-4333-8444-555555555555';

function network(props: Partial<NetworkProps> = {}, resolvers: IResolver[] = []): Network {
  const chart = new Chart(new App({ resolvers }), 'chart', { labels: { tier: 'backend' } });
  return new Network(chart, 'network', { projectId, region: 'eu01', ...props });
}

function lazy<T>(value: T): T {
  return Lazy.any({ produce: () => value }) as T;
}

/** What cdk8s makes of an object by itself. */
function rendered(object: ApiObject): unknown {
  return ApiObject.prototype.toJson.call(object);
}

const cases: readonly (readonly [string, () => Network])[] = [
  ['plain data', () => network({ ipv4: { prefixLength: 24, nameservers: ['1.1.1.1', '9.9.9.9'] }, dhcp: false })],
  [
    'keys in any order',
    () => network({ labels: { zone: 'a', app: 'b', 10: 'c', 9: 'd' }, ipv6: { prefixLength: 64 } }),
  ],
  [
    'empty maps and lists',
    () => network({ labels: {}, ipv4: { prefixLength: 24, nameservers: [] }, metadata: { annotations: {} } }),
  ],
  ['no labels at all', () => new Network(new Chart(new App(), 'c'), 'n', { projectId, region: 'eu01' })],
  ['a namespace and annotations', () => network({ metadata: { namespace: 'prod', annotations: { 'a/b': 'c' } } })],
  ['finalizers', () => network({ metadata: { finalizers: ['example.com/held'] } })],
  [
    'an owner',
    () => network({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c' }] } }),
  ],
  ['other metadata', () => network({ metadata: { generateName: 'n-', empty: {}, list: [] } })],
  [
    'Lazy values',
    () => network({ region: lazy('eu01'), labels: { a: lazy('b') }, metadata: { labels: { c: lazy('d') } } }),
  ],
  ['a Lazy name', () => network({ metadata: { name: lazy('late') } })],
  ['an object that resolves itself', () => network({ labels: { resolve: () => ({ a: 'b' }) } as never })],
  [
    'one whose prototype resolves it',
    () => network({ ipv4: Object.create({ resolve: () => ({ prefixLength: 24 }) }) as never }),
  ],
  ['keys that objects have already', () => network({ labels: { resolve: 'a', value: 'b', toString: 'c' } as never })],
];

describe('an object is rendered as cdk8s renders it', () => {
  test.each(cases)('with %s', (_, make) => {
    const { apiObject } = make();
    const bytes = Yaml.stringify(rendered(apiObject));
    expect(Yaml.stringify(apiObject.toJson())).toBe(bytes);
    expect(Yaml.stringify(apiObject.toJson())).toBe(bytes);
  });

  test.each([
    ['a gap in a list', { list: ['a', null, undefined], nothing: null }],
    ['a key that sets a prototype', JSON.parse('{"map": {"__proto__": {"a": "b"}, "c": "d"}}')],
    ['numbers and booleans', { list: [0, 1.5, -1, true, false, [[]]] }],
  ])('with %s', (_, spec) => {
    const object: ApiObject = new PlainObject(new Chart(new App(), 'c'), 'o', {
      apiVersion: 'a/v1',
      kind: 'B',
      metadata: undefined,
      spec,
    });
    expect(object.toJson()).toStrictEqual(rendered(object));
    expect(Object.getPrototypeOf(object.toJson().spec.map ?? {})).toBe(Object.prototype);
  });

  test('after changes of its metadata', () => {
    const { apiObject } = network();
    apiObject.metadata.addLabel('b', 'c');
    apiObject.metadata.addAnnotation('d', 'e');
    expect(apiObject.toJson()).toEqual(rendered(apiObject));
    expect(apiObject.toJson()).toMatchObject({ metadata: { labels: { b: 'c' }, annotations: { d: 'e' } } });
    apiObject.metadata.addFinalizers('example.com/held');
    expect(apiObject.toJson()).toMatchObject({ metadata: { finalizers: ['example.com/held'] } });
    apiObject.metadata.add('generateName', 'n-');
    expect(apiObject.toJson()).toMatchObject({ metadata: { generateName: 'n-' } });
    apiObject.metadata.addOwnerReference({ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c' });
    expect(apiObject.toJson()).toMatchObject({ metadata: { ownerReferences: [{ uid: 'c' }] } });
  });

  test('with patches, whoever adds them', () => {
    const patched = network();
    patched.addJsonPatch(JsonPatch.replace('/spec/region', 'eu02'));
    ApiObject.of(patched).addJsonPatch(JsonPatch.add('/status', {}));
    expect(patched.apiObject.toJson()).toMatchObject({ spec: { region: 'eu02' }, status: {} });
  });

  test('with the resolvers of the app', () => {
    const shout: IResolver = {
      resolve: (context) => {
        if (context.value === 'quiet') context.replaceValue('LOUD');
      },
    };
    const { apiObject } = network({ labels: { tone: 'quiet' } }, [shout]);
    expect(apiObject.toJson()).toMatchObject({ spec: { labels: { tone: 'LOUD' } } });
  });

  test('with keys as they were given, where cdk8s is told not to sort them', () => {
    const { apiObject } = network({ labels: { b: '1', a: '2' } });
    process.env.CDK8S_DISABLE_SORT = 'true';
    try {
      expect(Object.keys(apiObject.toJson().spec.labels)).toEqual(['b', 'a']);
    } finally {
      delete process.env.CDK8S_DISABLE_SORT;
    }
  });

  test('as a copy that can be changed', () => {
    const { apiObject } = network({ labels: { a: 'b' } });
    apiObject.toJson().spec.labels.a = 'changed';
    expect(apiObject.toJson()).toMatchObject({ spec: { labels: { a: 'b' } } });
  });

  test.each([
    ['an object of a class', () => network({ ipv4: new (class Odd {})() as never })],
    ['one in a list', () => network({ ipv4: { prefixLength: 24, nameservers: [new (class Odd {})() as never] } })],
    ['a key that hides what an object is', () => network({ labels: { constructor: 'a' } as never })],
  ])('or refused as cdk8s refuses it: %s', (_, make) => {
    const { apiObject } = make();
    expect(() => apiObject.toJson()).toThrow(/Failed serializing construct at path 'chart\/network\/Resource'/);
  });
});
