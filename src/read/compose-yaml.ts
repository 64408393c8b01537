import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { type Problem, problem } from "../problem/index.ts";
import { colonAfter, isPlainNumber, lostInBraces } from "./braces.ts";
import { forbiddenKeys, maxDepth, maxProblems } from "./limits.ts";
import { oddBlank } from "./odd-characters.ts";
import { Places, PlainScalar, type RawDocument, type RawMap, type RawValue } from "./raw.ts";
import type { SourceText } from "./source-text.ts";

/** A group or list being read. `key` is the key whose value comes next; it is undefined if a key comes next. */
interface Frame {
  readonly holder: RawMap | RawValue[];
  readonly at: number;
  readonly inBraces: boolean;
  key: { readonly text: string; readonly at: number; readonly end: number; readonly kept: boolean } | undefined;
  /** The last member of a group, if its value is a number without quotes. */
  number?: { readonly name: string; readonly text: string } | undefined;
}

/**
 * Builds a document from the parser's events, and reports, all at once, the YAML features that are not allowed here.
 */
export function composeYaml(
  source: SourceText,
  events: readonly Event[],
): { document: RawDocument; problems: Problem[] } {
  const composer = new Composer(source);
  for (const event of events) {
    composer.take(event);
    if (composer.stopped) break;
  }
  const { root, rootAt, places, afterNumber, problems } = composer;
  return { document: { root, rootAt, places, afterNumber }, problems };
}

class Composer {
  readonly source: SourceText;
  readonly places = new Places();
  readonly afterNumber = new Set<number>();
  readonly problems: Problem[] = [];
  readonly frames: Frame[] = [];
  root: RawMap = {};
  rootAt = 0;
  stopped = false;
  /** Offset up to which the text has been read; an empty value has no offset of its own. */
  #passed = 0;
  /**
   * Offset up to which the text has been searched, keyed by character. No part is searched twice for the same
   * character: otherwise, a file full of empty items would take hours.
   */
  readonly #lookedUpTo = new Map<string, number>();

  constructor(source: SourceText) {
    this.source = source;
  }

  take(event: Event): void {
    this.refuseProperties(event);
    if ("start" in event) this.#passed = event.start;
    if (event.type === EVENT_ID.SCALAR) this.scalar(event);
    else if (event.type === EVENT_ID.MAPPING) this.open({ holder: {}, ...begun(event) });
    else if (event.type === EVENT_ID.SEQUENCE) this.open({ holder: [], ...begun(event) });
    else if (event.type === EVENT_ID.POP) this.frames.pop();
    else if (event.type === EVENT_ID.ALIAS) this.alias(event.anchorStart - 1);
    if (this.problems.length >= maxProblems) this.stopped = true;
  }

  scalar(event: ScalarEvent): void {
    const frame = this.frames.at(-1);
    const text = getScalarValue(this.source.text, event);
    const plain = event.style === SCALAR_STYLE.PLAIN;
    if (frame && !Array.isArray(frame.holder) && frame.key === undefined) {
      this.key(frame, event, text, plain);
      return;
    }
    const isEmpty = event.valueStart < 0;
    if (isEmpty && frame?.inBraces && frame.key) this.refuseWithoutColon(frame, frame.key);
    const at = isEmpty ? (frame?.key?.at ?? this.next(/-[ \t]*(?:#.*)?$/gm)) : this.startOf(event);
    this.#passed = Math.max(this.#passed, event.valueEnd);
    this.add(plain ? new PlainScalar(text) : text, at);
  }

  key(frame: Frame, event: ScalarEvent, text: string, plain: boolean): void {
    const missing = event.valueStart < 0;
    const at = missing ? this.next(/:(?=\s|$)/g) : this.startOf(event);
    this.#passed = Math.max(this.#passed, event.valueEnd);
    const end = Math.max(at, event.valueEnd);
    frame.key = { text, at, end, kept: !missing && this.keyAllowed(frame, text, at, plain) };
    if (plain && frame.inBraces && frame.number) this.afterNumber.add(at);
    if (missing) this.refuse("bad-syntax", "This colon has no name before it.", "Write the field's name.", at);
  }

  refuseWithoutColon(frame: Frame, { text, at, end }: NonNullable<Frame["key"]>): void {
    if (Array.isArray(frame.holder) || colonAfter(this.source.text, end)) return;
    const { message, hint } = lostInBraces(text, frame.number);
    this.refuse("bad-syntax", message, hint, at);
  }

  keyAllowed(frame: Frame, text: string, at: number, plain: boolean): boolean {
    if (forbiddenKeys.has(text)) {
      this.refuse("forbidden-key", `The key ${text} is not allowed in a document.`, "Remove it.", at);
    } else if (plain && text === "<<") {
      this.refuse("forbidden-yaml", "Merge keys (<<) are not allowed.", "Write the fields out here.", at);
    } else if (plain && oddBlank(text)) {
      const message = `A ${oddBlank(text)?.name} is here instead of an ordinary space.`;
      this.refuse("bad-syntax", message, "Replace it with a space.", at + (oddBlank(text)?.at ?? 0));
    } else if (Object.hasOwn(frame.holder, text)) {
      const first = this.source.lineOf(this.places.of(frame.holder, text)?.key ?? 0);
      this.refuse("duplicate-key", `${text} appears twice in the same group, first in line ${first}.`, "Keep one.", at);
    } else return true;
    return false;
  }

  open(frame: Frame): void {
    const above = this.frames.at(-1);
    if (above && !Array.isArray(above.holder) && above.key === undefined) {
      this.refuse("forbidden-yaml", "A group or list cannot be the name of a field.", quoteIt, frame.at);
      this.stopped = true;
    } else if (this.frames.length >= maxDepth) {
      const message = `The file is nested more than ${maxDepth} levels deep.`;
      this.refuse("too-deep", message, "No document is nested so deeply; look for an extra bracket or dash.", frame.at);
      this.stopped = true;
    } else {
      this.add(frame.holder, frame.at);
      this.frames.push(frame);
    }
  }

  /** Adds a value to the group or list that is being read; a group or list is added when it begins. */
  add(value: RawValue, at: number): void {
    const frame = this.frames.at(-1);
    if (!frame) {
      this.top(value, at);
      return;
    }
    const { holder, key } = frame;
    if (Array.isArray(holder)) {
      this.places.note(holder, holder.length, at, at);
      holder.push(value);
    } else if (key) {
      frame.key = undefined;
      frame.number = isPlainNumber(value) ? { name: key.text, text: value.text } : undefined;
      if (!key.kept) return;
      this.places.note(holder, key.text, key.at, at);
      holder[key.text] = value;
    }
  }

  top(value: RawValue, at: number): void {
    this.rootAt = at;
    if (typeof value === "object" && value !== null && value.constructor === Object) this.root = value as RawMap;
    else {
      this.problems.push(notADocument(this.source, at, Array.isArray(value) ? "list" : "text"));
      this.stopped = true;
    }
  }

  alias(at: number): void {
    this.refuse("forbidden-yaml", "Aliases (*name) are not allowed.", quoteIt, at);
    this.add(null, at);
  }

  refuseProperties(event: Event): void {
    if (!("tagStart" in event)) return;
    if (event.tagStart >= 0) {
      this.refuse("forbidden-yaml", "Tags (!name) are not allowed.", quoteIt, event.tagStart);
    }
    if (event.anchorStart >= 0) {
      this.refuse("forbidden-yaml", "Anchors (&name) are not allowed.", quoteIt, event.anchorStart - 1);
    }
  }

  /** Returns the offset at which a scalar visibly starts: that of its quote, or of the `|` or `>` of a block. */
  startOf(event: ScalarEvent): number {
    const { style, valueStart } = event;
    if (style === SCALAR_STYLE.PLAIN) return valueStart;
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1;
    const sign = style === SCALAR_STYLE.LITERAL_BLOCK ? "|" : ">";
    const header = this.source.text.lastIndexOf(sign, valueStart - 1);
    return header < 0 ? valueStart : header;
  }

  /**
   * Returns the offset of an empty value, which is the next character of this kind: the dash of an empty list item, or
   * the colon of a field without a name.
   */
  next(sign: RegExp): number {
    const from = Math.max(this.#passed, this.#lookedUpTo.get(sign.source) ?? 0);
    sign.lastIndex = from;
    const found = from > this.source.text.length ? null : sign.exec(this.source.text);
    this.#lookedUpTo.set(sign.source, found === null ? Number.POSITIVE_INFINITY : found.index + 1);
    this.#passed = found === null ? this.#passed : found.index + 1;
    return found?.index ?? this.#passed;
  }

  refuse(code: Problem["code"] & RefusalCode, message: string, hint: string, at: number): void {
    if (this.problems.filter((known) => known.message === message).length >= maxRepeats) return;
    this.problems.push(problem(code, message, hint, { where: this.source.spot(at) }));
  }
}

const begun = ({ start, style }: { readonly start: number; readonly style: number }) => ({
  at: start,
  inBraces: style === COLLECTION_STYLE.FLOW,
  key: undefined,
});

/** Maximum number of reports with the same message per file; a malicious file may have thousands of aliases. */
const maxRepeats = 5;

type RefusalCode = "bad-syntax" | "forbidden-key" | "forbidden-yaml" | "duplicate-key" | "too-deep";

const quoteIt = "Write the value itself; if it is text, put it in quotes.";

/** Returns the problem for a file whose top level is not a group. */
export function notADocument(source: SourceText, at: number, is: "list" | "text"): Problem {
  const message =
    is === "list"
      ? "The file is a list; a document is a group of fields."
      : "The file is a single text; a document is a group of fields, such as issue_date: 2026-06-15.";
  const hint =
    is === "list" ? "Write each document in its own file." : "See templates/standard-invoice.yaml for an example.";
  return problem("not-a-document", message, hint, { where: source.spot(at) });
}
