import { redrawsLines, type Teller } from "./progress.ts";

/** With fewer documents than this, checking is too fast to need a progress line. */
const fewest = 100;
const everyMilliseconds = 15_000;
/** Number of documents between two updates of the line. */
const everyDrawn = 25;

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
