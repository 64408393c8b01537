import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** The figures of one row: those of this version, and those of the other one in the same rounds. */
export interface Figures {
  readonly name: string;
  readonly ours: readonly number[];
  readonly others: readonly number[];
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Median of the ratios within each round: a machine that slows down slows both. */
export function ratio({ ours, others }: Figures): number {
  return median(ours.map((own, round) => own / (others[round] ?? Number.NaN)));
}

/** A process that measures the rows of one version of the code, one after the other. */
export class Worker {
  readonly #process: ChildProcess;

  /** `bundle`: a file beside this program. */
  constructor(bundle: string) {
    this.#process = fork(join(__dirname, bundle), { stdio: "inherit" });
  }

  /** Milliseconds of processor time for one run. */
  ask(row: string, milliseconds: number): Promise<number> {
    return new Promise((answer, failed) => {
      const broken = (code: number | null) => failed(new Error(`${row}: the process ended with ${code}`));
      this.#process.once("exit", broken);
      this.#process.once("message", (took) => {
        this.#process.off("exit", broken);
        answer(took as number);
      });
      this.#process.send({ row, milliseconds });
    });
  }

  stop(): void {
    this.#process.disconnect();
  }
}

/** Does each of `works` once a round, in turns that change from round to round, after `warmUp` rounds that do not count. */
export async function interleaved(
  works: ReadonlyArray<() => Promise<number>>,
  rounds: number,
  warmUp = 1,
): Promise<number[][]> {
  const found: number[][] = works.map(() => []);
  for (let round = -warmUp; round < rounds; round++) {
    const order = works.map((_, at) => (at + Math.abs(round)) % works.length);
    for (const at of order) {
      const took = await (works[at] as () => Promise<number>)();
      if (round >= 0) found[at]?.push(took);
    }
  }
  return found;
}
