import type { Random } from "./random.ts";

/**
 * Time and order of a simulated world. Nothing really waits: ready tasks continue in a random order, and when none is
 * ready, time jumps to the next wake-up. The same seed gives the same world.
 */
export class World {
  readonly random: Random;
  /** The true time, Unix milliseconds. */
  time = Date.UTC(2026, 5, 15, 8);
  steps = 0;
  /** Number of boots of the computer, and the time of the last one. */
  starts = 1;
  startedAt = this.time;
  /** Called before every step. */
  onStep: () => void = () => undefined;
  readonly #ready: (() => void)[] = [];
  readonly #asleep: { readonly at: number; readonly go: () => void }[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** Lets other tasks run first, at random. */
  step(): Promise<void> {
    return new Promise((go) => this.#ready.push(go));
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((go) => this.in(milliseconds, go));
  }

  /** Calls `go` after this time, even if the caller has ended by then. */
  in(milliseconds: number, go: () => void): void {
    const sleeper = { at: this.time + milliseconds, go };
    let place = this.#asleep.length;
    while (place > 0 && (this.#asleep[place - 1]?.at ?? 0) < sleeper.at) place -= 1;
    this.#asleep.splice(place, 0, sleeper);
  }

  /** Runs the tasks until `until` is settled; throws if that can no longer happen. */
  async run(until: Promise<unknown>): Promise<void> {
    let over = false;
    const ended = (): void => {
      over = true;
    };
    until.then(ended, ended);
    await settled();
    while (!over) {
      this.next();
      await settled();
    }
    await until;
  }

  private next(): void {
    this.steps += 1;
    this.onStep();
    if (this.#ready.length === 0) {
      const first = this.#asleep.pop();
      if (first === undefined) throw new Error(`nothing can happen any more at step ${this.steps}`);
      this.time = Math.max(this.time, first.at);
      first.go();
      return;
    }
    this.time += this.random.below(30);
    while ((this.#asleep.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= this.time) {
      const due = this.#asleep.pop();
      if (due) this.#ready.push(due.go);
    }
    const place = this.random.below(this.#ready.length);
    const [go] = this.#ready.splice(place, 1);
    go?.();
  }
}

/** Resolves when all pending microtasks have run. */
function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
