import { type Problem, problem, type Spot } from "../problem/index.ts";

/**
 * The most errors, and the most warnings, reported per document; the user corrects those and checks the sheet again.
 */
const mostTold = 1_000;
/**
 * The most problems reported for all documents in a sheet; beyond that, each document with errors still reports its
 * first one.
 */
const mostOfSheet = 20_000;

/** Counts down the number of problems that the documents of a sheet may still report. */
export class SheetRoom {
  #left = mostOfSheet;
  readonly #notTold = { error: 0, warning: 0 };

  /** Returns whether to report one more problem; `anyway` allows it even beyond the limit. */
  take(severity: Problem["severity"], anyway: boolean): boolean {
    if (this.#left > 0) this.#left -= 1;
    else if (!anyway) this.#notTold[severity] += 1;
    return anyway || this.#notTold.error + this.#notTold.warning === 0;
  }

  /** Returns a problem with the number of problems that were not reported; none if all were. */
  more(where: Spot): Problem[] {
    const { error, warning } = this.#notTold;
    return error + warning === 0 ? [] : [moreThanTold(error + warning, error > 0 ? "error" : "warning", where)];
  }
}

/** Collects the problems of one document in order; beyond a limit, further problems are only counted. */
export class ToldProblems {
  readonly #room: SheetRoom;
  readonly #told: Problem[] = [];
  // Errors and warnings are counted separately, so that warnings do not displace errors.
  readonly #count = { error: 0, warning: 0 };

  constructor(room: SheetRoom) {
    this.#room = room;
  }

  get isNone(): boolean {
    return this.#count.error + this.#count.warning === 0;
  }

  /** When true, further errors are only counted. */
  get isFull(): boolean {
    return this.#count.error >= mostTold;
  }

  add(found: Problem): void {
    const { severity } = found;
    this.#count[severity] += 1;
    if (this.#count[severity] > mostTold) return;
    const isFirst = severity === "error" && this.#count.error === 1;
    if (this.#room.take(severity, isFirst)) this.#told.push(found);
  }

  all(where: Spot): Problem[] {
    const { error, warning } = this.#count;
    const more = Math.max(0, error - mostTold) + Math.max(0, warning - mostTold);
    return more === 0 ? this.#told : [...this.#told, moreThanTold(more, error > mostTold ? "error" : "warning", where)];
  }
}

function moreThanTold(count: number, severity: Problem["severity"], where: Spot): Problem {
  const message = `${count.toLocaleString("en")} more ${count === 1 ? "finding is" : "findings are"} not shown.`;
  const hint = "Correct the errors shown, then check again.";
  return problem("too-many-findings", message, hint, { where, severity });
}
