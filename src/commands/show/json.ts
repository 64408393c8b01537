import {
  all,
  handedOverShape,
  kind,
  listOf,
  maybe,
  names,
  one,
  partyShape,
  shape,
  text,
  the,
  whole,
  words,
  yes,
} from "../../answers/index.ts";
import { documentMoney, type Owed, owedKinds } from "../../life/index.ts";
import { stages } from "../../states/index.ts";
import { supplierAnswerShape } from "../answer/supplier-answers.ts";
import { pastShape, seenShape } from "../history/past-attempts.ts";
import { linesShape, sentLines } from "./lines.ts";
import { legsOf, type WholeLife } from "./whole-life.ts";

type Related = NonNullable<WholeLife["life"]>["credits"][number];
const belongs = {
  document_number: [text, ({ called }: Pick<Related, "called" | "stage">) => called],
  stage: [words(...names(stages)), ({ stage }: Pick<Related, "called" | "stage">) => stage],
} as const;

const legShape = shape<ReturnType<typeof legsOf>[number]>({
  leg: [words("delivery", "tax-report"), ({ name }) => name],
  side: [maybe, ({ side }) => side],
  status: [maybe, ({ leg }) => leg?.status],
  answer: [maybe, ({ leg }) => leg?.mlsResponse?.responseCode],
  reason: [maybe, ({ leg }) => leg?.mlsResponse?.description],
});

const openShape = shape<{ readonly what: Owed; readonly next: WholeLife["next"] }>({
  what: [text, ({ what }) => what],
  says: [text, ({ what }) => owedKinds[what].says],
  until: [maybe, ({ next }) => next?.deadline?.last],
  days_left: [whole.nullable(), ({ next }) => next?.deadline?.daysLeft],
  todo: [listOf(text), ({ next }) => next?.todo ?? []],
});

const dealtShape = shape<NonNullable<NonNullable<WholeLife["life"]>["dealt"]>>({
  how: [words("corrected", "credited", "done"), ({ how }) => how],
  by: [
    listOf(text),
    (dealt) => {
      if (dealt.how === "done") return [dealt.word.by];
      return dealt.how === "corrected" ? [dealt.by.called] : dealt.by.map(({ called }) => called);
    },
  ],
  reason: [maybe, (dealt) => (dealt.how === "done" ? dealt.word.reason : undefined)],
});

const total = ({ past }: WholeLife, name: string): string | undefined => documentMoney(past).totals[name];

/** Amounts are strings. */
export const lifeShape = shape<WholeLife>({
  document_number: [maybe, ({ past }) => past.documentNumber],
  id: [maybe, ({ past }) => past.id],
  attempt: [text, ({ past }) => past.attempt],
  kind: [kind, ({ past }) => past.intent.kind],
  account: [text, ({ past }) => past.intent.account],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  issue_date: [text, ({ past }) => past.intent.issueDate],
  currency: [text, ({ past }) => past.intent.currency],
  net: [maybe, (each) => total(each, "tax_exclusive_amount")],
  vat: [maybe, (each) => total(each, "tax_amount")],
  gross: [maybe, (each) => total(each, "tax_inclusive_amount")],
  totals_from: [words("service", "here"), ({ past }) => documentMoney(past).from],
  lines: all(linesShape, sentLines),
  file: [maybe, ({ past }) => (past.intent.file === "-" ? undefined : past.intent.file)],
  stage: [words(...names(stages), "refused", "not-sent", "not-created"), ({ life, past }) => life?.stage ?? past.state],
  overall_status: [maybe, ({ life }) => life?.status],
  since: [maybe, ({ life }) => life?.since],
  asked: [yes, ({ now }) => now !== undefined],
  legs: all(legShape, (each) => legsOf(each)),
  authority_accepted: [yes.nullable(), ({ life }) => life?.authorityAccepted],
  supplier_answers: all(supplierAnswerShape, ({ answers }) => answers),
  handed_over: all(handedOverShape, ({ handedOver }) => handedOver),
  takes_back_from: [listOf(text), ({ past }) => past.intent.credits?.invoiceNumbers ?? []],
  credited_by: all(
    shape<Related>({ ...belongs, gross: [maybe, ({ gross }) => gross?.toFixed()] }),
    ({ life }) => life?.credits ?? [],
  ),
  credited: [maybe, ({ life }) => life?.credited?.gross.toFixed()],
  left: [maybe, ({ life }) => life?.credited?.left.toFixed()],
  left_net: [maybe, ({ life }) => life?.credited?.rest?.net.toFixed()],
  left_vat: [maybe, ({ life }) => life?.credited?.rest?.vat.toFixed()],
  left_net_in_aed: [maybe, ({ life }) => life?.credited?.rest?.netInAed.toFixed()],
  left_vat_in_aed: [maybe, ({ life }) => life?.credited?.rest?.vatInAed.toFixed()],
  left_is_rounding: [yes, ({ life }) => life?.credited?.isRounding === true],
  stands_in_for: [maybe, ({ past }) => past.intent.corrects?.documentNumber],
  replaced_by: all(shape(belongs), ({ life }) => life?.correctedBy ?? []),
  dealt_with: one(dealtShape, ({ life }) => life?.dealt),
  open: one(openShape, ({ life, next }) => (life?.owed === undefined ? undefined : { what: life.owed, next })),
  attempts: all(pastShape, ({ tries }) => tries.map((past) => ({ past }))),
  later_states: all(seenShape, ({ seen }) => seen),
});
