import { builtin } from './builtin';
import { age, nameColumn, textColumn } from './columns';
import { eventProblems, strictEventProblems } from './event-check';
import { fieldsOf, isFields, type KubeObject } from './object';
import type { Resource, Schema } from './resource';
import { described, integer, objectReference, struct, text } from './shapes';

const time: Schema = { type: 'string', format: 'date-time' };
const microTime: Schema = { type: 'string', format: 'micro-time' };
const source = struct({ component: text, host: text });
const series = struct({ count: integer, lastObservedTime: microTime });

/** What an event of the core group always shows. */
const always = {
  eventTime: null,
  firstTimestamp: null,
  lastTimestamp: null,
  reportingComponent: '',
  reportingInstance: '',
  source: {},
};

/** Names that differ between the two versions of an event: stored (core/v1) to events.k8s.io/v1. */
const renamed: Readonly<Record<string, string>> = {
  involvedObject: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  firstTimestamp: 'deprecatedFirstTimestamp',
  lastTimestamp: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
  reportingComponent: 'reportingController',
};

/** Events, under the core group and under events.k8s.io: two views of the same objects. */
export function eventResources(): Resource[] {
  const common = {
    action: text,
    eventTime: microTime,
    reason: text,
    related: objectReference,
    reportingInstance: text,
    series,
    type: text,
  };
  const core = {
    involvedObject: described('What the event is about.', objectReference),
    message: described('What happened.', text),
    source,
    firstTimestamp: time,
    lastTimestamp: time,
    count: integer,
    reportingComponent: text,
  };
  const traits = {
    plural: 'events',
    kind: 'Event',
    shortNames: ['ev'],
    description: 'Event is a report of something that happened to an object.',
  };
  return [
    builtin({
      ...traits,
      fields: { ...common, ...core },
      columns: columns((object) => object),
      selectable: [
        ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
          (f) => `involvedObject.${f}`,
        ),
        ...['reason', 'reportingComponent', 'source', 'type'],
      ],
      check: (object) => eventProblems(object, 'reportingComponent'),
      read: (stored) => ({ ...always, ...stored }),
    }),
    {
      ...builtin({
        ...traits,
        group: 'events.k8s.io',
        fields: {
          ...common,
          ...Object.fromEntries(Object.entries(core).map(([name, schema]) => [renamed[name] ?? name, schema])),
        },
        columns: columns(toCore),
        selectable: ['reason', 'type', 'reportingController'],
        check: (object, old) => [
          ...eventProblems(toCore(object), 'reportingController'),
          ...strictEventProblems(toCore(object), old && toCore(old)),
        ],
        read: (stored) => rename({ ...always, ...stored }, renamed, 'events.k8s.io/v1'),
        write: toCore,
      }),
      key: '/events',
    },
  ];
}

function toCore(object: KubeObject): KubeObject {
  return rename(object, Object.fromEntries(Object.entries(renamed).map(([from, to]) => [to, from])), 'v1');
}

function rename(object: KubeObject, names: Readonly<Record<string, string>>, apiVersion: string): KubeObject {
  const entries = Object.entries(object).map(([name, value]) => [
    Object.hasOwn(names, name) ? names[name] : name,
    value,
  ]);
  return { ...Object.fromEntries(entries), apiVersion };
}

function columns(toStored: (object: KubeObject) => KubeObject): Resource['columns'] {
  const column = (
    name: string,
    description: string,
    cell: (event: KubeObject, now: number) => unknown,
    priority = 0,
  ) => ({
    ...textColumn(name, description, () => '', priority),
    cell: (object: KubeObject, now: number) => cell(toStored(object), now),
  });
  return [
    column('Last Seen', 'When it was seen last', (event, now) => age(lastSeen(event), now)),
    column('Type', 'Normal or Warning', (event) => event.type ?? ''),
    column('Reason', 'Why, in one word', (event) => event.reason ?? ''),
    column('Object', 'What the event is about', (event) => {
      const { kind, name } = fieldsOf(event.involvedObject);
      return `${String(kind ?? '').toLowerCase()}/${String(name ?? '')}`;
    }),
    column('Subobject', 'Part of the object', (event) => fieldsOf(event.involvedObject).fieldPath ?? '', 1),
    column(
      'Source',
      'Who reported it',
      (event) => fieldsOf(event.source).component ?? event.reportingComponent ?? '',
      1,
    ),
    column('Message', 'What happened', (event) => String(event.message ?? '').trim()),
    column(
      'First Seen',
      'When it was seen first',
      (event, now) => age(event.firstTimestamp ?? event.eventTime, now),
      1,
    ),
    column('Count', 'How often it was seen', (event) => String(fieldsOf(event.series).count ?? event.count ?? 1), 1),
    { ...nameColumn, priority: 1 },
  ];
}

function lastSeen(event: KubeObject): unknown {
  return (isFields(event.series) ? event.series.lastObservedTime : undefined) ?? event.lastTimestamp ?? event.eventTime;
}
