import type { Answer, Call, Operation } from './call';
import * as check from './check';
import { badRequest } from './errors';
import { find, see } from './find';
import type { AffinityGroupObject } from './objects';
import { create, destroy, REGION, read } from './rows';
import type { Stored } from './store';

const POLICIES = ['hard-affinity', 'soft-affinity', 'hard-anti-affinity', 'soft-anti-affinity'];
const createBody = check.object({ name: check.genericName, policy: check.text() }, ['name', 'policy']);

function bodyOf(call: Call, { id, value }: Stored<'affinityGroup'>) {
  const members: string[] = [];
  for (const server of call.view.list('server', call.scope)) {
    if (server.value.affinityGroup === id) members.push(server.id);
  }
  return { ...value, members };
}

function createAffinityGroup(call: Call): Answer {
  createBody(call.body(), '');
  const { name, policy } = call.body<AffinityGroupObject>();
  if (!POLICIES.includes(policy)) throw badRequest('The affinity group policy is not supported');
  const id = call.uuid();
  const stored = call.create('affinityGroup', id, { id, name, policy }, {});
  return { status: 201, body: bodyOf(call, stored), resourceId: id };
}

const GROUPS = `${REGION}/affinity-groups`;
const GROUP = `${GROUPS}/{affinityGroupId}`;

export const affinityGroupOperations: readonly Operation[] = [
  // This LIST takes no label_selector.
  read('ListAffinityGroups', GROUPS, (call) => ({
    status: 200,
    body: { items: [...call.view.list('affinityGroup', call.scope)].map((stored) => bodyOf(call, stored)) },
  })),
  create('CreateAffinityGroup', GROUPS, createAffinityGroup),
  read('GetAffinityGroup', GROUP, (call) => ({
    status: 200,
    body: bodyOf(call, see(call, 'affinityGroup', call.param('affinityGroupId'))),
  })),
  destroy('DeleteAffinityGroup', GROUP, (call) => {
    call.remove(find(call, 'affinityGroup', call.param('affinityGroupId')));
    return { status: 204 };
  }),
];
