import { availableParallelism, loadavg } from 'node:os';
import { alignRows } from '../../src/cli/table';
import { type Figure, judge, type Verdict } from './figure';
import { emptyTestFile } from './jest';
import { localApi } from './local-api';
import { providerMemory, providerStart } from './provider';
import { stackitCalls, stackitLatency, stackitList, stackitStall } from './stackit';
import { synth } from './synth';

const figures: readonly Figure[] = [
  providerStart,
  providerMemory,
  localApi,
  synth,
  emptyTestFile,
  stackitCalls,
  stackitLatency,
  stackitList,
  stackitStall,
];

/** Runs of each figure, of which the median counts. */
const RUNS = 5;

async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const verdicts: Verdict[] = [];
  for (const figure of figures) verdicts.push(await judge(figure, RUNS));
  const rows = verdicts.map(({ figure, value, baseline, met }) => [
    figure.name,
    `${value.toFixed(2)} ${figure.unit}`,
    `${baseline.toFixed(2)} ${figure.unit} (${figure.baseline.name})`,
    `<= ${figure.goal} ${figure.unit}`,
    met ? 'met' : 'MISSED',
  ]);
  console.log(alignRows([['FIGURE', 'VALUE', 'BASELINE', 'GOAL', 'VERDICT'], ...rows]).join('\n'));
  // Half of it is this benchmark's own.
  const [load = 0] = loadavg();
  if (load > 2 * availableParallelism())
    console.log(`\nThe machine is busy (load ${load.toFixed(1)}): times say little.`);
  if (check && verdicts.some(({ met }) => !met)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(`bench failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
