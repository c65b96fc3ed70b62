import { availableParallelism, loadavg } from 'node:os';
import { alignRows } from '../../src/cli/table';
import { engineAdopt } from './engine-adopt';
import { engineRest, engineStart, engineUserData } from './engine-rest';
import { engineStacks } from './engine-stacks';
import { type Figure, judge, type Verdict } from './figure';
import { emptyTestFile } from './jest';
import { localApi } from './local-api';
import { providerMemory, providerStart } from './provider';
import { growth, importing, manyStacks, overhead } from './scale';
import { stackitCalls, stackitLatency, stackitList, stackitStall } from './stackit';
import { synth } from './synth';

/** Figures by the name with which they are run alone: `npm run bench -- engine-rest`. */
const suites: Readonly<Record<string, readonly Figure[]>> = {
  provider: [providerStart, providerMemory],
  sandbox: [localApi],
  synth: [synth],
  constructs: [importing, manyStacks, growth, overhead],
  jest: [emptyTestFile],
  stackit: [stackitCalls, stackitLatency, stackitList, stackitStall],
  'engine-stacks': engineStacks,
  'engine-rest': engineRest,
  'engine-start': engineStart,
  'engine-user-data': engineUserData,
  'engine-adopt': engineAdopt,
};

/** Runs of each figure, of which the median counts. */
const RUNS = 5;

/** @throws Error for a name that no suite has */
function chosen(names: readonly string[]): readonly Figure[] {
  return (names.length > 0 ? names : Object.keys(suites)).flatMap((name) => {
    const figures = suites[name];
    if (!figures) throw new Error(`there is no suite ${name}, only ${Object.keys(suites).join(', ')}`);
    return figures;
  });
}

async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const verdicts: Verdict[] = [];
  for (const figure of chosen(process.argv.slice(2).filter((word) => !word.startsWith('--')))) {
    const hindrance = figure.hindrance?.();
    if (hindrance === undefined) verdicts.push(await judge(figure, RUNS));
    else console.log(`${figure.name} is left out: ${hindrance}`);
  }
  const rows = verdicts.map(({ figure, value, baseline, met }) => [
    figure.name,
    `${value.toFixed(2)} ${figure.unit}`,
    `${baseline.toFixed(2)} ${figure.unit} (${figure.baseline.name})`,
    `<= ${figure.goal} ${figure.unit}`,
    met ? 'met' : figure.aim ? 'MISSED (an aim)' : 'MISSED',
  ]);
  console.log(alignRows([['FIGURE', 'VALUE', 'BASELINE', 'GOAL', 'VERDICT'], ...rows]).join('\n'));
  // Half of it is this benchmark's own.
  const [load = 0] = loadavg();
  if (load > 2 * availableParallelism())
    console.log(`\nThe machine is busy (load ${load.toFixed(1)}): times say little.`);
  if (check && verdicts.some(({ met, figure }) => !met && !figure.aim)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(`bench failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
