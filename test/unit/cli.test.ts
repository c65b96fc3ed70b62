import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCleanup } from '../../src/cli/cleanup';
import { describe as describeError, Failure, reasonOf } from '../../src/cli/failure';
import { openFolder } from '../../src/cli/folder';
import { environmentOf, instructions, type Settings } from '../../src/cli/settings';
import { liveTable, type Row, rowOf } from '../../src/cli/table';

const row = (name: string, ready: string, age: string): Row => ['Server', name, ready, 'ACTIVE', 'Active', age];

function recorded(isTTY: boolean) {
  const written: string[] = [];
  return { written, output: { isTTY, write: (text: string) => written.push(text) } };
}

describe('the live table', () => {
  test('on a pipe prints a row only when more than its age has changed, and when it is gone', () => {
    const { written, output } = recorded(false);
    const table = liveTable(output);
    table.show([row('a', 'False', '1s'), row('b', 'False', '1s')]);
    table.show([row('a', 'False', '2s'), row('b', 'False', '2s')]);
    table.show([row('a', 'True', '3s')]);
    expect(written.map((line) => line.trim().split(/\s+/).join(' '))).toEqual([
      'KIND NAME READY STATE REASON AGE',
      'Server a False ACTIVE Active 1s',
      'Server b False ACTIVE Active 1s',
      'Server a True ACTIVE Active 3s',
      'Server b gone',
    ]);
  });

  test('on a terminal takes back as many lines as it wrote', () => {
    const { written, output } = recorded(true);
    const table = liveTable(output);
    table.show([row('a', 'False', '1s'), row('b', 'False', '1s')]);
    table.show([row('a', 'True', '2s')]);
    expect(written[0]?.split('\n')).toHaveLength(4);
    expect(written[1]?.startsWith('\u001b[3A\u001b[J')).toBe(true);
  });

  test('shows the Ready condition, and a deletion whatever the condition says', () => {
    const object = {
      kind: 'Server',
      metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
      status: { state: 'ACTIVE', conditions: [{ type: 'Ready', status: 'True', reason: 'Active' }] },
    };
    const now = Date.parse('2026-01-01T00:01:30Z');
    expect(rowOf(object, now)).toEqual(['Server', 'a', 'True', 'ACTIVE', 'Active', '90s']);
    const deleting = { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:01:00Z' } };
    expect(rowOf(deleting, now)[4]).toBe('Deleting');
    expect(rowOf({ metadata: { name: 'new' } }, now)).toEqual(['', 'new', '', '', '', '']);
  });
});

describe('cleaning up', () => {
  test('runs every step, last first, even when one fails', async () => {
    const done: number[] = [];
    const failing = withCleanup(async (steps) => {
      steps.add(() => void done.push(1));
      steps.add(() => Promise.reject(new Error('stuck')));
      steps.add(() => void done.push(3));
    });
    await expect(failing).rejects.toThrow('stuck');
    expect(done).toEqual([3, 1]);
  });

  test('keeps the error that came first and adds what could not be undone', async () => {
    const failing = withCleanup(async (steps) => {
      steps.add(() => Promise.reject(new Error('stuck')));
      throw new Failure('could not do it', 'Do it later.');
    });
    const error = await failing.catch((caught: unknown) => caught);
    expect(describeError(error)).toBe(
      'sostackit: could not do it\n  Do it later.\n  Cleaning up failed as well: stuck',
    );
  });
});

describe('the reason of a failure', () => {
  test.each([
    [Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' }), 'the port is in use (EADDRINUSE)'],
    [new Error('first line\n    at somewhere'), 'first line'],
    [
      new AggregateError([], '', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      'connection refused (ECONNREFUSED)',
    ],
    ['thrown text', 'thrown text'],
  ])('%#: is one line', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

describe('the folder of a sandbox', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'sostackit-folder-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  test('is made with its parents, and removed with those that it made', () => {
    const folder = openFolder(join(parent, 'a/b'));
    const file = folder.write('kubeconfig', 'text');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    folder.remove();
    expect(readdirSync(parent)).toEqual([]);
    expect(existsSync(parent)).toBe(true);
  });

  test('that cannot be made is refused at once, with nothing half made', () => {
    expect(() => openFolder('/proc/sostackit/sandbox')).toThrow(
      /^could not make the folder \/proc\/sostackit\/sandbox: /,
    );
    writeFileSync(join(parent, 'file'), '');
    expect(() => openFolder(join(parent, 'file/a'))).toThrow(/file\/a: it is not a folder/);
    expect(() => openFolder(join(parent, 'a/b', 'x'.repeat(300)))).toThrow(/could not make the folder/);
    expect(readdirSync(parent)).toEqual(['file']);
  });

  test('stays when something else was put into it', () => {
    const folder = openFolder(join(parent, 'a'));
    folder.write('kubeconfig', 'text');
    writeFileSync(join(parent, 'a/mine'), '');
    folder.remove();
    expect(readdirSync(join(parent, 'a'))).toEqual(['mine']);
  });

  test('refuses a file that was there before, and leaves it as it was', () => {
    writeFileSync(join(parent, 'kubeconfig'), 'mine');
    const folder = openFolder(parent);
    expect(() => folder.write('kubeconfig', 'ours')).toThrow(/kubeconfig: it exists already/);
    folder.remove();
    expect(readFileSync(join(parent, 'kubeconfig'), 'utf8')).toBe('mine');
  });
});

describe('the settings', () => {
  const settings: Settings = {
    kubeconfig: null,
    iaasEndpoint: 'http://127.0.0.1:1',
    skeEndpoint: null,
    serviceEnablementEndpoint: null,
    tokenEndpoint: 'http://127.0.0.1:1/token',
    serviceAccountKeyPath: "/tmp/it's here/key.json",
    projectId: 'p',
    region: 'eu01',
    adminEndpoint: 'http://127.0.0.1:1/admin',
  };

  test('of an absent side set no variable', () => {
    expect(Object.keys(environmentOf(settings))).toEqual([
      'STACKIT_IAAS_ENDPOINT',
      'STACKIT_TOKEN_BASEURL',
      'STACKIT_SERVICE_ACCOUNT_KEY_PATH',
    ]);
  });

  test('are printed so that a shell takes them as they are', () => {
    expect(instructions(settings, { provider: false })).toContain(
      "export STACKIT_SERVICE_ACCOUNT_KEY_PATH='/tmp/it'\\''s here/key.json'\n",
    );
    expect(instructions(settings, { provider: false })).not.toContain('kubectl');
  });
});
