import { type Problem, problem, type Spot } from "../problem/index.ts";

/** Errors, and warnings, that are told of the cells of one document; a person corrects them and reads the sheet again. */
const mostTold = 1_000;

/** Problems of the cells of a document, in their order: of very many the first, and how many more there are. */
export class ToldProblems {
  readonly #told: Problem[] = [];
  // Each severity by itself: warnings never take the place of what must be corrected.
  readonly #count = { error: 0, warning: 0 };

  get isNone(): boolean {
    return this.#told.length === 0;
  }

  add(found: Problem): void {
    this.#count[found.severity] += 1;
    if (this.#count[found.severity] <= mostTold) this.#told.push(found);
  }

  /** `where`: the document. */
  all(where: Spot): Problem[] {
    const { error, warning } = this.#count;
    const more = error + warning - this.#told.length;
    if (more === 0) return this.#told;
    const message = `${more.toLocaleString("en")} more ${more === 1 ? "finding is" : "findings are"} not shown.`;
    const severity = error > mostTold ? "error" : "warning";
    const hint = "Correct the errors shown, then check again.";
    return [...this.#told, problem("too-many-findings", message, hint, { where, severity })];
  }
}
