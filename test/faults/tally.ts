import { alignRows } from '../../src/cli/table';
import type { Share } from './pairs';
import type { Done } from './plan';
import { replay } from './run';

/** What a worker has done since it last told. */
export interface Report {
  readonly scenario: string;
  /** Runs by `scenario fault about`. */
  readonly runs: readonly (readonly [key: string, count: number])[];
  readonly violations: readonly { readonly command: string; readonly broken: readonly string[] }[];
  readonly share: Share;
}

/** Counts runs and keeps what they broke. */
export class Tally {
  readonly #runs = new Map<string, number>();
  readonly violations: { readonly command: string; readonly broken: readonly string[] }[] = [];
  readonly shares = new Map<string, Share>();

  /** How many runs there were. */
  get total(): number {
    return [...this.#runs.values()].reduce((sum, count) => sum + count, 0);
  }

  add({ job, result }: Done): void {
    const [fault = 'none', about = 'none'] = result.struck.length > 0 ? [faultOf(result), aboutOf(result)] : [];
    this.count(`${job.scenario.name} ${fault} ${about}`, 1);
    if (result.violations.length > 0) this.violations.push({ command: replay(job), broken: result.violations });
  }

  count(key: string, count: number): void {
    this.#runs.set(key, (this.#runs.get(key) ?? 0) + count);
  }

  /** What was added since the last call. */
  take(scenario: string, share: Share): Report {
    const report = { scenario, runs: [...this.#runs], violations: this.violations.splice(0), share: { ...share } };
    this.#runs.clear();
    return report;
  }

  merge({ scenario, runs, violations, share }: Report): void {
    for (const [key, count] of runs) this.count(key, count);
    this.violations.push(...violations);
    this.shares.set(scenario, share);
  }

  /** The runs in words: by scenario, by kind of object and by fault. */
  text(): string {
    return ['scenario', 'fault', 'kind'].map((title, index) => this.#table(title, index)).join('\n\n');
  }

  #table(title: string, index: number): string {
    const sums = new Map<string, number>();
    for (const [key, count] of this.#runs) {
      const name = key.split(' ')[index] ?? '';
      for (const part of index === 0 ? [name] : name.split('+')) sums.set(part, (sums.get(part) ?? 0) + count);
    }
    const rows = [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([name, count]) => [name, String(count)]);
    return alignRows([[title.toUpperCase(), 'RUNS'], ...rows]).join('\n');
  }
}

function faultOf({ struck }: Done['result']): string {
  return struck.map(({ kind }) => kind).join('+');
}

function aboutOf({ struck }: Done['result']): string {
  return struck.map(({ about }) => about).join('+');
}
