import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "./value.ts";

/** Maximum nesting; the deepest real document has about eight levels. */
const maxDepth = 64;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Whether this is the code of a space, a line feed, a carriage return or a tab. */
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Called for every member as it is read, with its parent, its key or index, and the offsets of key and value (an item
 * has no key offset of its own).
 */
export type JsonMemberSeen = (holder: object, key: string | number, keyAt: number, valueAt: number) => void;

/**
 * Parses JSON (RFC 8259) exactly: numbers keep their text, and a key may occur only once in an object. JSON.parse would
 * round numbers and keep the last of two equal keys. Problems, each with line and column: `bad-syntax`, `too-deep`,
 * `duplicate-key`, `forbidden-key`. `seen` is called with the position of each member in the text.
 */
export function parseJson(text: string, seen?: JsonMemberSeen): Result<JsonValue> {
  try {
    const parser = new Parser(text, seen);
    return ok(parser.whole());
  } catch (error) {
    if (error instanceof Stop) return fail(error.problem);
    throw error;
  }
}

class Stop extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

class Parser {
  readonly text: string;
  readonly seen: JsonMemberSeen | undefined;
  at = 0;
  constructor(text: string, seen?: JsonMemberSeen) {
    this.text = text;
    this.seen = seen;
  }

  whole(): JsonValue {
    const value = this.value(0);
    this.skipBlanks();
    if (this.at < this.text.length) this.stop("something follows the end of the document");
    return value;
  }

  value(depth: number): JsonValue {
    this.skipBlanks();
    switch (this.text[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      case undefined:
        return this.stop("the text ends too early");
      default:
        return this.number();
    }
  }

  /** Rejects values that are nested too deeply; each object and array counts as one level. */
  refuseDepth(depth: number): void {
    if (depth < maxDepth) return;
    const hint = "No document is nested so deeply; look for an extra bracket.";
    this.stopWith("too-deep", `The JSON is nested more than ${maxDepth} levels deep.`, hint);
  }

  object(depth: number): JsonObject {
    this.refuseDepth(depth);
    const object: JsonObject = {};
    this.at += 1;
    for (let first = true; ; first = false) {
      this.skipBlanks();
      if (this.take("}")) return object;
      if (!first) this.expect(",", "a comma or }");
      this.skipBlanks();
      const start = this.at;
      if (this.text[this.at] !== '"') this.stop("a key in double quotes is expected");
      const key = this.string();
      if (forbiddenKeys.has(key)) {
        this.stopWith("forbidden-key", `The key ${key} is not allowed in a document.`, "Remove it.", start);
      }
      if (Object.hasOwn(object, key)) {
        this.stopWith(
          "duplicate-key",
          `The key ${key} appears twice in the same object.`,
          "Keep one of the two.",
          start,
        );
      }
      this.skipBlanks();
      this.expect(":", "a colon");
      this.skipBlanks();
      this.seen?.(object, key, start, this.at);
      object[key] = this.value(depth + 1);
    }
  }

  array(depth: number): JsonValue[] {
    this.refuseDepth(depth);
    const items: JsonValue[] = [];
    this.at += 1;
    for (let first = true; ; first = false) {
      this.skipBlanks();
      if (this.take("]")) return items;
      if (!first) this.expect(",", "a comma or ]");
      this.skipBlanks();
      this.seen?.(items, items.length, this.at, this.at);
      items.push(this.value(depth + 1));
    }
  }

  /** Reads a string. JSON.parse is safe for it, because nothing in a string literal is lost. */
  string(): string {
    const start = this.at;
    let end = this.text.indexOf('"', start + 1);
    while (end > 0 && this.escaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) return this.stop("a string is not closed");
    this.at = end + 1;
    try {
      return JSON.parse(this.text.slice(start, end + 1)) as string;
    } catch {
      return this.stop("a string contains a control character or an invalid escape", start);
    }
  }

  escaped(quote: number): boolean {
    let backslashes = 0;
    while (this.text[quote - 1 - backslashes] === "\\") backslashes += 1;
    return backslashes % 2 === 1;
  }

  number(): JsonNumber {
    numberToken.lastIndex = this.at;
    const found = numberToken.exec(this.text);
    if (!found) return this.stop("a value is expected");
    this.at = numberToken.lastIndex;
    if (/[\w.+-]/.test(this.text[this.at] ?? "")) this.stop("this is not a number as JSON writes it");
    return new JsonNumber(found[0]);
  }

  word<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.stop("a value is expected");
    this.at += word.length;
    return value;
  }

  skipBlanks(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at += 1;
  }

  take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  expect(sign: string, what: string): void {
    if (!this.take(sign)) this.stop(`${what} is expected`);
  }

  stop(what: string, at = this.at): never {
    return this.stopWith("bad-syntax", `This is not JSON: ${what}.`, "Correct the JSON at this place.", at);
  }

  stopWith(
    code: "bad-syntax" | "too-deep" | "duplicate-key" | "forbidden-key",
    message: string,
    hint: string,
    at = this.at,
  ): never {
    const before = this.text.slice(0, at);
    const where = { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
    throw new Stop(problem(code, message, hint, { where }));
  }
}
