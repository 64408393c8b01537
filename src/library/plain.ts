import { pathText, type SelfBilledDocument } from "../document/index.ts";
import { wrong } from "./finding.ts";
import type { Finding } from "./types.ts";

/** Deeper than any document; a value that contains itself ends here. */
const deepest = 40;
/** Largest number of values read, so that a list that repeats itself cannot fill the memory. */
const most = 2_000_000;

/** A document that somebody gave us, as data of our own: nothing of the caller's is changed, and nothing of it can run later. */
export interface Plain {
  readonly document: SelfBilledDocument;
  /** Values that are not texts, lists or groups. */
  readonly findings: readonly Finding[];
}

/** Copies a document. Null and undefined are absent; a number is refused, since it may have lost digits before it came here. */
export function plainDocument(given: unknown): Plain {
  const reader = new Reader();
  const copy = reader.read(given);
  const isGroup = typeof copy === "object" && copy !== null && !Array.isArray(copy);
  if (!isGroup && reader.findings.length === 0) reader.refuse("This is not a document.", "Give an object.");
  return { document: (isGroup ? copy : {}) as SelfBilledDocument, findings: reader.findings };
}

class Reader {
  readonly findings: Finding[] = [];
  /** Where the value is that is being read: one list for all, as hardly any value is refused. */
  readonly #trail: PropertyKey[] = [];
  #left = most;

  read(value: unknown): unknown {
    this.#left -= 1;
    if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
    if (typeof value !== "object") return this.#scalar(value);
    const depth = this.#trail.length;
    if (depth > deepest || this.#left < (Array.isArray(value) ? value.length : 0))
      return this.refuse("The value is nested too deeply or is too big.", "Give a document.");
    try {
      return Array.isArray(value)
        ? Array.from(value, (item, at) => this.#member(at, item) ?? "")
        : this.#group(value as Record<string, unknown>);
    } catch {
      this.#trail.length = depth;
      return this.refuse("The value cannot be read.", "Give plain data.");
    }
  }

  refuse(message: string, hint: string): undefined {
    const where = this.#trail.length === 0 ? {} : { path: pathText(this.#trail) };
    this.findings.push(wrong(message, hint, where, "wrong-value"));
  }

  #member(key: PropertyKey, value: unknown): unknown {
    this.#trail.push(key);
    const copy = this.read(value);
    this.#trail.pop();
    return copy;
  }

  #scalar(value: unknown): undefined {
    const said = String(value).slice(0, 40);
    if (typeof value === "number" || typeof value === "bigint") {
      const message = `${said} is a JavaScript number, which cannot hold every amount exactly.`;
      return this.refuse(message, `Write a text: "${said}".`);
    }
    return this.refuse(`A ${typeof value} is not a text.`, "Write a text.");
  }

  #group(value: Readonly<Record<string, unknown>>): unknown {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain || value instanceof Date || ArrayBuffer.isView(value)) {
      const name = (value.constructor as { name?: string } | undefined)?.name ?? "object";
      return this.refuse(`A ${name} is not plain data.`, "Write a text, a list or a plain object.");
    }
    const group: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const copy = this.#member(key, member);
      if (copy === undefined) continue;
      if (key === "__proto__") Object.defineProperty(group, key, { value: copy, ...ordinary });
      else group[key] = copy;
    }
    return group;
  }
}

const ordinary = { writable: true, enumerable: true, configurable: true };
