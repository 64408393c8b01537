import {
  fromAnswer as documentOf,
  documentWithin,
  overallStatusOf,
  textNamed,
  totalsOf,
  toWire,
} from "../contract/index.ts";
import { numbersAsText, parseJson, writeJson } from "../json/index.ts";
import { problem } from "../problem/index.ts";
import { guessKind, readDocumentText } from "../read/index.ts";
import { unusableFields } from "./chosen.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { Answer, DocumentDraft, Given, ReadDocument, ReadOptions, Result } from "./types.ts";

/**
 * Reads the text of a document, JSON or YAML: every value as its author wrote it, so that no digit is lost, and with its place in the text.
 * Findings: what keeps the text from being read, each with line and column (`bad-syntax`, `duplicate-key`, `file-too-big` beyond
 * 16,777,216 characters …). Nothing is judged: give the result to `check`.
 */
export function readDocument(text: string, options: ReadOptions = {}): Result<ReadDocument> {
  return attempt(() => readDocumentOf(text, options ?? {}));
}

function readDocumentOf(text: unknown, options: ReadOptions): Result<ReadDocument> {
  if (typeof text !== "string")
    return refused([wrong("This is not a text.", "Give the text of a JSON or YAML document.")]);
  const read = readDocumentText(text.replace(/^\uFEFF/, ""), "", options.kind);
  if (!read.ok) return refused(read.problems.map(findingOf));
  const { document, kind, spot } = read.value;
  return made({
    kind,
    document: numbersAsText(document as never) as DocumentDraft,
    place(path, of) {
      const { line, column } = spot(String(path), of);
      return line === undefined || column === undefined ? null : { line, column };
    },
  });
}

/**
 * Reads a document of the service's answer (to a create, or to a read of one document): the document as a request would write it, with the
 * id, number, status and totals that the service gave it. Amounts are exact texts. Findings: `bad-syntax` for what is not JSON, `bad-usage`
 * for an answer without a document, and the warning `left-out` where attachments were, whose content no answer has.
 * Source: contract §4.5, §7.1.
 */
export function fromAnswer(text: string, options: ReadOptions = {}): Result<Answer> {
  return attempt(() => fromAnswerOf(text, options ?? {}));
}

function fromAnswerOf(text: unknown, options: ReadOptions): Result<Answer> {
  if (typeof text !== "string")
    return refused([wrong("This is not the text of an answer.", "Give its text: JSON.parse loses digits of amounts.")]);
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if (!parsed.ok) return refused(parsed.problems.map(findingOf));
  const { document, isOne } = documentWithin(parsed.value as never);
  if (!isOne)
    return refused([wrong("The answer has no document.", "Give the answer to a create, or to a read of one.")]);
  const kind = options.kind ?? guessKind(document);
  const { attachments } = document;
  const lost = Array.isArray(attachments) && attachments.length > 0;
  const message = "The attachments were left out: an answer does not have their content.";
  const remark = problem("left-out", message, "Attach the files again.", {
    severity: "warning",
    where: { path: "attachments" },
  });
  const answer: Answer = {
    kind,
    document: numbersAsText(documentOf(document, kind) as never) as DocumentDraft,
    id: textNamed(document, "id") ?? null,
    document_number: textNamed(document, "documentNumber") ?? null,
    overall_status: overallStatusOf(document) ?? null,
    totals: totalsOf(document),
  };
  return made(answer, lost ? [findingOf(remark)] : []);
}

/**
 * The body of the request that creates a document: JSON on one line, amounts as numbers with all their digits, which no JSON.stringify
 * writes. It is what selfbill sends, byte for byte; fields that nobody knows stay in it. Findings: `wrong-value` where an amount is not a number or a group is a
 * text, and `bad-usage` for what only files of selfbill have. `check` says whether the service will take it. Source: contract §1.1.
 */
export function toRequest(document: Given, options: ReadOptions = {}): Result<string> {
  return attempt(() => toRequestOf(document, options ?? {}));
}

/** Fields of a file that the program fills in before it sends. */
const ofFiles = /^(?:supplier|corrects|attachments\[\d+\]\.file_path)$/;

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
  return made(writeJson(toWire(document, kind)));
}
