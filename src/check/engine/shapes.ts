import { interned, type UblElement } from "../../ubl/index.ts";
import { isEmptyText } from "../xpath.ts";
import type { Plan } from "./plan.ts";

/**
 * Elements share a shape if they and all their descendants have the same names in the same order. Shapes grow child by
 * child: the shape of an element is that of the same element without its last child, plus the shape of that child.
 */
export class Shape {
  readonly name: string;
  readonly isLine: boolean;
  /** The shape without children. */
  readonly start: Shape;
  readonly #before: Shape | undefined;
  readonly #child: Shape | undefined;
  readonly #next = new Map<Shape, Shape>();
  /** The last child added and the resulting shape, cached because elements resemble one another. */
  lastChild: Shape | undefined;
  #lastNext: Shape | undefined;
  /** How often the shape has occurred below a root; `plan` is its plan there once it is familiar. */
  seen = 0;
  plan: Plan | undefined;

  constructor(name: string, before?: Shape, child?: Shape) {
    this.name = name;
    this.isLine = name === "cac:InvoiceLine" || name === "cac:CreditNoteLine";
    this.start = before?.start ?? this;
    this.#before = before;
    this.#child = child;
  }

  /** The shape with one more child; undefined if it is unknown and `mayMake` returns false. */
  with(child: Shape, mayMake: () => boolean): Shape | undefined {
    if (this.lastChild === child) return this.#lastNext;
    let next = this.#next.get(child);
    if (next === undefined) {
      if (!mayMake()) return undefined;
      next = new Shape(this.name, this, child);
      this.#next.set(child, next);
    }
    this.lastChild = child;
    this.#lastNext = next;
    return next;
  }

  children(): Shape[] {
    const found: Shape[] = [];
    for (let at: Shape = this; at.#child && at.#before; at = at.#before) found.push(at.#child);
    return found.reverse();
  }
}

/** Names come from files, so the cache is limited. */
const maxShapes = 5000;

/** The shapes found in documents whose root has this name. */
export class Shapes {
  /** The root's shape without children; nested elements never start from it. */
  readonly root: Shape;
  readonly #starts = new Map<string, Shape>();
  #made = 0;
  readonly #mayMake = (): boolean => {
    this.#made += 1;
    return this.#made <= maxShapes;
  };

  constructor(rootName: string) {
    this.root = new Shape(rootName);
  }

  #start(name: string): Shape | undefined {
    const known = this.#starts.get(name);
    if (known !== undefined || !this.#mayMake()) return known;
    const made = new Shape(interned(name));
    this.#starts.set(made.name, made);
    return made;
  }

  /**
   * Adds the element and all its descendants to `found`, in document order. Undefined if any of these is empty, if a
   * descendant is a line, or if too many shapes are known. `like`: a shape that the element may have.
   */
  of(element: UblElement, found: UblElement[], like?: Shape): Shape | undefined {
    found.push(element);
    const { children, name } = element;
    let shape = like !== undefined && like.name === name ? like.start : this.#start(name);
    if (children.length === 0) return isEmptyText(element.text) ? undefined : shape;
    for (let at = 0; at < children.length && shape !== undefined; at++) {
      const child = this.of(children[at] as UblElement, found, shape.lastChild);
      shape = child === undefined || child.isLine ? undefined : shape.with(child, this.#mayMake);
    }
    return shape;
  }

  /** The shape of a root with one more child. */
  grown(root: Shape, child: Shape): Shape | undefined {
    return root.with(child, this.#mayMake);
  }
}
