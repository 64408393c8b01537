import type { Program } from "./program.ts";

/** What to do for one element of a familiar shape. */
export class PlanStep {
  /** Position among the elements of the shape, in document order. */
  readonly at: number;
  /** Position in `collectedNames`; −1 if no rule looks for the element's name. */
  readonly collect: number;
  /** The conditions that element names alone cannot decide; undefined if there are none. */
  readonly program: Program | undefined;

  constructor(at: number, collect: number, program: Program | undefined) {
    this.at = at;
    this.collect = collect;
    this.program = program;
  }
}

/** The steps for a shape, in document order. */
export type Plan = readonly PlanStep[];
