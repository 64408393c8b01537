import { createHash } from "node:crypto";
import { SaxesParser } from "saxes";

/** What a published rule is known by, without its words: whether something changed can be told, what it said cannot. */
export interface Fingerprint {
  /** SHA-256 of context, test and text, blanks folded, first 16 hex digits. Code lists in a test are left out of it. */
  readonly context: string;
  readonly test: string;
  readonly text: string;
  readonly flag: string;
  /** The codes that the test lists, one text of codes and blanks a list. */
  readonly lists: readonly string[];
}

/** The published rules of one edition by id, upper case. A rule that is published twice has a fingerprint of both. */
export type Fingerprints = Readonly<Record<string, Fingerprint>>;

interface Assertion {
  readonly id: string;
  readonly context: string;
  readonly test: string;
  readonly flag: string;
  text: string;
}

/** Reads the rules of Schematron files. Throws for a text that is not XML or has an assertion without an id. */
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
