const warmUp = 1_000;
const rounds = 7;
const roundLength = 700;

/**
 * Runs `work` for a second to warm up, then in seven rounds of at least 0.7 s, and prints the median of the rounds: runs a second and
 * milliseconds a run, with the best and worst round, so that a noisy machine shows.
 */
export function measure(name: string, work: () => unknown): void {
  let kept: unknown;
  const run = (milliseconds: number): number => {
    const start = performance.now();
    let count = 0;
    let now = start;
    do {
      kept = work();
      count += 1;
      now = performance.now();
    } while (now - start < milliseconds);
    return (now - start) / count;
  };
  run(warmUp);
  const times = Array.from({ length: rounds }, () => run(roundLength)).sort((a, b) => a - b);
  const [best = 0, median = 0, worst = 0] = [times[0], times[Math.floor(rounds / 2)], times[rounds - 1]];
  const perSecond = Math.round(1000 / median).toLocaleString("en");
  const found = Array.isArray(kept) ? `, ${kept.length} findings` : "";
  console.log(
    `${name.padEnd(52)} ${perSecond.padStart(9)}/s  ${median.toFixed(3)} ms  (${best.toFixed(3)}–${worst.toFixed(3)}${found})`,
  );
}
