/** The same seed gives the same numbers on every machine (xorshift, 32 bits). */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Adjacent seeds must not give similar sequences, and zero would remain zero.
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) || 1;
    for (let turn = 0; turn < 8; turn++) this.bits();
  }

  bits(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }

  /** Returns a number from 0 to `below` - 1. */
  below(below: number): number {
    return this.bits() % below;
  }

  oneIn(of: number): boolean {
    return this.below(of) === 0;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }
}
