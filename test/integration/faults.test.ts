import { loadProvider } from '../faults/code';
import { FAULT_KINDS, type FaultKind } from '../faults/fault';
import { breakProvider, MUTANTS } from '../faults/mutants';
import { type Done, everySingle, oneOfEach, type PlanOptions } from '../faults/plan';
import { realRounds } from '../faults/real/rounds';
import { replay, run } from '../faults/run';
import type { Scenario } from '../faults/scenario';
import { scenarios } from '../faults/stories';
import { World } from '../faults/world';

const SEED = 1;
const code = loadProvider();

/** What a run broke, with the command that repeats it. */
const told = ({ job, result }: Done) => result.violations.map((broken) => `${replay(job)}: ${broken}`);

const isUpdate = ({ name }: Scenario) => name.startsWith('update-');

async function expectNothingBroken(plan: Pick<PlanOptions, 'scenarios' | 'kinds'>): Promise<FaultKind[]> {
  const struck: FaultKind[] = [];
  for await (const done of oneOfEach({ code, seed: SEED, ...plan })) {
    expect(told(done)).toEqual([]);
    expect(done.result.struck).toHaveLength(done.job.faults.length);
    struck.push(...done.result.struck.map(({ kind }) => kind));
  }
  return struck;
}

describe('a provider among faults', () => {
  it.each(scenarios.filter((scenario) => !isUpdate(scenario)).map((scenario) => [scenario.name, scenario] as const))(
    'keeps its promises in %s, whichever kind of fault strikes',
    async (_, scenario) => {
      expect((await expectNothingBroken({ scenarios: [scenario] })).length).toBeGreaterThan(10);
    },
    60_000,
  );

  it('keeps its promises in the update of each field, whichever kind of fault strikes', async () => {
    const struck = new Set<FaultKind>();
    for (const [index, scenario] of scenarios.filter(isUpdate).entries()) {
      const kinds = [index, index + 11].flatMap((place) => FAULT_KINDS[place % FAULT_KINDS.length] ?? []);
      for (const hit of await expectNothingBroken({ scenarios: [scenario], kinds })) struck.add(hit);
    }
    expect([...struck].sort()).toEqual([...FAULT_KINDS].sort());
  }, 60_000);

  it('does the same again for the same seed', async () => {
    const [scenario] = scenarios;
    if (!scenario) throw new Error('there are no scenarios');
    const job = { scenario, code, seed: 7, elected: true, faults: [{ kind: 'pause-after', at: 20 } as const] };
    expect((await run(job)).trace).toBe((await run(job)).trace);
  });
});

test('a run holds what the provider and STACKIT say to each other against STACKIT’s documents', async () => {
  const world = await World.open({ code, seed: SEED, faults: [], elected: false });
  const path = '/v2/projects/11111111-2222-4333-8444-555555555555/regions/eu01/networks';
  await world.stackit.handle({ method: 'GET', path, headers: { authorization: `Bearer ${world.token}` } });
  await world.close();
  expect([...world.protocol.covered]).toEqual(['ListNetworks']);
  expect(world.protocol.violations).toEqual([]);
}, 20_000);

describe('the bundled provider as a process', () => {
  it('keeps its promises while it is killed, and stands still past its lease', async () => {
    for await (const { violations } of realRounds({ rounds: 3, seed: SEED })) expect(violations).toEqual([]);
  }, 120_000);
});

describe('the harness', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    'notices when %s',
    async (_, mutant) => {
      const { root, remove } = breakProvider(mutant);
      try {
        const broken = loadProvider(root);
        const story = scenarios.filter(({ name }) => name === mutant.scenario);
        const kinds = mutant.fault === undefined ? [] : [mutant.fault];
        let violations: readonly string[] = [];
        for await (const { result } of everySingle({ code: broken, scenarios: story, seed: SEED, kinds })) {
          violations = result.violations;
          if (violations.length > 0) break;
        }
        expect(violations).not.toEqual([]);
      } finally {
        remove();
      }
    },
    60_000,
  );
});
