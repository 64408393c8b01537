import { createHash } from "node:crypto";
import { SaxesParser } from "saxes";

/**
 * The fingerprint of a published rule. It does not contain the rule's text: it shows that something changed, but not
 * what the text was.
 */
export interface Fingerprint {
  /**
   * The first 16 hex digits of the SHA-256 of context, test and text, each with whitespace collapsed. Code lists in a
   * test are excluded.
   */
  readonly context: string;
  readonly test: string;
  readonly text: string;
  readonly flag: string;
  /** The codes listed in the test, one space-separated string per list. */
  readonly lists: readonly string[];
}

/**
 * The published rules of one edition by id, in upper case. A rule that is published twice has one fingerprint for
 * both.
 */
export type Fingerprints = Readonly<Record<string, Fingerprint>>;

interface Assertion {
  readonly id: string;
  readonly context: string;
  readonly test: string;
  readonly flag: string;
  text: string;
}

/** Throws if a file is not XML or an assertion has no id. */
export function fingerprintsOf(files: readonly string[]): Fingerprints {
  const byId = new Map<string, Assertion[]>();
  for (const each of files.flatMap(assertionsIn)) byId.set(each.id, [...(byId.get(each.id) ?? []), each]);
  return Object.fromEntries(
    [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, assertions]) => [id, fingerprint(assertions)]),
  );
}

function assertionsIn(xml: string): Assertion[] {
  const found: Assertion[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let context = "";
  let inside: Assertion | undefined;
  parser.on("opentag", ({ local, attributes }) => {
    const value = (name: string): string => folded(attributes[name]?.value ?? "");
    if (local === "rule") context = value("context");
    if (local !== "assert" && local !== "report") return;
    if (value("id") === "") throw new Error(`An assertion of the context ${context} has no id.`);
    inside = { id: value("id").toUpperCase(), context, test: value("test"), flag: value("flag"), text: "" };
    found.push(inside);
  });
  parser.on("text", (text) => {
    if (inside) inside.text += text;
  });
  parser.on("closetag", ({ local }) => {
    if (local === "assert" || local === "report") inside = undefined;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml.replace(/^\uFEFF/, "")).close();
  return found;
}

function fingerprint(assertions: readonly Assertion[]): Fingerprint {
  const lists: string[] = [];
  const all = (part: (each: Assertion) => string): string => hash(assertions.map(part).join("\n"));
  const test = all(({ test }) =>
    test.replace(/contains\('([^']* [^']*)'/g, (_, codes: string) => {
      lists.push(codes.trim());
      return "contains(' … '";
    }),
  );
  const flag = [...new Set(assertions.map((each) => each.flag))].join(" ");
  return { context: all((each) => each.context), test, text: all((each) => folded(each.text)), flag, lists };
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
