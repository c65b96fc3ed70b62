/** One promise about speed or size. */
export interface Figure {
  readonly name: string;
  readonly unit: 's' | 'MiB' | 'x';
  /** What must not be exceeded. */
  readonly goal: number;
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
  for (let run = 0; run < runs; run += 1) {
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
