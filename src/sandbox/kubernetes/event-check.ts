import { type FieldProblem, invalidValue, required } from './failure';
import { qualifiedNameProblems } from './meta';
import { fieldsOf, type KubeObject, same } from './object';

const longest: Readonly<Record<string, number>> = { reportingInstance: 128, action: 128, reason: 128, message: 1024 };

/**
 * Problems of an event in its stored form. One with an `eventTime` has to be complete.
 *
 * @param controller what the request's version calls the reporting component
 */
export function eventProblems(event: KubeObject, controller: string): FieldProblem[] {
  const { namespace } = fieldsOf(event.involvedObject);
  const elsewhere = invalidValue('involvedObject.namespace', namespace ?? '', 'does not match event.namespace');
  const own = event.metadata.namespace;
  const unnamed = namespace === undefined || namespace === '';
  if (isUnset(event.eventTime)) {
    return (unnamed ? own === 'default' : namespace === own) ? [] : [elsewhere];
  }
  const reporter = typeof event.reportingComponent === 'string' ? event.reportingComponent : '';
  return [
    ...(unnamed && own !== 'default' && own !== 'kube-system' ? [elsewhere] : []),
    ...(reporter === '' ? [required(controller)] : []),
    ...qualifiedNameProblems(reporter).map((text) => invalidValue(controller, reporter, text)),
    ...['reportingInstance', 'action', 'reason']
      .filter((field) => isUnset(event[field]))
      .map((field) => required(field)),
    ...Object.entries(longest)
      .filter(([field, most]) => Buffer.byteLength(String(event[field] ?? '')) > most)
      .map(([field, most]) => invalidValue(field, '', `can have at most ${most} characters`)),
  ];
}

/** What events.k8s.io/v1 asks beyond that; `old` is the event before an update. */
export function strictEventProblems(event: KubeObject, old?: KubeObject): FieldProblem[] {
  if (old !== undefined) {
    return frozen
      .filter((field) => !same(filled(event[field]), filled(old[field])))
      .map((field) => invalidValue(field, event[field] ?? null, 'field is immutable'));
  }
  const { series } = event;
  const problems: FieldProblem[] = [];
  if (series !== undefined) {
    const { count, lastObservedTime } = fieldsOf(series);
    if (typeof count !== 'number' || count < 2) problems.push(invalidValue('series.count', '', 'should be at least 2'));
    if (isUnset(lastObservedTime)) problems.push(required('series.lastObservedTime'));
  }
  if (isUnset(event.eventTime)) problems.push(required('eventTime'));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    problems.push(invalidValue('type', '', `has invalid value: ${String(event.type ?? '')}`));
  }
  for (const field of ['firstTimestamp', 'lastTimestamp', 'count', 'source']) {
    if (filled(event[field]) !== undefined) problems.push(invalidValue(field, '', 'needs to be unset'));
  }
  return problems;
}

const frozen = [
  ...['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'type'],
  ...['eventTime', 'action', 'related', 'reportingComponent', 'reportingInstance'],
];

/** The value, or undefined when Go would take it for an unset one. */
function filled(value: unknown): unknown {
  return isUnset(value) || value === 0 || same(value, {}) ? undefined : value;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
