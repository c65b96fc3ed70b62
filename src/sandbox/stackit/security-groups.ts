import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest, conflict, notFound } from './errors';
import { find, see, seeAll } from './find';
import type { Labels, SecurityGroupObject, SecurityGroupRuleObject } from './objects';
import { checkQuota } from './quotas';

const members = { name: check.genericName, description: check.description };
const createBody = check.object({ ...members, labels: check.labels, stateful: check.bool }, ['name']);
const updateBody = check.object({ ...members, labels: check.labelPatch });
const ruleBody = check.object(
  {
    protocol: (value, at) => protocolCheck(value, at),
    direction: check.oneOf('ingress', 'egress'),
    ethertype: check.oneOf('IPv4', 'IPv6'),
    description: check.description,
    ipRange: check.text({ max: 64 }),
    remoteSecurityGroupId: check.uuid,
    portRange: check.object({ min: check.integer(0, 65535), max: check.integer(0, 65535) }, ['min', 'max']),
    icmpParameters: check.object({ type: check.integer(0, 255), code: check.integer(0, 255) }, ['type', 'code']),
  },
  ['direction'],
);

const NUMBERS: Readonly<Record<string, number>> = {
  ah: 51,
  dccp: 33,
  egp: 8,
  esp: 50,
  gre: 47,
  icmp: 1,
  igmp: 2,
  ipip: 4,
  'ipv6-encap': 41,
  'ipv6-frag': 44,
  'ipv6-icmp': 58,
  'ipv6-nonxt': 59,
  'ipv6-opts': 60,
  'ipv6-route': 43,
  ospf: 89,
  pgm: 113,
  rsvp: 46,
  sctp: 132,
  tcp: 6,
  udp: 17,
  udplite: 136,
  vrrp: 112,
};

/** A name or a number (Q44). */
const protocolCheck: check.Check = (value, at) =>
  typeof value === 'number' ? check.integer(0, 255)(value, at) : check.oneOf(...Object.keys(NUMBERS))(value, at);

interface RulePayload extends Omit<SecurityGroupRuleObject, 'id' | 'securityGroupId' | 'protocol' | 'ethertype'> {
  readonly ethertype?: string;
  readonly protocol?: string | number;
}

function makeRule(call: Call, securityGroupId: string, payload: RulePayload): SecurityGroupRuleObject {
  const { direction, ethertype = 'IPv4', description, ipRange, remoteSecurityGroupId } = payload;
  const { portRange, icmpParameters, protocol } = payload;
  const isFull = portRange?.min === 0 && portRange.max === 65535;
  return {
    id: call.uuid(),
    securityGroupId,
    direction,
    ethertype,
    description,
    ipRange,
    remoteSecurityGroupId,
    // Left out of the answer when it covers everything (quirks.md Q43).
    portRange: isFull ? undefined : portRange,
    icmpParameters,
    protocol: protocol === undefined ? undefined : protocolOf(protocol),
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
}

/** Asked for by name or number, answered with both. */
function protocolOf(wanted: string | number): SecurityGroupRuleObject['protocol'] {
  if (typeof wanted === 'string') return { name: wanted, number: NUMBERS[wanted] };
  return { name: Object.keys(NUMBERS).find((name) => NUMBERS[name] === wanted), number: wanted };
}

/** A new group lets everything out, by IPv4 and IPv6 (quirks.md Q45). */
export function defaultRules(call: Call, groupId: string): readonly SecurityGroupRuleObject[] {
  return ['IPv4', 'IPv6'].map((ethertype) => makeRule(call, groupId, { direction: 'egress', ethertype }));
}

function createSecurityGroup(call: Call): Answer {
  createBody(call.body(), '');
  const {
    name,
    description,
    labels,
    stateful = true,
  } = call.body<{
    readonly name: string;
    readonly description?: string;
    readonly labels?: Labels;
    readonly stateful?: boolean;
  }>();
  checkQuota(call, { securityGroups: 1, securityGroupRules: 2 });
  const id = call.uuid();
  const value: SecurityGroupObject = {
    id,
    name,
    description,
    labels,
    stateful,
    rules: defaultRules(call, id),
    createdAt: call.timestamp(),
    updatedAt: call.timestamp(),
  };
  call.create('securityGroup', id, value, {});
  return { status: 201, body: value, resourceId: id };
}

function updateSecurityGroup(call: Call): Answer {
  updateBody(call.body(), '');
  const stored = find(call, 'securityGroup', call.param('securityGroupId'));
  const {
    name = stored.value.name,
    description = stored.value.description,
    labels,
  } = call.body<{
    readonly name?: string;
    readonly description?: string;
    readonly labels?: Readonly<Record<string, string | null>>;
  }>();
  const updated = call.update(stored, { name, description, labels: check.merge(stored.value.labels, labels) });
  return { status: 200, body: updated.value };
}

function deleteSecurityGroup(call: Call): Answer {
  const stored = find(call, 'securityGroup', call.param('securityGroupId'));
  for (const { value } of call.store.list('nic', call.scope)) {
    if (value.securityGroups?.includes(stored.id)) throw conflict();
  }
  call.remove(stored);
  return { status: 204 };
}

function createRule(call: Call): Answer {
  ruleBody(call.body(), '');
  const group = find(call, 'securityGroup', call.param('securityGroupId'));
  const payload = call.body<RulePayload>();
  if (payload.ipRange !== undefined && payload.remoteSecurityGroupId !== undefined) {
    throw badRequest('ipRange and remoteSecurityGroupId are mutually exclusive');
  }
  checkQuota(call, { securityGroupRules: 1 });
  const rule = makeRule(call, group.id, payload);
  call.update(group, { rules: [...group.value.rules, rule] });
  return { status: 201, body: rule, resourceId: rule.id };
}

function seeRule(call: Call): SecurityGroupRuleObject {
  const { rules } = see(call, 'securityGroup', call.param('securityGroupId')).value;
  const rule = rules.find(({ id }) => id === call.param('securityGroupRuleId'));
  if (rule === undefined) throw notFound('security group rule');
  return rule;
}

function deleteRule(call: Call): Answer {
  const rule = seeRule(call);
  const group = find(call, 'securityGroup', call.param('securityGroupId'));
  call.update(group, { rules: group.value.rules.filter(({ id }) => id !== rule.id) });
  return { status: 204 };
}

const GROUPS = '/v2/projects/{projectId}/regions/{region}/security-groups';
const GROUP = `${GROUPS}/{securityGroupId}`;
const RULE = `${GROUP}/rules/{securityGroupRuleId}`;

export const securityGroupOperations: readonly Operation[] = [
  {
    operationId: 'ListSecurityGroups',
    method: 'GET',
    path: GROUPS,
    effect: 'none',
    handler: (call) => ({ status: 200, body: { items: seeAll(call, 'securityGroup').map(({ value }) => value) } }),
  },
  { operationId: 'CreateSecurityGroup', method: 'POST', path: GROUPS, effect: 'created', handler: createSecurityGroup },
  {
    operationId: 'GetSecurityGroup',
    method: 'GET',
    path: GROUP,
    effect: 'none',
    handler: (call) => ({ status: 200, body: see(call, 'securityGroup', call.param('securityGroupId')).value }),
  },
  { operationId: 'UpdateSecurityGroup', method: 'PATCH', path: GROUP, effect: 'updated', handler: updateSecurityGroup },
  {
    operationId: 'DeleteSecurityGroup',
    method: 'DELETE',
    path: GROUP,
    effect: 'deleted',
    handler: deleteSecurityGroup,
  },
  {
    operationId: 'ListSecurityGroupRules',
    method: 'GET',
    path: `${GROUP}/rules`,
    effect: 'none',
    handler: (call) => {
      const { rules } = see(call, 'securityGroup', call.param('securityGroupId')).value;
      return { status: 200, body: { items: rules } };
    },
  },
  {
    operationId: 'CreateSecurityGroupRule',
    method: 'POST',
    path: `${GROUP}/rules`,
    effect: 'created',
    handler: createRule,
  },
  {
    operationId: 'GetSecurityGroupRule',
    method: 'GET',
    path: RULE,
    effect: 'none',
    handler: (call) => ({ status: 200, body: seeRule(call) }),
  },
  { operationId: 'DeleteSecurityGroupRule', method: 'DELETE', path: RULE, effect: 'deleted', handler: deleteRule },
];
