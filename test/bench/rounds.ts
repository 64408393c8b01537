/** The figures of each measured version or program, round by round. */
export interface Measured {
  readonly part: string;
  readonly name: string;
  readonly unit: "ms" | "/s" | "MB";
  /** The names are `selfbill`, `before` (the commit it is compared with), `node -e 0` or a peer. */
  readonly series: Readonly<Record<string, readonly number[]>>;
}

/** Does the measured work once and resolves with the figure for this round. */
export type Work = () => Promise<number>;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Returns the median of the ratios within each round, because a machine that is slower during a round slows down both.
 */
export function ratio({ series }: Measured, one: string, other: string): number | undefined {
  const [ours, others] = [series[one], series[other]];
  return ours && others && median(ours.map((own, round) => own / (others[round] ?? Number.NaN)));
}

/**
 * Runs each piece of work once per round, in an order that changes from round to round, after `warmUp` uncounted
 * rounds.
 */
export async function interleaved(
  works: Readonly<Record<string, Work>>,
  rounds: number,
  warmUp = 1,
): Promise<Record<string, number[]>> {
  const names = Object.keys(works);
  const found: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    const order = names.map((_, at) => names[(at + Math.abs(round)) % names.length] as string);
    for (const name of order) {
      const took = await (works[name] as Work)();
      if (round >= 0) found[name]?.push(took);
    }
  }
  return found;
}
