import type { Tally } from "./report.ts";
import type { Held, Watched } from "./soak-processes.ts";

/** What the second half may hold over the first. */
const allowed = {
  /** Bytes of heap, and bytes for each document that the sandbox got in between: it remembers the latest requests. */
  heap: { base: 2 * 1024 * 1024, sandbox: 4 * 1024, client: 0 },
  /** Bytes of memory in all, which Node gives back late. */
  resident: 48 * 1024 * 1024,
  handles: 2,
};

/** Fewest samples of a life that is judged: half of them are compared with the other half. */
const fewest = 8;

interface Sample extends Held {
  readonly documents: number;
}

/** One life of a process, from its start to its end, and what it held. */
export class Life {
  readonly #who: "sandbox" | "client";
  readonly #process: Watched;
  readonly #samples: Sample[] = [];

  constructor(who: "sandbox" | "client", process: Watched) {
    this.#who = who;
    this.#process = process;
  }

  /** Looks at the process, which must have nothing to do now; `documents` exist at this moment. */
  async look(documents: number): Promise<void> {
    this.#samples.push({ ...(await this.#process.held()), documents });
  }

  /** Compares the median of the second half of the samples with that of the first. */
  judge(tally: Tally): void {
    const samples = this.#samples;
    if (samples.length < fewest) return;
    const who = this.#who;
    const half = Math.floor(samples.length / 2);
    const [first, second] = [samples.slice(0, half), samples.slice(-half)];
    const grown = (what: keyof Sample): number => median(second, what) - median(first, what);
    const { base, [who]: each } = allowed.heap;
    const limits = {
      heap: base + each * Math.max(0, grown("documents")),
      resident: allowed.resident,
      handles: allowed.handles,
    };
    for (const what of ["heap", "resident", "handles"] as const) {
      const unit = what === "handles" ? 1 : 1024;
      const name = what === "handles" ? `${who}: open handles` : `${who}: ${words[what]} in KiB`;
      tally.most(`${name}, first half`, Math.round(median(first, what) / unit));
      tally.most(`${name}, second half`, Math.round(median(second, what) / unit));
      if (grown(what) > limits[what])
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

function median(samples: readonly Sample[], what: keyof Sample): number {
  const values = samples.map((each) => each[what]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
