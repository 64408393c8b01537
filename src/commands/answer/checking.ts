import { redrawsLines, type Teller } from "./progress.ts";

/** Minimum number of documents for a progress line; fewer are checked too fast to need one. */
const fewest = 100;
const everyMilliseconds = 15_000;
/** Number of documents between two updates of the line. */
const everyDrawn = 25;

/** Shows the progress of checking many documents: one line redrawn on a terminal, otherwise a line every 15 seconds. */
export class Checking {
  readonly #desk: Teller;
  readonly #total: number;
  readonly #redraws: boolean;
  #count = 0;
  #said: number;

  constructor(total: number, desk: Teller) {
    this.#desk = desk;
    this.#total = total;
    this.#redraws = redrawsLines(desk);
    this.#said = total < fewest ? 0 : desk.now().getTime();
  }

  /** Counts one more checked document. */
  count(): void {
    this.#count += 1;
    if (this.#total < fewest) return;
    const line = `Checked ${shown(this.#count)} of ${shown(this.#total)} documents; nothing was sent yet.`;
    if (this.#redraws) {
      if (this.#count % everyDrawn === 0) this.#desk.live(line);
      return;
    }
    const now = this.#desk.now().getTime();
    if (now - this.#said < everyMilliseconds) return;
    this.#said = now;
    this.#desk.say(line);
  }

  end(): void {
    if (this.#redraws && this.#total >= fewest) this.#desk.live(undefined);
  }
}

const shown = (count: number): string => count.toLocaleString("en");
