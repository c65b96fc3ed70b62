import * as check from './check';
import { isTimezone } from './cron';
import { Refusal } from './errors';
import { skeRefusal } from './shapes';

const FULL_VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const LABEL_KEY = /^[A-Za-z0-9][A-Za-z0-9/_.-]{0,313}$/;
// As in the specification, which asks only that something of a schedule looks like this.
const CRON_FIELD = /^(?:\d+(?:,\d+)+|\d+[/-]\d+|\d+|\*)$/;
const CRON_NAMES = /^@(?:annually|yearly|monthly|weekly|daily|hourly|reboot)$/;
const CRON_EVERY = /^@every (?:\d+(?:ns|us|µs|ms|s|m|h))+$/;

const isDomain = (text: string): boolean =>
  text.length <= 254 &&
  text
    .replace(/\.$/, '')
    .split('.')
    .every((label) => DNS_LABEL.test(label));

function isSchedule(text: string): boolean {
  if (CRON_NAMES.test(text) || CRON_EVERY.test(text)) return true;
  const fields = text.trim().split(/ +/);
  return (
    fields.length >= 5 &&
    fields.length <= 7 &&
    fields.every((field, at) => CRON_FIELD.test(at === 0 ? field.replace(/^\*\//, '') : field))
  );
}

const version = check.object({ version: check.text({ test: (text) => FULL_VERSION.test(text) }) }, ['version']);
const instant = check.text({ test: (text) => !Number.isNaN(Date.parse(text)) });
const enabled = { enabled: check.bool };
const cron = check.text({ max: 128, test: isSchedule });

const nodepool = check.object(
  {
    name: check.text({ max: 15, test: (name) => DNS_LABEL.test(name) }),
    availabilityZones: check.list(check.text()),
    machine: check.object(
      { type: check.text(), image: check.object({ name: check.text(), version: check.text() }, ['name', 'version']) },
      ['type', 'image'],
    ),
    minimum: check.integer(0, 1000),
    maximum: check.integer(1, 1000),
    maxSurge: check.integer(0),
    maxUnavailable: check.integer(0),
    volume: check.object({ size: check.integer(20, 10_240), type: check.text() }, ['size']),
    cri: check.object({ name: check.oneOf('containerd') }),
    kubernetes: version,
    labels: check.object({}),
    taints: check.list(
      check.object(
        {
          effect: check.oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
          key: check.text(),
          value: check.text(),
        },
        ['effect', 'key'],
      ),
    ),
    allowSystemComponents: check.bool,
  },
  ['name', 'availabilityZones', 'machine', 'minimum', 'maximum', 'volume'],
);

const labels: check.Check = (value, at) => {
  check.object({})(value, at);
  for (const [key, item] of Object.entries(value as object)) {
    check.text({ max: 314, test: (text) => LABEL_KEY.test(text) })(key, `${at}/${key}`);
    check.text({ max: 63 })(item, `${at}/${key}`);
  }
};

const body = check.object(
  {
    kubernetes: version,
    nodepools: check.list(nodepool, 50),
    access: check.object({ idp: check.object({ ...enabled, type: check.oneOf('stackit') }, ['enabled', 'type']) }),
    audit: check.object(enabled, ['enabled']),
    extensions: check.object({
      acl: check.object({ ...enabled, allowedCidrs: check.list(check.text({ max: 64 }), 10) }, [
        'enabled',
        'allowedCidrs',
      ]),
      dns: check.object({ ...enabled, zones: check.list(check.text({ test: isDomain }), 20), gatewayApi: check.bool }, [
        'enabled',
      ]),
      observability: check.object({ ...enabled, instanceId: check.text() }, ['enabled', 'instanceId']),
      applicationLoadBalancer: check.object(enabled, ['enabled']),
    }),
    hibernation: check.object(
      {
        schedules: check.list(
          check.object(
            { start: cron, end: cron, timezone: check.text({ test: (text) => text === '' || isTimezone(text) }) },
            ['start', 'end'],
          ),
        ),
      },
      ['schedules'],
    ),
    labels,
    maintenance: check.object({
      autoUpdate: check.object({ kubernetesVersion: check.bool, machineImageVersion: check.bool }),
      timeWindow: check.object({ start: instant, end: instant }, ['start', 'end']),
    }),
    network: check.object({
      id: check.uuid,
      controlPlane: check.object({ accessScope: check.oneOf('PUBLIC', 'SNA') }),
      cni: check.object({ calico: check.object({}) }),
    }),
  },
  ['kubernetes', 'nodepools'],
);

/** Checks types and limits of a payload (ske.md §2, §2.1). @throws Refusal 400 in the shape of SKE */
export function checkClusterShape(payload: unknown): void {
  try {
    body(payload, '');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { msg } = error.body as { readonly msg: string };
    throw skeRefusal(error.status, msg.replace(/^request body has an error: /, 'invalid input: '));
  }
}
