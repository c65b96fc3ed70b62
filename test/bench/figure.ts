/** One promise about speed or size. */
export interface Figure {
  readonly name: string;
  readonly unit: 's' | 'MiB' | 'x' | '%' | 'calls' | 'calls/h';
  /** What must not be exceeded. */
  readonly goal: number;
  /** The goal is not reached yet: it is shown as missed, and `--check` lets it pass. @default false */
  readonly aim?: boolean;
  /** How often it is measured, where one time takes long or gives the same as the next. @default all runs */
  readonly runs?: number;
  /** Why it can't be measured here. */
  readonly hindrance?: () => string | undefined;
  /** Measured once more by each call, in {@link unit}. */
  measure(): Promise<number>;
  /** The least that anything could take here, for comparison. */
  readonly baseline: { readonly name: string; measure(): Promise<number> };
}

/** A measured {@link Figure}. */
export interface Verdict {
  readonly figure: Figure;
  readonly value: number;
  readonly baseline: number;
  readonly met: boolean;
}

/** Takes the median of several runs, each beside one of the baseline, so that a busy moment hits both. */
export async function judge(figure: Figure, runs: number): Promise<Verdict> {
  const values: number[] = [];
  const baselines: number[] = [];
  for (let run = 0; run < (figure.runs ?? runs); run += 1) {
    baselines.push(await figure.baseline.measure());
    values.push(await figure.measure());
  }
  const value = median(values);
  return { figure, value, baseline: median(baselines), met: value <= figure.goal };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
