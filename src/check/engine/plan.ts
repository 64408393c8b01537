import type { Program } from "./program.ts";

/** The steps for one element of a familiar shape. */
export class PlanStep {
  /** Position of the element among those of its shape, in document order. */
  readonly at: number;
  /** Position in `collectedNames`, −1 if no rule looks for its name. */
  readonly collect: number;
  /** The conditions that the names leave undecided; undefined if none. */
  readonly program: Program | undefined;

  constructor(at: number, collect: number, program: Program | undefined) {
    this.at = at;
    this.collect = collect;
    this.program = program;
  }
}

/** The steps for the elements of a shape, in document order. */
export type Plan = readonly PlanStep[];
