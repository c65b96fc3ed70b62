import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeySync } from '../../src/sandbox/stackit';
import { privateKeyOf, signJwt } from '../../src/sandbox/stackit/jwt';
import { AUTHORIZED, type Json, KEY, Lab, PROJECT } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

const OTHER = '66666666-6666-4666-8666-666666666666';
const ELSEWHERE = `/v2/projects/${OTHER}/regions/eu01`;
const NETWORK = '33333333-3333-3333-3333-333333333333';
const IMAGE = '22222222-2222-2222-2222-222222222222';

afterAll(() => protocol.check());

const as = (lab: Lab, email: string) => ({
  authorization: `Bearer ${lab.sim.tokens.issue({ email, subject: email }, 10_000)}`,
});

describe('quotas', () => {
  const server = {
    name: 'a',
    machineType: 'g1.2',
    networking: { networkId: NETWORK },
    bootVolume: { source: { type: 'image', id: IMAGE }, size: 10 },
  };

  test.each<[string, number, string, Json, number]>([
    ['networks', 1, 'networks', { name: 'a' }, 403],
    ['nics', 0, `networks/${NETWORK}/nics`, {}, 403],
    ['publicIps', 0, 'public-ips', {}, 403],
    ['volumes', 1, 'volumes', { availabilityZone: 'eu01-1', size: 1 }, 413],
    ['gigabytes', 10, 'volumes', { availabilityZone: 'eu01-1', size: 11 }, 413],
    ['securityGroups', 1, 'security-groups', { name: 'a' }, 403],
    ['securityGroupRules', 1, 'security-groups', { name: 'a' }, 403],
    ['vcpu', 1, 'servers', server, 403],
    ['ram', 8191, 'servers', server, 403],
    ['nics', 0, 'servers', server, 403],
    ['volumes', 1, 'servers', server, 403],
  ])('%s of %i refuse a POST of %s', async (name, limit, path, body, status) => {
    const free = await new Lab().call('POST', path, body);
    expect(free.status).toBeLessThan(300);
    const lab = new Lab({ quotas: { [name]: limit } });
    await lab.call('GET', 'quotas');
    const before = lab.sim.state();
    expect((await lab.call('POST', path, body)).status).toBe(status);
    expect(lab.sim.state()).toEqual(before);
    const { quotas } = (await lab.call('GET', 'quotas')).json as { quotas: Record<string, Json> };
    expect(quotas[name]?.limit).toBe(limit);
  });

  test('count what is there, by a status of one’s own choice', async () => {
    const lab = new Lab({ quotas: { snapshots: 1, backups: 0 }, behaviour: { quotaStatus: { backups: 409 } } });
    const volumeId = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
    await lab.clock.advance(60_000);
    await lab.make('snapshots', { volumeId });
    await lab.clock.advance(60_000);
    expect((await lab.call('POST', 'snapshots', { volumeId })).status).toBe(413);
    expect((await lab.call('POST', 'backups', { source: { type: 'volume', id: volumeId } })).status).toBe(409);
    const { quotas } = (await lab.call('GET', 'quotas')).json as { quotas: Record<string, Json> };
    expect(quotas).toMatchObject({ snapshots: { usage: 1 }, backups: { usage: 0 }, networks: { limit: -1 } });
  });
});

describe('permissions', () => {
  test('are taken from a caller, an operation or a project, and given back', async () => {
    const lab = new Lab();
    const get = (path: string, email: string) => lab.send('GET', path, undefined, as(lab, email));
    lab.sim.permissions.deny({ caller: 'a@x', operationId: 'ListNetworks' });
    lab.sim.permissions.deny({ caller: 'b@x', operationId: 'List*', projectId: PROJECT });
    expect(await get('networks', 'a@x')).toMatchObject({ status: 403, json: { code: 403, msg: 'Forbidden' } });
    expect((await get('volumes', 'a@x')).status).toBe(200);
    expect((await get('volumes', 'b@x')).status).toBe(403);
    expect((await get(`${ELSEWHERE}/volumes`, 'b@x')).status).toBe(200);
    expect((await get('networks', 'c@x')).status).toBe(200);
    lab.sim.permissions.clear();
    expect((await get('networks', 'a@x')).status).toBe(200);
  });

  test('and everything else of the simulator can be had over HTTP', async () => {
    const lab = new Lab();
    const admin = (method: string, path: string, body?: unknown) => lab.send(method, `/admin/${path}`, body);
    expect((await admin('POST', 'permissions', { operationId: 'ListNetworks' })).status).toBe(204);
    expect((await lab.call('GET', 'networks')).status).toBe(403);
    expect(JSON.parse((await admin('GET', 'permissions')).text)).toEqual([{ operationId: 'ListNetworks' }]);
    expect((await admin('DELETE', 'permissions')).status).toBe(204);
    expect((await lab.call('GET', 'networks')).status).toBe(200);
    expect((await admin('POST', 'permissions', {})).status).toBe(400);
    const token = (await admin('POST', 'tokens', { email: 'a@x' })).json.access_token;
    const headers = { authorization: `Bearer ${token}` };
    expect((await lab.send('GET', 'networks', undefined, headers)).status).toBe(200);
    expect(lab.sim.journal.at(-1)?.caller).toBe('a@x');
    const account = await admin('POST', 'service-accounts', { email: 'second@sa.stackit.cloud' });
    expect(account).toMatchObject({ status: 201, json: { credentials: { iss: 'second@sa.stackit.cloud' } } });
    expect((await admin('POST', 'federations', { email: 'a@x', issuer: 'https://issuer' })).status).toBe(204);
    const { text } = await admin('GET', 'dump');
    await lab.make('networks', { name: 'later' });
    expect((await admin('PUT', 'dump', JSON.parse(text))).status).toBe(204);
    expect(lab.items(await lab.call('GET', 'networks'))).toHaveLength(1);
    expect((await admin('GET', 'nothing')).status).toBe(404);
    expect((await admin('PUT', 'journal')).status).toBe(405);
  });
});

describe('docs/simulator.md', () => {
  const text = readFileSync(join(__dirname, '../../docs/simulator.md'), 'utf8');
  const examples = [...text.matchAll(/\$ADMIN\/(\w+) -d '([^']+)'/g)].map(([, path = '', body = '']) => [path, body]);

  test('has examples', () => expect(examples.length).toBeGreaterThan(4));

  test.each(examples)('%s takes %s', async (path, body) => {
    const { status } = await new Lab().send('POST', `/admin/${path}`, JSON.parse(body));
    expect([201, 204]).toContain(status);
  });

  test('names every admin route and every kind of fault', async () => {
    const { json } = await new Lab().send('GET', '/admin/nothing');
    const routes = String(json.error).match(/\/admin\/[\w-]+/g) ?? [];
    expect(routes.length).toBeGreaterThan(6);
    for (const route of routes) expect(text).toContain(` ${route}\``);
    let kinds = '';
    try {
      new Lab().sim.faults.add({ effect: { kind: 'none' } } as never);
    } catch (error) {
      kinds = (error as Error).message.replace(/.*known are /, '');
    }
    const documented = [...text.matchAll(/^\| `(\w+)` \| (?:`|\|)/gm)].map(([, kind]) => kind);
    expect(documented.sort()).toEqual(kinds.split(', ').sort());
  });
});

describe('identities', () => {
  test('a further service account has tokens and key pairs of its own', async () => {
    const lab = new Lab();
    const key = makeKeySync({ email: 'second@sa.stackit.cloud' });
    lab.sim.tokens.addKey(key);
    const { kid, iss, sub, aud } = key.credentials;
    const now = Math.floor(lab.clock.now() / 1000);
    const claims = { iss, sub, aud, jti: 'one', iat: now, exp: now + 600 };
    const secret = privateKeyOf(String(key.credentials.privateKey));
    const assertion = signJwt(claims, { algorithm: 'RS512', kid, privateKey: secret });
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const { json } = await lab.send('POST', '/token', new URLSearchParams(grant));
    const headers = { authorization: `Bearer ${json.access_token}` };
    const pair = {
      name: 'own',
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
    };
    expect((await lab.send('POST', '/v2/keypairs', pair, headers)).status).toBe(201);
    expect((await lab.send('GET', '/v2/keypairs/own', undefined, AUTHORIZED)).status).toBe(404);
    expect(lab.sim.journal.at(-2)?.caller).toBe('second@sa.stackit.cloud');
  });
});

describe('workload identity federation', () => {
  const issuer = 'https://kubernetes.example';
  const sub = 'system:serviceaccount:a:b';
  const email = 'workload@sa.stackit.cloud';
  const secret = privateKeyOf(String(KEY.credentials.privateKey));

  function form(lab: Lab, claims: Json = {}, more: Record<string, string> = {}): URLSearchParams {
    const exp = Math.floor(lab.clock.now() / 1000) + 600;
    const token = signJwt(
      { iss: issuer, sub, aud: ['stackit', 'other'], exp, ...claims },
      {
        algorithm: 'RS256',
        kid: 'k',
        privateKey: secret,
      },
    );
    return new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:schwarz:params:oauth:client-assertion-type:workload-jwt',
      client_assertion: token,
      client_id: email,
      ...more,
    });
  }

  function trusting(): Lab {
    const lab = new Lab();
    lab.sim.federations.add({ email, issuer, claims: { sub, aud: 'stackit' }, publicKey: KEY.publicKey });
    return lab;
  }

  test('a trusted token is exchanged for one of its service account', async () => {
    const lab = trusting();
    const { status, json } = await lab.send('POST', '/oauth/v2/token', form(lab));
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await lab.send('GET', 'networks', undefined, headers)).status).toBe(200);
    expect(lab.sim.journal.at(-1)?.caller).toBe(email);
    expect(JSON.stringify(lab.sim.journal)).not.toContain(String(json.access_token));
  });

  test.each<[string, Json, Record<string, string>, number, string]>([
    ['of another issuer', { iss: 'https://evil' }, {}, 401, 'invalid_client'],
    ['of another subject', { sub: 'x' }, {}, 401, 'invalid_client'],
    ['that is expired', { exp: 1 }, {}, 401, 'invalid_client'],
    ['for another account', {}, { client_id: 'x@y' }, 401, 'invalid_client'],
    ['that is none', {}, { client_assertion: 'x' }, 400, 'invalid_request'],
    ['with another grant', {}, { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['of another type', {}, { client_assertion_type: 'x' }, 400, 'invalid_request'],
  ])('a token %s is refused', async (_, claims, more, status, error) => {
    const lab = trusting();
    expect(await lab.send('POST', '/oauth/v2/token', form(lab, claims, more))).toMatchObject({
      status,
      json: { error },
    });
  });

  test('a token signed by another key is refused', async () => {
    const lab = new Lab();
    lab.sim.federations.add({ email, issuer, publicKey: makeKeySync().publicKey });
    expect((await lab.send('POST', '/oauth/v2/token', form(lab))).status).toBe(401);
  });
});

describe('shared images', () => {
  const share = async (lab: Lab, body: Json, method = 'PUT') => {
    const id = String(lab.sim.objects('image', { projectId: PROJECT })[0]?.id);
    return lab.call(method, `images/${id}/share`, body);
  };
  const seen = async (lab: Lab) => lab.items(await lab.call('GET', `${ELSEWHERE}/images`)).map(({ name }) => name);

  test('are seen by those they are shared with, PATCH adds, DELETE takes away', async () => {
    const lab = new Lab();
    const { id } = lab.sim.add('image', { name: 'golden' }, { projectId: PROJECT });
    expect(await seen(lab)).toEqual([]);
    expect((await lab.call('GET', `images/${id}/share`)).status).toBe(404);
    expect((await share(lab, { projects: [PROJECT] })).json).toEqual({ projects: [PROJECT] });
    expect((await share(lab, { projects: [OTHER] }, 'PATCH')).json).toEqual({ projects: [PROJECT, OTHER] });
    expect(await seen(lab)).toEqual(['golden']);
    expect((await lab.call('GET', `images/${id}`)).json.scope).toBe('projects');
    const source = { type: 'image', id };
    const body = { availabilityZone: 'eu01-1', size: 10, source };
    expect((await lab.call('POST', `${ELSEWHERE}/volumes`, body)).status).toBe(201);
    expect((await lab.call('DELETE', `${ELSEWHERE}/images/${id}`)).status).toBe(403);
    expect((await lab.call('DELETE', `images/${id}/share/${OTHER}`)).status).toBe(204);
    expect((await lab.call('GET', `images/${id}/share/${OTHER}`)).status).toBe(404);
    expect(await seen(lab)).toEqual([]);
    expect((await share(lab, { parentOrganization: true })).json).toEqual({ parentOrganization: true });
    expect(await seen(lab)).toEqual(['golden']);
    expect((await lab.call('DELETE', `images/${id}/share`)).status).toBe(204);
    expect((await lab.call('GET', `images/${id}`)).json.scope).toBe('local');
  });

  test.each([{}, { parentOrganization: true, projects: [OTHER] }])('%j is refused', async (body) => {
    const lab = new Lab();
    lab.sim.add('image', {}, { projectId: PROJECT });
    expect((await share(lab, body)).status).toBe(400);
  });
});

describe('copies of volumes', () => {
  test('a snapshot keeps its volume unless the deletion cascades', async () => {
    const lab = new Lab({ speed: 'instant' });
    const id = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
    const snapshot = await lab.make('snapshots', { volumeId: id, name: 'monday' });
    expect((await lab.call('DELETE', `volumes/${id}`)).status).toBe(409);
    expect((await lab.call('DELETE', `volumes/${id}?cascade=true`)).status).toBe(204);
    expect(await lab.status(`snapshots/${snapshot}`)).toBe('404');
    const lax = new Lab({ speed: 'instant', behaviour: { snapshotsKeepVolume: false } });
    const other = await lax.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
    await lax.make('snapshots', { volumeId: other });
    expect((await lax.call('DELETE', `volumes/${other}`)).status).toBe(204);
  });

  test.each([true, false])('a volume made of a backup has its size, and a label of its own with Q54 %p', async (on) => {
    const lab = new Lab({ speed: 'instant', deviations: on ? ['Q54'] : [] });
    const id = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 12 });
    const backup = await lab.make('backups', { source: { type: 'volume', id } });
    const source = { type: 'backup', id: backup };
    const { json } = await lab.call('POST', 'volumes', { availabilityZone: 'eu01-2', source, labels: { a: 'b' } });
    expect(json).toMatchObject({ size: 12, labels: { a: 'b', ...(on ? { src_backup_id: backup } : {}) } });
    const zone = { availabilityZone: 'eu01-2', source: { type: 'volume', id } };
    expect((await lab.call('POST', 'volumes', zone)).status).toBe(400);
  });

  test('a failed snapshot, backup and restoration have states of their own', async () => {
    const lab = new Lab({ speed: 'instant' });
    const id = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
    const fail = (operationId: string) =>
      lab.sim.faults.add({ match: { operationId, nth: 1 }, effect: { kind: 'fail', message: 'no' } });
    fail('CreateSnapshot');
    const snapshot = await lab.make('snapshots', { volumeId: id });
    expect(await lab.status(`snapshots/${snapshot}`)).toBe('ERROR');
    expect(await lab.status(`volumes/${id}`)).toBe('AVAILABLE');
    const backup = await lab.make('backups', { source: { type: 'volume', id } });
    fail('RestoreBackup');
    await lab.call('POST', `backups/${backup}/restore`);
    expect(await lab.status(`volumes/${id}`)).toBe('ERROR_RESTORING-BACKUP');
  });

  test('the request of a snapshot can be asked for', async () => {
    const lab = new Lab({ speed: 'instant' });
    const volumeId = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
    const { headers } = await lab.call('POST', 'snapshots', { volumeId });
    const { json } = await lab.call('GET', `requests/${headers['x-request-id']}`);
    expect(json).toMatchObject({ requestType: 'SNAPSHOT', requestAction: 'CREATE', status: 'CREATED' });
  });
});

describe('deviations of the IaaS API', () => {
  test.each([true, false])('Q19, Q53 and Q97 %p', async (on) => {
    const lab = new Lab({ speed: 'instant', deviations: on ? ['Q19', 'Q53', 'Q97'] : [] });
    const network = await lab.make('networks', { name: 'island', routed: false });
    const nic = await lab.make(`networks/${network}/nics`, {});
    const ip = await lab.call('POST', 'public-ips', { networkInterface: nic });
    expect(ip.status).toBe(on ? 404 : 201);
    if (on) expect(ip.json.msg).toContain('is not reachable from subnet');
    const fast = { availabilityZone: 'eu01-1', size: 10, performanceClass: 'storage_premium_perf6' };
    const { json } = await lab.call('POST', 'volumes', fast);
    expect(json.performanceClass).toBe(on ? 'storage_premium_perf1' : 'storage_premium_perf6');
    const { status, text } = await lab.send('GET', 'networks');
    expect([status, text]).toEqual([401, on ? 'Jwt is missing' : '{"code":401,"msg":"Unauthorized"}']);
  });

  test('Q46: the order of NICs varies only when asked to', async () => {
    const orders = async (deviations: readonly 'Q46'[]) => {
      const lab = new Lab({ speed: 'instant', deviations });
      for (const name of ['a', 'b', 'c']) await lab.make(`networks/${NETWORK}/nics`, { name });
      const seen = new Set<string>();
      for (let call = 0; call < 40; call++) {
        const nics = lab.items(await lab.call('GET', `networks/${NETWORK}/nics`));
        seen.add(nics.map(({ name }) => name).join(''));
      }
      return seen.size;
    };
    expect(await orders(['Q46'])).toBe(2);
    expect(await orders([])).toBe(1);
  });
});

test('affinity groups know their servers, and a server names one that exists', async () => {
  const lab = new Lab({ speed: 'instant' });
  const group = await lab.make('affinity-groups', { name: 'apart', policy: 'hard-anti-affinity' });
  const server = {
    name: 'a',
    machineType: 'c1.2',
    networking: { networkId: NETWORK },
    imageId: IMAGE,
  };
  const id = await lab.make('servers', { ...server, affinityGroup: group });
  expect((await lab.call('GET', `affinity-groups/${group}`)).json.members).toEqual([id]);
  expect((await lab.call('POST', 'servers', { ...server, affinityGroup: OTHER })).status).toBe(404);
  const refused = await lab.call('POST', 'affinity-groups', { name: 'x', policy: 'none' });
  expect(refused).toMatchObject({ status: 400, json: { msg: 'The affinity group policy is not supported' } });
});

test('an image made of a volume has its size and a checksum', async () => {
  const lab = new Lab({ speed: 'instant' });
  const volume = await lab.make('volumes', { availabilityZone: 'eu01-1', size: 10 });
  const image = await lab.make(`volumes/${volume}/upload`, { name: 'golden', diskFormat: 'raw' });
  const { json } = await lab.call('GET', `images/${image}`);
  expect(json).toMatchObject({ status: 'AVAILABLE', importProgress: 100, size: 10 * 2 ** 30, minDiskSize: 10 });
  expect((json.checksum as Json).digest).toHaveLength(createHash('sha512').digest('hex').length);
});
