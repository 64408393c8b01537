import { type DocumentKind, documentKinds } from "../document/index.ts";
import { byPlace, type Problem, problem, suggest } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";

/** Returns the problem for a document whose kind is not the one that the command creates. */
export function wrongKind(source: SourceDocument, says: DocumentKind): Problem {
  const field = source.document.credit_note_type_code
    ? "credit_note_type_code"
    : says === "invoice"
      ? "invoice_type_code"
      : "discrepancy_response";
  return problem(
    "wrong-value",
    `This document says that it is a ${documentKinds[says].says}.`,
    `Use ${suggest`create-${says}`}.`,
    {
      where: source.spot(source.document.invoice_type_code && says === "credit-note" ? "invoice_type_code" : field),
    },
  );
}

/** For each kind, the fields that only the other kind may omit, and those that only the other kind has. */
const kindFields: Readonly<Record<DocumentKind, readonly string[]>> = {
  invoice: ["due_date", "payment_means", "reason"],
  "credit-note": ["discrepancy_response", "billing_reference", "due_date", "payment_means"],
};

/**
 * Gives a single message for a file that does not have what its kind needs and looks like the other kind: a user who
 * only adds the missing fields would turn a credit note into an invoice.
 */
export function asMeant(judged: Prepared, source: SourceDocument, { kind, content }: PrepareOptions): Prepared {
  const { looksLike, kindHint } = source;
  if (kind === undefined || content || kindHint !== undefined || looksLike === undefined || looksLike === kind)
    return judged;
  const follows = ({ where }: Problem): boolean => kindFields[kind].some((field) => where?.path === field);
  const lacks = (each: Problem): boolean => each.code === "missing-field" && each.severity === "error";
  if (!judged.problems.some((each) => lacks(each) && follows(each))) return judged;
  const others = judged.problems.filter((each) => !follows(each));
  return { ...judged, problems: [...others, looksWrong(source, kind, looksLike)].sort(byPlace) };
}

function looksWrong(source: SourceDocument, kind: DocumentKind, looksLike: DocumentKind): Problem {
  const { says, typeCode, typeCodeField } = documentKinds[kind];
  const hint = `If it is one: ${suggest`create-${looksLike}`}. If it is a ${says}, write ${typeCodeField}: ${typeCode}.`;
  const field = looksLike === "invoice" ? "payment_means" : "billing_reference";
  const message = `This document looks like a ${documentKinds[looksLike].says}.`;
  return problem("wrong-value", message, hint, { where: source.spot(field) });
}
