import { limits } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { type SendResult, sendResultOf } from "../../render/index.ts";
import type { SubmissionResult } from "../../report/index.ts";

const everyFiles = 10;
const everyMilliseconds = 15_000;
const minute = 60_000;

export type Teller = Pick<Desk, "environment" | "live" | "now" | "say" | "talkStyle">;

/** Whether a progress line can be redrawn in place; false for plain output, which is for screen readers. */
export function redrawsLines({ environment, talkStyle }: Teller): boolean {
  return talkStyle.isTerminal && environment.TERM !== "dumb" && !talkStyle.isPlain;
}

export class Progress {
  readonly #desk: Teller;
  readonly #files: number;
  readonly #start: number;
  readonly #redraws: boolean;
  #counts = { done: 0, refused: 0, doubt: 0, other: 0, sent: 0 };
  #said: number;

  constructor(files: number, desk: Teller) {
    this.#desk = desk;
    this.#files = files;
    this.#start = desk.now().getTime();
    this.#said = this.#start;
    this.#redraws = redrawsLines(desk);
    if (this.#redraws && files > 1) desk.live(this.#line(this.#start));
  }

  count(result: SubmissionResult): void {
    const { outcome, replayed } = result;
    const counts = this.#counts;
    counts[counted[sendResultOf(result) ?? "not_sent"]] += 1;
    if (!replayed && outcome !== "invalid") counts.sent += 1;
    if (this.#files < 2) return;
    const now = this.#desk.now().getTime();
    if (this.#redraws) {
      this.#desk.live(this.#line(now));
      return;
    }
    if (this.#tried % everyFiles !== 0 && now - this.#said < everyMilliseconds) return;
    this.#said = now;
    this.#desk.say(this.#line(now));
  }

  end(): void {
    if (this.#redraws) this.#desk.live(undefined);
  }

  get #tried(): number {
    const { done, refused, doubt, other } = this.#counts;
    return done + refused + doubt + other;
  }

  #line(now: number): string {
    const { done, refused, doubt, other } = this.#counts;
    const rest = other === 0 ? "" : `, ${other} not sent`;
    return `${this.#tried} of ${this.#files} files: ${done} done, ${refused} refused, ${doubt} in doubt${rest}; ${this.#left(now)}`;
  }

  /** Allows for the account's rate limit. */
  #left(now: number): string {
    const left = this.#files - this.#tried;
    if (left === 0) return "nothing left";
    const { sent } = this.#counts;
    if (this.#tried === 0) return `${left} left`;
    const passed = now - this.#start;
    const byPace = Math.floor((sent + left - 1) / limits.requestsPerMinute) * minute - passed;
    const most = Math.max((passed / this.#tried) * left, sent === 0 ? 0 : byPace);
    if (most < minute) return "less than a minute left";
    const minutes = Math.ceil(most / minute);
    return minutes < 120 ? `about ${minutes} minutes left` : `about ${Math.ceil(minutes / 60)} hours left`;
  }
}

const counted: Readonly<Record<SendResult, "done" | "refused" | "doubt" | "other">> = {
  created: "done",
  refused: "refused",
  in_doubt: "doubt",
  not_sent: "other",
};
