import { AUTHORIZED, Lab } from '../support/lab';
import { protocol } from '../support/stackit-protocol';

afterAll(() => protocol.check());

describe('what people type', () => {
  test.each([
    ['PATCH', 'networks', 'GET, POST'],
    ['PUT', 'networks', 'GET, POST'],
    ['HEAD', 'networks', 'GET, POST'],
    ['OPTIONS', 'servers', 'GET, POST'],
    ['POST', 'machine-types', 'GET'],
    ['GET', '/token', 'POST'],
  ])('%s %s is told the methods that there are', async (method, path, allowed) => {
    const { status, headers, json } = await new Lab().call(method, path);
    expect([status, headers.allow, json]).toEqual([405, allowed, { code: 405, msg: 'method not allowed' }]);
  });

  test.each(['networks/', 'network', '/', '/v1/projects/x', '/v2//projects', 'networks//nics'])(
    'there is nothing at %s',
    async (path) => {
      const { status, json } = await new Lab().call('GET', path);
      expect([status, json]).toEqual([404, { code: 404, msg: 'path not found' }]);
    },
  );

  test.each([
    ['application/json', '{bad', 'failed to decode request body'],
    ['application/json', '', 'must be an object'],
    ['application/json', '[1]', 'must be an object'],
    ['application/json', '"x"', 'must be an object'],
    ['application/json', 'null', 'must be an object'],
    ['application/x-www-form-urlencoded', '{"name":"x"}', 'Content-Type has unexpected value'],
    ['text/plain', '{"name":"x"}', 'Content-Type has unexpected value'],
  ])('as %s the body %s is refused', async (type, text, message) => {
    const lab = new Lab();
    const headers = { ...AUTHORIZED, 'content-type': type, 'content-length': String(text.length) };
    const { status, json } = await lab.send('POST', 'networks', Buffer.from(text), headers);
    expect([status, json.code, json.msg]).toEqual([400, 400, expect.stringContaining(message)]);
    expect(lab.sim.objects('network').filter(({ name }) => name === 'x')).toEqual([]);
  });
});

describe('the admin routes', () => {
  test.each<[string, string, unknown, string]>([
    ['POST', 'permissions', {}, 'a denial needs an operationId'],
    ['POST', 'permissions', null, 'a denial needs an operationId'],
    ['POST', 'permissions', { operationId: 'CreatServer' }, 'operationId "CreatServer" is that of no operation'],
    ['POST', 'permissions', { operationId: 'creat*' }, 'operationId "creat*" is that of no operation'],
    ['POST', 'permissions', { operationId: '*', user: 'a' }, 'user is unknown, known are caller, '],
    ['POST', 'permissions', { operationId: '*', caller: 1 }, 'caller must be a text, not 1'],
    ['POST', 'tokens', { email: 'nobody' }, 'email must be an e-mail address, not "nobody"'],
    ['POST', 'tokens', { email: 1 }, 'email must be an e-mail address, not 1'],
    ['POST', 'service-accounts', {}, 'a service account needs an email'],
    ['POST', 'service-accounts', { email: '' }, 'email must be an e-mail address'],
    ['POST', 'federations', { email: 'a@x' }, 'a federation needs email and issuer'],
    ['POST', 'federations', { email: 'a@x', issuer: 'i', claims: { sub: 1 } }, 'claims of a federation'],
    ['POST', 'federations', { email: 'a@x', issuer: 'i', publicKey: 1 }, 'publicKey of a federation'],
    ['PUT', 'dump', {}, 'this is not what GET /admin/dump answered'],
    ['PUT', 'dump', null, 'this is not what GET /admin/dump answered'],
    ['PUT', 'dump', { scopes: [], objects: [{}] }, 'this is not what GET /admin/dump answered'],
    ['PUT', 'dump', { scopes: [1], objects: [] }, 'this is not what GET /admin/dump answered'],
  ])('%s %s refuses %j and changes nothing', async (method, path, body, said) => {
    const lab = new Lab();
    await lab.make('networks', { name: 'kept' });
    const before = lab.sim.state();
    const { status, json } = await lab.send(method, `/admin/${path}`, body);
    expect([status, json.error]).toEqual([400, expect.stringContaining(said)]);
    expect([lab.sim.state(), lab.sim.permissions.list(), lab.sim.federations.list()]).toEqual([before, [], []]);
  });

  test.each(['permissions', 'tokens', 'service-accounts', 'federations', 'faults', 'dump'])(
    'a body of %s that is no JSON is told',
    async (path) => {
      const method = path === 'dump' ? 'PUT' : 'POST';
      const { status, json } = await new Lab().send(method, `/admin/${path}`, Buffer.from('{bad'));
      expect([status, json.error]).toEqual([400, expect.stringContaining('the body is no JSON: ')]);
    },
  );
});
