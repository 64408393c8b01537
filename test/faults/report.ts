/** The result of a run, which can be repeated from `program`, `seed` and the version. */
export interface FaultReport {
  readonly program: string;
  readonly seed: number;
  /** Documents given to a command: one per file and command, including those that need not be sent. */
  readonly sends: number;
  /**
   * Create requests of which at least one byte reached the service's side, or its substitute. An accountant would call
   * this "sent".
   */
  readonly requests: number;
  /** Occurrences by kind of fault. */
  readonly faults: Readonly<Record<string, number>>;
  /** Occurrences by verdict: created, replayed, refused, not sent, in doubt … */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Documents that the service has more than once. */
  readonly duplicates: number;
  /** Documents reported as existing that do not exist, or documents to send that could not be completed. */
  readonly lost: number;
  /**
   * "Not sent" or "refused" for a document that exists; "created" for one that does not; doubt before anything could
   * have been sent.
   */
  readonly wrongVerdicts: number;
  /** Documents reported as in doubt although they were provably never sent. */
  readonly needlessDoubts: number;
  /** All other counts, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first twenty broken promises, in words; empty if every promise was kept. */
  readonly violations: readonly string[];
  readonly node: string;
  /** The journal's database and version, if not this computer's SQLite. */
  readonly database?: string;
  readonly seconds: number;
}

/** Options of a program run. */
export interface FaultOptions {
  /** Number of sends, points or files, depending on the program. */
  readonly count: number;
  /** Determines all randomness. */
  readonly seed: number;
  /** The program's own options (`--name value`), without the dashes. */
  readonly words: Readonly<Record<string, string>>;
  /** Progress lines go to stderr. */
  readonly say: (line: string) => void;
}

type Broken = "duplicates" | "lost" | "wrongVerdicts" | "needlessDoubts" | "other";

export class Tally {
  sends = 0;
  requests = 0;
  database: string | undefined;
  readonly #faults: Record<string, number> = {};
  readonly #verdicts: Record<string, number> = {};
  readonly #counts: Record<string, number> = {};
  readonly #broken: Record<Broken, number> = { duplicates: 0, lost: 0, wrongVerdicts: 0, needlessDoubts: 0, other: 0 };
  readonly #violations: string[] = [];
  readonly #since = performance.now();

  fault(kind: string, times = 1): void {
    this.#faults[kind] = (this.#faults[kind] ?? 0) + times;
  }

  verdict(word: string, times = 1): void {
    this.#verdicts[word] = (this.#verdicts[word] ?? 0) + times;
  }

  count(name: string, times = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + times;
  }

  /** Records the largest value under this name. */
  most(name: string, value: number): void {
    this.#counts[name] = Math.max(this.#counts[name] ?? 0, value);
  }

  /** Records a broken promise; `words` say where it was broken, so that it can be reproduced. */
  violation(kind: Broken, words: string): void {
    this.#broken[kind] += 1;
    if (this.#violations.length < 20) this.#violations.push(`${kind}: ${words}`);
  }

  get violated(): boolean {
    return this.#violations.length > 0;
  }

  /** The first violations; further ones are only counted. */
  get violations(): readonly string[] {
    return this.#violations;
  }

  report(program: string, seed: number): FaultReport {
    const { duplicates, lost, wrongVerdicts, needlessDoubts } = this.#broken;
    return {
      program,
      seed,
      sends: this.sends,
      requests: this.requests,
      faults: sorted(this.#faults),
      verdicts: sorted(this.#verdicts),
      duplicates,
      lost,
      wrongVerdicts,
      needlessDoubts,
      counts: sorted(this.#counts),
      violations: this.#violations,
      node: process.versions.node,
      ...(this.database === undefined ? {} : { database: this.database }),
      seconds: Math.round((performance.now() - this.#since) / 100) / 10,
    };
  }
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function reportText(report: FaultReport): string {
  const table = (title: string, counts: Readonly<Record<string, number>>): string[] => {
    const rows = Object.entries(counts).map(([name, count]) => `  ${name.padEnd(44)} ${grouped(count).padStart(10)}`);
    return rows.length === 0 ? [] : [title, ...rows];
  };
  const { duplicates, lost, wrongVerdicts, needlessDoubts, violations } = report;
  return [
    `${report.program}, seed ${report.seed}, Node ${report.node}: ${grouped(report.requests)} requests for ${grouped(report.sends)} documents given in ${report.seconds} s`,
    ...table("faults", report.faults),
    ...table("verdicts", report.verdicts),
    ...table("counts", report.counts),
    ...table("promises broken", {
      duplicates,
      lost,
      "wrong verdicts": wrongVerdicts,
      "needless doubts": needlessDoubts,
    }),
    ...violations.map((each) => `VIOLATION ${each}`),
    violations.length === 0 ? "every promise was kept" : "A PROMISE WAS BROKEN",
  ].join("\n");
}

/** Formats a count with separators: 1,234,567. */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}
