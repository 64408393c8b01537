import {
  fromAnswer as documentOf,
  documentWithin,
  idOf,
  overallStatusOf,
  textNamed,
  totalsOf,
} from "../contract/index.ts";
import { numbersAsText, parseJson } from "../json/index.ts";
import { problem } from "../problem/index.ts";
import { guessKind } from "../read/index.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import type { Answer, DocumentDraft, ReadOptions, Result } from "./types.ts";

/**
 * Reads the document in the service's answer to a request that creates or reads one document: the document as a
 * request would contain it, with the id, number, status and totals that the service assigned. Amounts are exact
 * strings. Findings: `bad-syntax` if it is not JSON, `bad-usage` for an answer without a document, and the warning
 * `left-out` for attachments, whose content is not part of an answer. Source: contract §4.5, §7.1.
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
    id: idOf(document)?.id ?? null,
    document_number: textNamed(document, "documentNumber") ?? null,
    overall_status: overallStatusOf(document) ?? null,
    totals: totalsOf(document),
  };
  return made(answer, lost ? [findingOf(remark)] : []);
}
