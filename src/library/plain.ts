import {
  amount,
  type DocumentKind,
  documentShapes,
  type Field,
  formatAmount,
  memberOf,
  pathText,
  type SelfBilledDocument,
} from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { wrong } from "./finding.ts";
import type { DocumentPlace, Finding } from "./types.ts";

/** Maximum depth, greater than any document needs; it also stops the reading of a value that contains itself. */
const deepest = 40;
/** Maximum number of values read, so that a list that contains another list many times cannot exhaust memory. */
const most = 2_000_000;

/**
 * A copy of the caller's document: the caller's data does not change, and none of its code (such as getters) runs
 * later.
 */
export interface Plain {
  readonly document: SelfBilledDocument;
  /** Findings about values that cannot be part of a document. */
  readonly findings: readonly Finding[];
  /** The kind found by `readDocument`, `fromAnswer` or `fromUbl`; undefined for a plain document. */
  readonly kind: DocumentKind | undefined;
  /** Returns the place of a value in the text that it was read from; null if there is none. */
  place(path: string, of?: "value" | "name"): DocumentPlace | null;
}

/**
 * Copies a document, or the one in the result of `readDocument`, `fromAnswer` or `fromUbl`. Null and undefined count as
 * absent.
 */
export function plainDocument(given: unknown): Plain {
  const { document, kind, place } = within(given);
  const reader = new Reader();
  if (isAnswer(document)) {
    reader.refuse(
      "This is an answer of the service, not a document.",
      "Give its text to fromAnswer, and the value of that here.",
    );
    return { document: {} as SelfBilledDocument, findings: reader.findings, kind, place };
  }
  const copy = reader.read(document, [documentShapes.invoice, documentShapes["credit-note"]]);
  const isGroup = typeof copy === "object" && copy !== null && !Array.isArray(copy);
  if (!isGroup && reader.findings.length === 0) reader.refuse("This is not a document.", "Give an object.");
  const findings = reader.findings.map((each) => ({ ...each, ...place(each.path ?? "") }));
  return { document: (isGroup ? copy : {}) as SelfBilledDocument, findings, kind, place };
}

/**
 * Whether this is an answer from the service: an answer has prices and parties in different fields, so reading it as
 * a document would silently lose them.
 */
function isAnswer(given: unknown): boolean {
  return typeof given === "object" && given !== null && "id" in given && "meta_info" in given;
}

/**
 * Returns the document inside a result, or the value itself. No field of a document is named `document`, so a group
 * with that member is a result.
 */
function within(given: unknown): Pick<Plain, "kind" | "place"> & { readonly document: unknown } {
  const nowhere = () => null;
  if (typeof given !== "object" || given === null || !("document" in given))
    return { document: given, kind: undefined, place: nowhere };
  const { document, kind, place } = given as { document: unknown; kind?: unknown; place?: unknown };
  return {
    document,
    kind: kind === "invoice" || kind === "credit-note" ? kind : undefined,
    place: typeof place === "function" ? (place as Plain["place"]) : nowhere,
  };
}

/**
 * Returns a number as a string; undefined unless it identifies exactly one decimal: at most 15 digits, because every
 * such decimal survives conversion to a binary number, and below 2^46, where numbers still distinguish each fils from
 * the next. A longer amount parsed by JSON.parse could otherwise pass for a shorter one (Decision 94). A bigint is
 * always exact.
 */
export function exactText(value: number | bigint): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (!(Math.abs(value) < 2 ** 46)) return undefined;
  const text = formatAmount(amount(String(value)));
  return text.replace(/\D/g, "").replace(/^0+/, "").length <= 15 ? text : undefined;
}

class Reader {
  readonly findings: Finding[] = [];
  /** The path of the current value. One list serves all values, because only the paths of rejected ones are needed. */
  readonly #trail: PropertyKey[] = [];
  #left = most;

  /**
   * Copies a value. `fields` are the fields that it may represent in an invoice and in a credit note; empty for an
   * unknown field.
   */
  read(value: unknown, fields: readonly Field[]): unknown {
    this.#left -= 1;
    if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
    if (typeof value !== "object") return this.#scalar(value, fields);
    const depth = this.#trail.length;
    if (depth > deepest || this.#left < (Array.isArray(value) ? value.length : 0))
      return this.refuse("The value is nested too deeply or is too big.", "Give a document.");
    try {
      return Array.isArray(value)
        ? Array.from(value, (item, at) => this.#member(at, item, itemsOf(fields)) ?? "")
        : this.#group(value as Record<string, unknown>, fields);
    } catch {
      this.#trail.length = depth;
      return this.refuse("The value cannot be read.", "Give plain data.");
    }
  }

  refuse(message: string, hint: string): undefined {
    const where = this.#trail.length === 0 ? {} : { path: pathText(this.#trail) };
    this.findings.push(wrong(message, hint, where, "wrong-value"));
  }

  #member(key: PropertyKey, value: unknown, fields: readonly Field[]): unknown {
    this.#trail.push(key);
    const copy = this.read(value, fields);
    this.#trail.pop();
    return copy;
  }

  #scalar(value: unknown, fields: readonly Field[]): unknown {
    if (typeof value === "number" || typeof value === "bigint") return this.#number(value, fields);
    // Accepts a boolean in an unknown field, because the field itself is reported elsewhere.
    if (typeof value === "boolean" && fields.length === 0 && this.#trail.length > 0) return value;
    return this.refuse(`A ${typeof value} is not a text.`, "Write a text.");
  }

  #number(value: number | bigint, fields: readonly Field[]): unknown {
    const said = String(value).slice(0, 40);
    const text = exactText(value);
    if (text === undefined) {
      const isNone = !Number.isFinite(value);
      const why = isNone
        ? "is not an amount"
        : "is a JavaScript number that does not say exactly which amount is meant";
      return this.refuse(`${said} ${why}.`, 'Write the amount as a text, such as "12.50".');
    }
    if (fields.length === 0) return new JsonNumber(text);
    const isText = fields.some((field) => field.kind === "leaf" && field.meta.wire === "text");
    return isText
      ? this.refuse(`${said} is written here as a number; it may have lost leading zeros.`, `Write a text: "${said}".`)
      : text;
  }

  #group(value: Readonly<Record<string, unknown>>, fields: readonly Field[]): unknown {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain || value instanceof Date || ArrayBuffer.isView(value)) {
      const name = (value.constructor as { name?: string } | undefined)?.name ?? "object";
      return this.refuse(`A ${name} is not plain data.`, "Write a text, a list or a plain object.");
    }
    const group: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const copy = this.#member(key, member, membersOf(fields, key));
      if (copy === undefined) continue;
      if (key === "__proto__") Object.defineProperty(group, key, { value: copy, ...ordinary });
      else group[key] = copy;
    }
    return group;
  }
}

/**
 * Returns the member in each of the two kinds of document, but only once if both share it, as is the case for most
 * fields.
 */
function membersOf(fields: readonly Field[], key: string): readonly Field[] {
  const [first, second] = fields;
  const found = first && memberOf(first, key);
  const other = second && memberOf(second, key);
  if (found === undefined) return other === undefined ? [] : [other];
  return other === undefined || other === found ? [found] : [found, other];
}

function itemsOf(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => (field.kind === "list" || field.kind === "object-or-list" ? [field.item] : []));
}

const ordinary = { writable: true, enumerable: true, configurable: true };
