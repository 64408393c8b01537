import type { Tally } from "./report.ts";
import type { Held, Watched } from "./soak-processes.ts";

/** Allowed growth from the first to the second half. */
const allowed = {
  /** Bytes of heap beyond what the data explains. */
  heap: 2 * 1024 * 1024,
  /** Bytes of memory in total; Node releases memory late. */
  resident: 48 * 1024 * 1024,
  handles: 2,
};

/** Samples required to judge a process: one half of them is compared with the other. */
const fewest = 8;

/** The amount of data that a process has to hold when a sample is taken, which explains part of its memory. */
export interface Data {
  readonly documents: number;
  /** Bytes that the process must remember: for the sandbox, the latest requests with their answers. */
  readonly remembered: number;
}

interface Sample extends Held, Data {}

/** The samples of one process, from its start to its end. */
export class Life {
  readonly #who: "sandbox" | "client";
  readonly #process: Watched;
  readonly #samples: Sample[] = [];

  constructor(who: "sandbox" | "client", process: Watched) {
    this.#who = who;
    this.#process = process;
  }

  /** Takes a sample of the process, which must be idle now. */
  async look(data: Data): Promise<void> {
    this.#samples.push({ ...(await this.#process.held()), ...data });
  }

  /**
   * Compares the median of the second half of the samples with that of the first. A single step in memory does not
   * count as growth.
   */
  judge(tally: Tally): void {
    const samples = this.#samples;
    if (samples.length < fewest) return;
    const who = this.#who;
    const half = Math.floor(samples.length / 2);
    const [first, second] = [samples.slice(0, half), samples.slice(-half)];
    const grown = (what: keyof Sample): number => median(second, what) - median(first, what);
    const lasting = (what: keyof Held): number => grown(what) - (what === "handles" ? 0 : largestStep(samples, what));
    const explained = Math.max(0, grown("remembered"));
    const limits = { ...allowed, heap: allowed.heap + explained, resident: allowed.resident + explained };
    for (const what of ["heap", "resident", "handles"] as const) {
      const unit = what === "handles" ? 1 : 1024;
      const name = what === "handles" ? `${who}: open handles` : `${who}: ${words[what]} in KiB`;
      tally.most(`${name}, first half`, Math.round(median(first, what) / unit));
      tally.most(`${name}, second half`, Math.round(median(second, what) / unit));
      if (lasting(what) > limits[what])
        tally.violation(
          "other",
          `${name} grew in a life of ${samples.length} looks and ${grown("documents")} documents: ${samples.map((one) => Math.round(one[what] / unit)).join(" ")}`,
        );
    }
    tally.count(`${who}: lives that were judged`);
    tally.most(`${who}: looks at its longest life`, samples.length);
  }
}

const words = { heap: "heap", resident: "memory in all" };

/**
 * The largest step that lasts: by how much every sample after a moment exceeds every sample before it. A part of the
 * program that is loaded on first use explains one such step, but not a slope.
 */
function largestStep(samples: readonly Sample[], what: keyof Sample): number {
  const values = samples.map((each) => each[what]);
  const step = (at: number): number => Math.min(...values.slice(at)) - Math.max(...values.slice(0, at));
  return Math.max(0, ...values.slice(1).map((_, index) => step(index + 1)));
}

function median(samples: readonly Sample[], what: keyof Sample): number {
  const values = samples.map((each) => each[what]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
