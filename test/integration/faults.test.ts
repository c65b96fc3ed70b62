import { loadProvider } from '../faults/code';
import { breakProvider, MUTANTS } from '../faults/mutants';
import { type Done, everySingle, oneOfEach } from '../faults/plan';
import { realRounds } from '../faults/real/rounds';
import { replay, run } from '../faults/run';
import { scenarios } from '../faults/stories';

const SEED = 1;
const code = loadProvider();

/** What a run broke, with the command that repeats it. */
const told = ({ job, result }: Done) => result.violations.map((broken) => `${replay(job)}: ${broken}`);

describe('a provider among faults', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'keeps its promises in %s, whichever kind of fault strikes',
    async (_, scenario) => {
      for await (const done of oneOfEach({ code, scenarios: [scenario], seed: SEED })) {
        expect(told(done)).toEqual([]);
        expect(done.result.struck).toHaveLength(done.job.faults.length);
      }
    },
    60_000,
  );

  it('does the same again for the same seed', async () => {
    const [scenario] = scenarios;
    if (!scenario) throw new Error('there are no scenarios');
    const job = { scenario, code, seed: 7, elected: true, faults: [{ kind: 'pause-after', at: 20 } as const] };
    expect((await run(job)).trace).toBe((await run(job)).trace);
  });
});

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
