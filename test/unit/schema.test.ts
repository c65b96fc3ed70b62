import fc from 'fast-check';
import {
  applyDefaults,
  formatCause,
  formatError,
  hasDefaults,
  judgesNew,
  prune,
  ruleProblems,
  type Schema,
  schemas,
  validateObject,
  validateRules,
  validateStructure,
} from '../../src/schema';

const PROJECT = '11111111-2222-4333-8444-555555555555';
const OTHER = '21111111-2222-4333-8444-555555555555';
const place = { projectId: PROJECT, region: 'eu01' };
const inZone = { ...place, availabilityZone: 'eu01-1' };

/** An object schema with one field. */
const field = (schema: Schema): Schema => ({ type: 'object', properties: { f: schema } });
const text: Schema = { type: 'string' };

describe('defaults', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      power: { type: 'string', default: 'Active' },
      part: { type: 'object', default: {}, properties: { size: { type: 'integer', default: 1 } } },
      whole: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } },
      map: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
      },
      nullable: { type: 'string', nullable: true, default: 'n' },
      plain: { type: 'string' },
    },
  };
  const filled = { power: 'Active', part: { size: 1 }, nullable: 'n' };

  test.each([
    ['absent fields, and fields of their default', {}, filled],
    ['no field of an object that is absent', { whole: {} }, { ...filled, whole: { size: 1 } }],
    ['items of lists', { list: [{}, { a: 'y' }] }, { ...filled, list: [{ a: 'x' }, { a: 'y' }] }],
    ['values of maps', { map: { k: {} } }, { ...filled, map: { k: { a: 'x' } } }],
    ['a null in place of a default', { power: null }, filled],
    ['nothing for a null without one: it is dropped', { plain: null }, filled],
    ['nothing for a null that may be', { nullable: null }, { ...filled, nullable: null }],
  ])('fill %s', (_, given, want) => {
    expect(applyDefaults<unknown>(schema, given)).toEqual(want);
  });

  test('leave what they were given untouched', () => {
    const given = Object.freeze({ part: Object.freeze({}) });
    expect(applyDefaults<unknown>(schema, given)).toEqual(filled);
    expect(given).toEqual({ part: {} });
  });

  test.each<[Schema, boolean]>([
    [field(text), false],
    [field({ ...text, default: 'a' }), true],
    [{ type: 'array', items: { ...text, default: '' } }, true],
    [{ type: 'object', additionalProperties: field({ type: 'boolean', default: false }) }, true],
    [{ type: 'object', additionalProperties: true }, false],
  ])('are known to stand in a schema or not (%#)', (schema, want) => {
    expect(hasDefaults(schema)).toBe(want);
  });

  test('a Server runs unless it says otherwise', () => {
    const { openAPIV3Schema } = schemas.Server;
    expect(applyDefaults<unknown>(openAPIV3Schema, { spec: {} })).toEqual({ spec: { powerState: 'Active' } });
  });
});

describe('pruning', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          a: text,
          list: { type: 'array', items: { type: 'object', properties: { a: text } } },
          map: { type: 'object', additionalProperties: { type: 'object', properties: { a: text } } },
          open: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { closed: { type: 'object', properties: { a: text } } },
          },
          embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: {} },
        },
      },
    },
  };

  test.each([
    ['nothing of what is known', { spec: { a: 'x' } }, { spec: { a: 'x' } }, []],
    [
      'no metadata',
      { apiVersion: 'v1', kind: 'K', metadata: { x: 1 } },
      { apiVersion: 'v1', kind: 'K', metadata: { x: 1 } },
      [],
    ],
    ['fields', { spec: { a: 'x', b: 1 }, more: 2 }, { spec: { a: 'x' } }, ['more', 'spec.b']],
    [
      'fields of items',
      { spec: { list: [{ a: 'x' }, { b: 1 }] } },
      { spec: { list: [{ a: 'x' }, {}] } },
      ['spec.list[1].b'],
    ],
    ['fields of values of maps', { spec: { map: { k: { b: 1 } } } }, { spec: { map: { k: {} } } }, ['spec.map.k.b']],
    [
      'nothing that is to be kept, but within described fields',
      { spec: { open: { any: { b: 1 }, closed: { a: 'x', b: 1 } } } },
      { spec: { open: { any: { b: 1 }, closed: { a: 'x' } } } },
      ['spec.open.closed.b'],
    ],
    [
      'embedded objects but for their metadata',
      { spec: { embedded: { apiVersion: 'v1', kind: 'K', metadata: { x: 1 }, b: 1 } } },
      { spec: { embedded: { apiVersion: 'v1', kind: 'K', metadata: { x: 1 } } } },
      ['spec.embedded.b'],
    ],
  ])('takes away %s', (_, given, value, unknown) => {
    expect(prune<unknown>(schema, given)).toEqual({ value, unknown });
  });
});

describe('structure: errors in the words of kube-apiserver 1.36', () => {
  const invalidType = (wanted: string, got: string) =>
    `f: Invalid value: "${got}": f in body must be of type ${wanted}: "${got}"`;
  test.each<[string, Schema, unknown, string[]]>([
    ['wrong type', { type: 'boolean' }, 'yes', [invalidType('boolean', 'string')]],
    ['null', text, null, [invalidType('string', 'null')]],
    ['null that may be', { ...text, nullable: true }, null, []],
    ['text for a number', { type: 'integer', format: 'int64' }, '1', [invalidType('integer', 'string')]],
    ['boolean for a number', { type: 'integer', format: 'int64' }, true, [invalidType('int64', '')]],
    [
      'number that is not whole',
      { type: 'integer' },
      1.5,
      [
        invalidType('integer', 'number'),
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
      ],
    ],
    [
      'number too large for its format',
      { type: 'integer', format: 'int32' },
      3e9,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f'],
    ],
    ['whole number for a number', { type: 'number' }, 1, []],
    ['int-or-string', { 'x-kubernetes-int-or-string': true }, true, [invalidType('integer,string', 'boolean')]],
    ['too short', { ...text, minLength: 1 }, '', ['f: Invalid value: "": f in body should be at least 1 chars long']],
    ['too long', { ...text, maxLength: 2 }, 'abc', ['f: Too long: may not be more than 2 bytes']],
    ['length counts characters', { ...text, maxLength: 1 }, '🚀', []],
    ['pattern', { ...text, pattern: '^a$' }, 'x', ['f: Invalid value: "x": f in body should match \'^a$\'']],
    [
      'only the first of length and pattern',
      { ...text, minLength: 2, pattern: '^a$' },
      'x',
      ['f: Invalid value: "x": f in body should be at least 2 chars long'],
    ],
    ['enum', { ...text, enum: ['A', 'B'] }, 'C', ['f: Unsupported value: "C": supported values: "A", "B"']],
    ['enum of numbers', { type: 'integer', enum: [1, 2] }, 3, ['f: Unsupported value: 3: supported values: "1", "2"']],
    ['date-time', { ...text, format: 'date-time' }, 'now', [invalidType('date-time', 'now')]],
    [
      'month 13',
      { ...text, format: 'date-time' },
      '2026-13-01T00:00:00Z',
      [invalidType('date-time', '2026-13-01T00:00:00Z')],
    ],
    ['format that nobody knows', { ...text, format: 'colour' }, 'now', []],
    [
      'minimum',
      { type: 'integer', minimum: 1 },
      0,
      ['f: Invalid value: 0: f in body should be greater than or equal to 1'],
    ],
    [
      'maximum',
      { type: 'integer', maximum: 1 },
      2,
      ['f: Invalid value: 2: f in body should be less than or equal to 1'],
    ],
    [
      'exclusive minimum',
      { type: 'number', minimum: 0.5, exclusiveMinimum: true },
      0.5,
      ['f: Invalid value: 0.5: f in body should be greater than 0.5'],
    ],
    [
      'too few items',
      { type: 'array', minItems: 1 },
      [],
      ['f: Invalid value: 0: f in body should have at least 1 items'],
    ],
    ['too many items', { type: 'array', maxItems: 1 }, [1, 2], ['f: Too many: 2: must have at most 1 item']],
    [
      'item',
      { type: 'array', items: text },
      ['a', 1],
      ['f[1]: Invalid value: "integer": f[1] in body must be of type string: "integer"'],
    ],
    [
      'value of a map',
      { type: 'object', additionalProperties: text },
      { 'a.b/c': 1 },
      ['f.a.b/c: Invalid value: "integer": f.a.b/c in body must be of type string: "integer"'],
    ],
    ['required', { type: 'object', required: ['a', 'b'] }, { b: null }, ['f.a: Required value']],
    [
      'anyOf',
      { ...text, anyOf: [{ pattern: '^a' }, { pattern: '^b' }] },
      'c',
      [
        '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
        'f: Invalid value: "c": f in body should match \'^a\'',
      ],
    ],
    [
      'oneOf',
      { ...text, oneOf: [{ minLength: 1 }, { minLength: 2 }] },
      'cc',
      ['<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      'not',
      { ...text, not: { pattern: 'x' } },
      'x',
      ['<nil>: Invalid value: "": "f" must not validate the schema (not)'],
    ],
  ])('%s', (_, schema, value, want) => {
    expect(validateStructure(field(schema), { f: value }).map(formatError)).toEqual(want);
  });

  test('a cause carries reason, text and field', () => {
    const [error] = validateStructure({ type: 'object', required: ['f'] }, {});
    expect(error && formatCause(error)).toEqual({
      reason: 'FieldValueRequired',
      message: 'Required value',
      field: 'f',
    });
  });

  test('an update is not held to account for what it left as it was', () => {
    const schema = field({ ...text, maxLength: 1 });
    expect(validateStructure(schema, { f: 'old', g: 1 }, { f: 'old' })).toEqual([]);
    expect(validateStructure(schema, { f: 'new' }, { f: 'old' })).toHaveLength(1);
  });

  test('lists of type set and map hold nothing twice', () => {
    const set = field({ type: 'array', 'x-kubernetes-list-type': 'set', items: text });
    expect(validateObject(set, { f: ['a', 'b', 'a', 'a'] }).map(formatError)).toEqual(['f[2]: Duplicate value: "a"']);
    const { openAPIV3Schema } = schemas.Network;
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: 'R',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    expect(
      validateObject(openAPIV3Schema, { status: { conditions: [condition, condition] } }).map(formatError),
    ).toEqual(['status.conditions[1]: Duplicate value: {"type":"Ready"}']);
  });
});

describe('rules', () => {
  const rule = (schema: Schema, ...rules: NonNullable<Schema['x-kubernetes-validations']>): Schema =>
    field({ ...schema, 'x-kubernetes-validations': rules });
  const integer: Schema = { type: 'integer' };

  test.each<[string, Schema, unknown, string[]]>([
    ['whole numbers are int', rule(integer, { rule: 'self / 2 == 1', message: 'm' }), 3, []],
    ['numbers are double', rule({ type: 'number' }, { rule: 'self / 2.0 == 1.5', message: 'm' }), 3, []],
    [
      'a failed rule on a scalar shows it',
      rule(integer, { rule: 'self > 5', message: ' m ' }),
      3,
      ['f: Invalid value: 3: m'],
    ],
    [
      'without message the rule is shown',
      rule(integer, { rule: 'self > 5' }),
      3,
      ['f: Invalid value: 3: failed rule: self > 5'],
    ],
    [
      'messageExpression',
      rule(integer, { rule: 'self > 5', messageExpression: "string(self) + ' is small'" }),
      3,
      ['f: Invalid value: 3: 3 is small'],
    ],
    [
      'messageExpression that fails',
      rule(integer, { rule: 'self > 5', message: 'm', messageExpression: "'a'.substring(9)" }),
      3,
      ['f: Invalid value: 3: m'],
    ],
    [
      'reason Forbidden',
      rule(integer, { rule: 'false', message: 'm', reason: 'FieldValueForbidden' }),
      3,
      ['f: Forbidden: m'],
    ],
    [
      'reason Required',
      rule(integer, { rule: 'false', message: 'm', reason: 'FieldValueRequired' }),
      3,
      ['f: Required value: m'],
    ],
    [
      'reason Duplicate',
      rule(integer, { rule: 'false', message: 'm', reason: 'FieldValueDuplicate' }),
      3,
      ['f: Duplicate value: 3'],
    ],
    [
      'fieldPath',
      rule({ type: 'object', properties: { a: integer } }, { rule: 'has(self.a)', message: 'm', fieldPath: '.a' }),
      {},
      ['f.a: Invalid value: m'],
    ],
    [
      'error in the rule',
      rule(integer, { rule: '1 / self > 0', message: 'm' }),
      0,
      ['f: Invalid value: "integer": division by zero evaluating rule: m'],
    ],
    [
      'escaped names',
      rule(
        { type: 'object', properties: { in: integer, a__b: integer, 'c.d-e': integer } },
        { rule: 'self.__in__ + self.a__underscores__b + self.c__dot__d__dash__e == 6', message: 'm' },
      ),
      { in: 1, a__b: 2, 'c.d-e': 3 },
      [],
    ],
    [
      'unknown fields are not there',
      rule(
        { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: integer } },
        { rule: "!('b' in self)", message: 'm' },
      ),
      { b: 1 },
      [],
    ],
    [
      'lists and macros',
      rule(
        { type: 'array', items: text },
        { rule: "self.all(x, x.matches('^a')) && self.exists(x, size(x) == 2) && self[0].size() == 1", message: 'm' },
      ),
      ['a', 'ab'],
      [],
    ],
    [
      'maps',
      rule({ type: 'object', additionalProperties: integer }, { rule: 'self.all(k, self[k] > 1)', message: 'm' }),
      { a: 2, b: 1 },
      ['f: Invalid value: m'],
    ],
    [
      'timestamps',
      rule({ ...text, format: 'date-time' }, { rule: "self < timestamp('2030-01-01T00:00:00Z')", message: 'm' }),
      '2031-01-01T00:00:00Z',
      ['f: Invalid value: "2031-01-01T00:00:00Z": m'],
    ],
    [
      'int-or-string',
      rule(
        { 'x-kubernetes-int-or-string': true },
        { rule: "type(self) == int ? self < 5 : self.endsWith('%')", message: 'm' },
      ),
      '5%',
      [],
    ],
  ])('%s', (_, schema, value, want) => {
    expect(validateRules(schema, { f: value }).map(formatError)).toEqual(want);
  });

  test('the name of the object is there at its root, and nothing else of its metadata', () => {
    const schema: Schema = {
      type: 'object',
      'x-kubernetes-validations': [{ rule: "self.metadata.name == 'a' && !has(self.metadata.uid)" }],
    };
    expect(validateRules(schema, { metadata: { name: 'a', uid: 'u' } })).toEqual([]);
    expect(validateRules(schema, { metadata: { name: 'b' } })).toHaveLength(1);
  });

  test('transition rules wait for an old value in the same place', () => {
    const up: Schema = { ...integer, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf', message: 'only up' }] };
    const item: Schema = { type: 'object', properties: { k: text, v: up } };
    const keyed: Schema = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: item,
    };
    const schema: Schema = {
      type: 'object',
      properties: {
        f: up,
        map: { type: 'object', additionalProperties: up },
        keyed,
        plain: { type: 'array', items: item },
      },
    };
    const list = [
      { k: 'a', v: 5 },
      { k: 'b', v: 1 },
    ];
    const swapped = [
      { k: 'b', v: 0 },
      { k: 'a', v: 6 },
    ];
    const errors = (value: unknown, old?: unknown) => validateRules(schema, value, old).map(({ path }) => path);
    expect(errors({ f: 1 })).toEqual([]);
    expect(errors({ f: 1 }, {})).toEqual([]);
    expect(errors({ f: 1 }, { f: 2 })).toEqual(['f']);
    expect(errors({ map: { a: 1, b: 1 } }, { map: { a: 2, c: 9 } })).toEqual(['map[a]']);
    expect(errors({ keyed: swapped }, { keyed: list })).toEqual(['keyed[0].v']);
    expect(errors({ plain: swapped }, { plain: list })).toEqual([]);
  });

  test('other rules are not asked about what did not change', () => {
    const schema = rule(integer, { rule: 'self > 5', message: 'm' });
    expect(validateRules(schema, { f: 3, g: 1 }, { f: 3 })).toEqual([]);
    expect(validateRules(schema, { f: 3 }, { f: 4 })).toHaveLength(1);
  });

  test('an answer does not depend on what was asked before', () => {
    const block: Schema = {
      type: 'object',
      properties: { n: integer },
      'x-kubernetes-validations': [{ rule: 'self.n % 2 == 0', message: 'even' }, { rule: 'self == oldSelf' }],
    };
    const schema: Schema = { type: 'object', properties: { f: block, list: { type: 'array', items: block } } };
    const errors = (value: unknown, old?: unknown) => validateRules(schema, value, old).map(({ path }) => path);
    // An update lets pass what it leaves as it was.
    expect(errors({ list: [{ n: 1 }], f: { n: 2 } }, { list: [{ n: 1 }] })).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 250; n += 1) expect(errors({ f: { n } })).toEqual(n % 2 === 0 ? [] : ['f']);
      expect(errors({ list: [{ n: 1 }, { n: 2 }] })).toEqual(['list[0]']);
    }
    expect(errors({ f: { n: 4 } }, { f: { n: 2 } })).toEqual(['f']);
  });

  test.each<[string, Schema, boolean]>([
    ['nothing', integer, false],
    ['a change', rule(integer, { rule: 'self == oldSelf' }), false],
    ['a value', rule(integer, { rule: 'self > 0' }), true],
    ['a change or a value', rule(integer, { rule: 'self > 0 || self == oldSelf', optionalOldSelf: true }), true],
    ['what stands in a list', { type: 'array', items: rule(integer, { rule: 'self > 0' }) }, true],
    ['what stands under any key', { type: 'object', additionalProperties: rule(integer, { rule: 'true' }) }, true],
  ])('it is known whether rules speak of what is new: rules of %s', (_, schema, want) => {
    expect(judgesNew(schema)).toBe(want);
  });

  test('rules are not asked about an object that lacks something, which is said', () => {
    const schema: Schema = { ...rule(integer, { rule: 'false', message: 'm' }), required: ['g'] };
    expect(validateObject(schema, { f: 1 }).map(formatError)).toEqual([
      'g: Required value',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
  });

  test('a rule that is no CEL is told with its place', () => {
    expect(ruleProblems(rule(integer, { rule: 'self >' }))).toEqual([
      expect.stringMatching(/^openAPIV3Schema\.properties\[f\]\.x-kubernetes-validations\[0\]\.rule: /),
    ]);
    expect(Object.values(schemas).flatMap(({ openAPIV3Schema }) => ruleProblems(openAPIV3Schema))).toEqual([]);
  });
});

describe('our kinds', () => {
  type Spec = Readonly<Record<string, unknown>> | undefined;
  const check = (kind: keyof typeof schemas, spec: Spec, old?: Spec) => {
    const wrap = (value: Spec) => ({ metadata: { name: 'x' }, ...(value && { spec: value }) });
    const { openAPIV3Schema } = schemas[kind];
    return validateObject(openAPIV3Schema, wrap(spec), old && wrap(old)).map(formatError);
  };

  test.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ['type and id', { type: 'image', id: PROJECT }, []],
    ['imageRef', { imageRef: { name: 'a' } }, []],
    ['nothing', {}, ['spec.source: Invalid value: either imageRef or volumeRef alone, or both type and id are needed']],
    [
      'type without id',
      { type: 'image' },
      ['spec.source: Invalid value: either imageRef or volumeRef alone, or both type and id are needed'],
    ],
    [
      'both',
      { type: 'image', id: PROJECT, imageRef: { name: 'a' } },
      ['spec.source: Invalid value: either imageRef or volumeRef alone, or both type and id are needed'],
    ],
  ])('a volume source of %s', (_, source, want) => {
    expect(check('Volume', { ...inZone, source }, undefined)).toEqual(want);
  });

  test.each<[string, keyof typeof schemas, Spec, Spec, string[]]>([
    ['project', 'Network', place, { ...place, projectId: OTHER }, ['spec.projectId']],
    [
      'region',
      'Server',
      { ...place, machineType: 'a' },
      { ...place, machineType: 'a', region: 'eu02' },
      ['spec.region'],
    ],
    ['spec removed', 'Network', place, undefined, ['spec']],
    ['existingId set', 'Image', place, { ...place, existingId: 'a' }, ['spec.existingId']],
    ['existingId unset', 'Image', { ...place, existingId: 'a' }, place, ['spec.existingId']],
    ['existingId emptied', 'Network', { ...place, existingId: 'a' }, { ...place, existingId: '' }, ['spec.existingId']],
    [
      'existingId changed',
      'Volume',
      { ...inZone, existingId: 'a' },
      { ...inZone, existingId: 'b' },
      ['spec.existingId'],
    ],
    [
      'prefix length',
      'Network',
      { ...place, ipv4: { prefixLength: 24 } },
      { ...place, ipv4: { prefixLength: 25 } },
      ['spec.ipv4.prefixLength'],
    ],
    ['prefix removed, to come back another', 'Network', { ...place, ipv4: { prefixLength: 24 } }, place, ['spec']],
    ['routed', 'Network', { ...place, routed: false }, place, ['spec.routed']],
    ['zone of a volume', 'Volume', inZone, { ...inZone, availabilityZone: 'eu01-2' }, ['spec.availabilityZone']],
    ['source', 'Volume', { ...inZone, source: { imageRef: { name: 'a' } } }, inZone, ['spec.source']],
    ['performance class', 'Volume', inZone, { ...inZone, performanceClass: 'a' }, ['spec.performanceClass']],
    ['disk format', 'Image', { ...place, diskFormat: 'raw' }, { ...place, diskFormat: 'iso' }, ['spec.diskFormat']],
    [
      'class of the boot volume, by removing it',
      'Server',
      { ...place, machineType: 'a', bootVolume: { performanceClass: 'p' } },
      { ...place, machineType: 'a' },
      ['spec'],
    ],
    [
      'what STACKIT can change',
      'Server',
      { ...place, machineType: 'a', imageId: PROJECT },
      { ...place, machineType: 'b', imageRef: { name: 'i' }, userData: 'u', powerState: 'Inactive' },
      [],
    ],
    [
      'name servers',
      'Network',
      { ...place, ipv4: { prefixLength: 24 } },
      { ...place, name: 'n', ipv4: { prefixLength: 24, nameservers: ['9.9.9.9'] } },
      [],
    ],
    ['size', 'Volume', { ...inZone, size: 5 }, { ...inZone, size: 6 }, []],
  ])('refuse to change only what STACKIT cannot: %s', (_, kind, old, spec, paths) => {
    expect(check(kind, spec, old).map((error) => error.replace(/: .*/, ''))).toEqual(paths);
  });

  test('the reason of a refusal is told', () => {
    expect(check('Network', { ...place, projectId: OTHER }, place)).toEqual([
      `spec.projectId: Invalid value: "${OTHER}": projectId is immutable: the object lives in one project`,
    ]);
  });
});

describe('any value', () => {
  const { openAPIV3Schema } = schemas.Server;
  const key = fc.constantFrom(
    'spec',
    'status',
    'metadata',
    'powerState',
    'labels',
    'bootVolume',
    'size',
    'nics',
    'other',
    '__proto__',
  );
  const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, 1.5, 'Active', ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  test('has its defaults once it has them', () => {
    fc.assert(
      fc.property(json, (value) => {
        const once = applyDefaults(openAPIV3Schema, value);
        expect(applyDefaults(openAPIV3Schema, once)).toEqual(once);
      }),
    );
  });

  test('holds nothing unknown once it is pruned', () => {
    fc.assert(
      fc.property(json, (value) => {
        const once = prune(openAPIV3Schema, value);
        expect(prune(openAPIV3Schema, once.value)).toEqual({ value: once.value, unknown: [] });
      }),
    );
  });

  test('gets an answer, never an exception', () => {
    fc.assert(fc.property(json, json, (value, old) => Array.isArray(validateObject(openAPIV3Schema, value, old))));
  });
});
