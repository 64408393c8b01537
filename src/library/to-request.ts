import { toWire } from "../contract/index.ts";
import { withPlainIbans } from "../document/index.ts";
import { writeJson } from "../json/index.ts";
import { guessKind } from "../read/index.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { Given, ReadOptions, Result } from "./types.ts";
import { unusableFields } from "./unusable.ts";

/**
 * Returns the body of the request that creates a document: JSON on one line, with amounts as numbers with all their
 * digits, which JSON.stringify cannot write. It is identical to what selfbill sends, byte for byte; unknown fields
 * are kept. Findings: `wrong-value` for an amount that is not a number, or for a string in place of a group;
 * `bad-usage` for fields that only selfbill's own files have. Use `check` to find out whether the service will accept
 * it. Source: contract §1.1.
 */
export function toRequest(document: Given, options: ReadOptions = {}): Result<string> {
  return attempt(() => toRequestOf(document, options ?? {}));
}

/** Fields that are only allowed in files and that the program resolves before sending. */
const ofFiles = /^(?:supplier|corrects|company|attachments\[\d+\]\.file_path)$/;

function toRequestOf(given: Given, options: ReadOptions): Result<string> {
  const { document, kind: told, findings, place } = plainDocument(given);
  if (findings.length > 0) return refused(findings);
  const kind = options.kind ?? told ?? guessKind(document);
  const unusable = unusableFields(document, kind, place);
  if (unusable.length > 0) return refused(unusable);
  const attached = Array.isArray(document.attachments) ? document.attachments : [];
  const own = [
    ...Object.keys(document),
    ...attached.flatMap((each, at) => Object.keys(each).map((name) => `attachments[${at}].${name}`)),
  ].filter((path) => ofFiles.test(path));
  if (own.length > 0) {
    const hint = "Write what it stands for: the library reads no files, no supplier book and no journal.";
    return refused(
      own.map((path) => wrong(`${path} is a field of files of selfbill and is never sent.`, hint, { path })),
    );
  }
  return made(writeJson(toWire(withPlainIbans(document), kind)));
}
