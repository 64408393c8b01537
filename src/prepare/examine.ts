import { type ChosenRules, check, idsOf } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { spareMemoryFor } from "../memory/index.ts";
import { byPlace, ok, type Result, type Spot } from "../problem/index.ts";
import { fileLimit, SourceText } from "../read/index.ts";
import type { Verdict } from "../report/index.ts";
import { decodeXml, maxXmlBytes, readXmlText } from "../ubl/index.ts";
import { broken, mostFindings, tooMany } from "./findings.ts";
import { prepare } from "./prepare.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";
import { rulesFor } from "./rules-for.ts";

/** The verdict on a file; `prepared` is absent for XML and unreadable files. */
export interface Examined extends Verdict {
  readonly prepared?: Prepared;
}

/**
 * Checks a YAML or JSON document as `prepare` does, and an XML file against the rules. Keeps only the result, not the
 * file's content.
 */
export async function examine(file: string, options: PrepareOptions, desk: Desk): Promise<Examined> {
  const content = await contentOf(file, desk);
  const unread = rulesFor(undefined, options, desk);
  if (!content.ok) return { file, problems: content.problems, notChecked: idsOf(unread.rules), chosen: unread };
  if ("xml" in content.value) return examineXml(content.value.xml, file, (day) => rulesFor(day, options, desk));
  const { bytes } = content.value;
  const found = await prepare(file, { ...options, content: bytes }, desk);
  return { ...verdictOn(found, options, desk), ...(isForeignFile(bytes) ? { isForeign: true } : {}) };
}

/** Returns the verdict on a document that was prepared with these options. */
export function verdictOn(found: Prepared, options: PrepareOptions, desk: Desk): Examined {
  const chosen = rulesFor(found.document?.issue_date, options, desk);
  const { file, problems, notChecked = idsOf(chosen.rules) } = found;
  const partly = found.isPartly ? { isPartly: found.isPartly } : {};
  return { file, problems, notChecked, ...partly, chosen, prepared: found };
}

/** Returns a file's bytes, or its text if it is XML: a large file must not be held in memory twice. */
async function contentOf(file: string, desk: Desk): Promise<Result<{ bytes: Uint8Array } | { xml: Result<string> }>> {
  const bytes = await desk.files.read(file, /\.(?:ya?ml|json)$/i.test(file) ? fileLimit : maxXmlBytes);
  if (!bytes.ok) return bytes;
  spareMemoryFor(bytes.value.length);
  return ok(isXml(bytes.value, file) ? { xml: decodeXml(bytes.value, file) } : { bytes: bytes.value });
}

/** Matches the name of any of these fields; every document has at least one of them. */
const telling =
  /["']?(?:issue_date|document_lines|accounting_supplier_party|supplier|profile_execution_id|(?:invoice|credit_note)_type_code|document_number|document_currency_code|billing_reference|discrepancy_response|payment_means)["']?\s*:/;

/** Whether a file is not empty and has none of these fields, in any character set. */
export function isForeignFile(bytes: Uint8Array): boolean {
  const text = latinOf(bytes);
  return /\S/.test(text) && !telling.test(text);
}

function examineXml(text: Result<string>, file: string, rulesOn: (day?: string) => ChosenRules): Verdict {
  const source = new SourceText(file, text.ok ? text.value : "");
  const root = text.ok ? readXmlText(text.value, file) : text;
  const withExcerpt = (where: Spot): Spot => ({ ...where, ...source.excerptOf(where) });
  if (!root.ok) {
    const problems = root.problems.map((each) => ({ ...each, where: withExcerpt(each.where ?? { file }) }));
    const chosen = rulesOn();
    return { file, problems, notChecked: idsOf(chosen.rules), chosen };
  }
  const chosen = rulesOn(root.value.first("cbc:IssueDate")?.text.trim());
  const findings = check(root.value, { edition: chosen.edition.id, rules: chosen.rules, most: mostFindings });
  const problems = findings.map((finding) =>
    broken(finding, withExcerpt({ file, line: finding.line, column: finding.column })),
  );
  problems.sort(byPlace);
  const all = findings.length < mostFindings ? problems : [...problems, tooMany(file)];
  return { file, problems: all, notChecked: [], chosen };
}

/**
 * Whether a file is XML, judging by its extension or, failing that, its first character: XML begins with <, whatever
 * its encoding.
 */
function isXml(bytes: Uint8Array, file: string): boolean {
  if (/\.xml$/i.test(file)) return true;
  return latinOf(bytes.subarray(0, 200)).trimStart().startsWith("<");
}

/**
 * Decodes the ASCII characters of text in UTF-8, UTF-16 or an older character set, without its byte order mark; other
 * characters may be wrong.
 */
function latinOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").replaceAll("\0", "");
}
