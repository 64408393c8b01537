import type { Random } from "../random.ts";

/**
 * The kind of a value, which determines where it must appear. `said` and `unknown`: undocumented; `number`,
 * `supplier`, `fact`: shown by get, the first two also by list; `kept`: documented, only in --json; `finding`, `leg`,
 * `verbose`: in a status; `entry`, `entry-json`: in a log.
 */
export type Seen =
  | "said"
  | "unknown"
  | "number"
  | "supplier"
  | "fact"
  | "kept"
  | "finding"
  | "leg"
  | "verbose"
  | "entry"
  | "entry-json";

/** A value that appears in one answer and nowhere else. */
export interface Plant {
  readonly marker: string;
  readonly seen: Seen;
  /** The name of the member that contains it. */
  readonly name: string;
}

/** Control sequences for terminals and for the logs of CI systems. */
const evil = ["\u001b]0;t\u0007", "\u001b[2J", "\u202e", "\u0000", "\u009b31m", "\n::error::", "\r\n"] as const;

/** Planted values, each in only one answer. */
export class Plants {
  readonly all: Plant[] = [];
  readonly #random: Random;
  readonly #prefix: string;
  readonly #token: string;

  constructor(random: Random, prefix: string, token: string) {
    this.#random = random;
    this.#prefix = prefix;
    this.#token = token;
  }

  /** A string with a marker; a few are hostile, and a few contain the token. */
  text(seen: Seen, name: string): string {
    const marker = this.#mark(seen, name);
    if (this.#random.oneIn(25)) return `${marker}${this.#random.pick(evil)}`;
    if (this.#random.oneIn(40)) return `${marker} Bearer ${this.#token}`;
    return this.#random.oneIn(6) ? `${marker} with more words` : marker;
  }

  /** A string with only the marker, for ids and numbers. */
  word(seen: Seen, name: string): string {
    return this.#mark(seen, name);
  }

  /** A string, a number, a list or an object. */
  value(seen: Seen, name: string): unknown {
    switch (this.#random.below(6)) {
      case 0:
        return [this.text(seen, name), this.text(seen, name)];
      case 1:
        return { inner: this.text(seen, name), when: null, list: [] };
      case 2:
        return [{ code: this.text(seen, name) }, { code: this.text(seen, name), deep: { er: this.text(seen, name) } }];
      case 3:
        return this.number(seen, name);
      default:
        return this.text(seen, name);
    }
  }

  /** A number that appears nowhere else. */
  number(seen: Seen, name: string): number {
    const marker = `7${String(this.all.length).padStart(3, "0")}${String(this.#random.below(1_000_000)).padStart(6, "0")}`;
    this.all.push({ marker, seen, name });
    return Number(marker);
  }

  #mark(seen: Seen, name: string): string {
    const marker = `${this.#prefix}${this.all.length.toString(36)}q`;
    this.all.push({ marker, seen, name });
    return marker;
  }
}
