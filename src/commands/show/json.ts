import { owedKinds } from "../../life/index.ts";
import { supplierAnswerJson } from "../answer/supplier-answers.ts";
import { pastJson, seenJson } from "../evidence/past-attempts.ts";
import { legsOf, type WholeLife } from "./whole-life.ts";

/** One document for scripts; amounts are texts. */
export function lifeJson(whole: WholeLife): Record<string, unknown> {
  const { past, life, next } = whole;
  const { id, attempt, documentNumber, intent, result } = past;
  const total = (name: string): string | null => result?.totals?.[name] ?? intent.totals[name] ?? null;
  return {
    document_number: documentNumber ?? null,
    id: id ?? null,
    attempt,
    kind: intent.kind,
    account: intent.account,
    supplier: { name: intent.supplier.name, trn: intent.supplier.trn },
    issue_date: intent.issueDate,
    currency: intent.currency,
    net: total("tax_exclusive_amount"),
    vat: total("tax_amount"),
    gross: total("tax_inclusive_amount"),
    file: intent.file === "-" ? null : intent.file,
    stage: life?.stage ?? past.state,
    overall_status: life?.status ?? null,
    since: life?.since ?? null,
    asked: whole.now !== undefined,
    legs: legsOf(whole).map(({ name, side, leg }) => ({
      leg: name,
      side: side ?? null,
      status: leg?.status ?? null,
      answer: leg?.mlsResponse?.responseCode ?? null,
      reason: leg?.mlsResponse?.description ?? null,
    })),
    authority_accepted: life?.authorityAccepted ?? null,
    supplier_answers: whole.answers.map(supplierAnswerJson),
    takes_back_from: intent.credits?.invoiceNumbers ?? [],
    credited_by: (life?.credits ?? []).map(({ called, stage, gross }) => ({
      ...{ document_number: called, stage },
      gross: gross?.toFixed() ?? null,
    })),
    credited: life?.credited?.gross.toFixed() ?? null,
    left: life?.credited?.left.toFixed() ?? null,
    stands_in_for: intent.corrects?.documentNumber ?? null,
    replaced_by: (life?.correctedBy ?? []).map(({ called, stage }) => ({ document_number: called, stage })),
    dealt_with: dealtJson(whole),
    open:
      life?.owed === undefined
        ? null
        : {
            what: life.owed,
            says: owedKinds[life.owed].says,
            until: next?.deadline?.last ?? null,
            days_left: next?.deadline?.daysLeft ?? null,
            todo: next?.todo ?? [],
          },
    attempts: whole.tries.map((each) => pastJson(each)),
    later_states: whole.seen.map(seenJson),
  };
}

function dealtJson({ life }: WholeLife): object | null {
  const dealt = life?.dealt;
  if (dealt === undefined) return null;
  switch (dealt.how) {
    case "corrected":
      return { how: dealt.how, by: [dealt.by.called], reason: null };
    case "credited":
      return { how: dealt.how, by: dealt.by.map(({ called }) => called), reason: null };
    case "done":
      return { how: dealt.how, by: [dealt.word.by], reason: dealt.word.reason };
  }
}
