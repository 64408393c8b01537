import type { UblElement } from "../../ubl/index.ts";
import type { Program } from "./program.ts";

/** Entries per list. A single growing list would leave a copy behind each time it is reallocated. */
const size = 4_096;

interface Block {
  readonly elements: UblElement[];
  readonly programs: Program[];
}

/**
 * Elements outside the lines, which are evaluated after the walk. Keeps for each element its program (the rules that
 * apply) and the number of line findings before it.
 */
export class Deferred {
  readonly #blocks: Block[] = [];
  #last: Block = { elements: [], programs: [] };
  /**
   * Indexes of the elements at which the number of preceding line findings rises; `#before` contains the new numbers.
   */
  readonly #from: number[] = [];
  readonly #before: number[] = [];
  #count = 0;

  constructor() {
    this.#blocks.push(this.#last);
  }

  get first(): UblElement | undefined {
    return this.#blocks[0]?.elements[0];
  }

  /** Replaces the program of the first element. */
  askFirst(program: Program): void {
    const [block] = this.#blocks;
    if (block) block.programs[0] = program;
  }

  add(element: UblElement, program: Program, before: number): void {
    if (this.#last.elements.length === size) {
      this.#last = { elements: [], programs: [] };
      this.#blocks.push(this.#last);
    }
    this.#last.elements.push(element);
    this.#last.programs.push(program);
    if (before !== (this.#before.at(-1) ?? 0)) {
      this.#from.push(this.#count);
      this.#before.push(before);
    }
    this.#count += 1;
  }

  /** Visits the elements in order, until `take` returns false. */
  each(take: (element: UblElement, program: Program, before: number) => boolean): void {
    let [at, run, before] = [0, 0, 0];
    for (const { elements, programs } of this.#blocks)
      for (let index = 0; index < elements.length; index++, at++) {
        if (this.#from[run] === at) before = this.#before[run++] as number;
        if (!take(elements[index] as UblElement, programs[index] as Program, before)) return;
      }
  }
}
