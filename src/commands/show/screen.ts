import {
  amount,
  documentKinds,
  documentName,
  gulfDay,
  hasRest,
  isDecimalText,
  money,
  restHint,
  restSays,
} from "../../document/index.ts";
import {
  type CreditedBy,
  documentMoney,
  hasForeignCredit,
  type Life,
  owedKinds,
  type Related,
} from "../../life/index.ts";
import { gulfTime, handedOverSays, reasonSays, stateShown } from "../../render/index.ts";
import { attemptFacts, attemptStates, stages } from "../../states/index.ts";
import { supplierAnswerSays } from "../answer/supplier-answers.ts";
import { commandOf } from "../history/past-attempts.ts";
import { lineFacts } from "./lines.ts";
import { legsOf, type WholeLife } from "./whole-life.ts";

type Fact = readonly [label: string, value: string];

export function lifeFacts(whole: WholeLife): Fact[] {
  const { past, life } = whole;
  const { intent, id, attempt } = past;
  const { supplier } = intent;
  const trn = supplier.trn === "" ? "" : `, TRN ${supplier.trn}`;
  return [
    ["Document", `${documentKinds[intent.kind].says} ${past.documentNumber ?? past.id ?? "without a number yet"}`],
    ["Supplier", `${supplier.name}${trn}`],
    ["Amount", amountSays(past)],
    ...lineFacts(whole.document, documentName(past)),
    ["Issued", sentSays(whole)],
    ...(intent.file === "-" ? [] : [["File", intent.file] as Fact]),
    [id === undefined ? "Attempt" : "Id", id ?? attempt],
    ["State", stateOf(whole)],
    ...legFacts(whole),
    ...links(whole),
    ...(whole.answers.length === 0 && life?.stage === "approved"
      ? [
          [
            "Supplier's answer",
            "none recorded; that it was delivered does not mean that the supplier accepted it",
          ] as Fact,
        ]
      : []),
    ...whole.handedOver.map((each): Fact => ["Copy", handedOverSays(each)]),
    ...whole.answers.map((each): Fact => ["Supplier's answer", supplierAnswerSays(each)]),
    ...dealt(life),
    ...next(whole),
    ...whole.tries.slice(-mostTries).map((each, at): Fact => [at === 0 ? "What happened" : "", trySays(each)]),
    ...whole.seen.map((each): Fact => ["", `${time(each.at)}  status ${each.state}`]),
  ];
}

/** Maximum number of attempts shown; `history` lists all. */
const mostTries = 10;

const time = (at: string): string => gulfTime(Date.parse(at));
const forPeople = (text: string | undefined): string =>
  text !== undefined && isDecimalText(text) ? money.forPeople(amount(text)) : "not known";

function amountSays(past: WholeLife["past"]): string {
  const { totals, from } = documentMoney(past);
  const of = (name: string): string => forPeople(totals[name]);
  const whose = past.state === "created" && from === "here" ? "; as calculated here" : "";
  return `${of("tax_inclusive_amount")} ${past.intent.currency} gross (net ${of("tax_exclusive_amount")}, VAT ${of("tax_amount")})${whose}`;
}

function sentSays({ past: { intent, sentAt } }: WholeLife): string {
  const sent = sentAt === undefined ? "never sent" : `sent ${time(sentAt)}`;
  return intent.takenOver ? `${intent.issueDate}; not sent from here` : `${intent.issueDate}; ${sent}`;
}

function stateOf({ past, life, now, isUndelivered }: WholeLife): string {
  if (life === undefined) return attemptFacts(past.state).ended ?? past.state;
  const known = life.status === undefined ? "" : ` (${life.status})`;
  const asOf = now === undefined && past.state === "created" ? `, as of ${time(life.since)}` : "";
  const says =
    life.stage === "approved" && isUndelivered
      ? "reported to the tax authority; not delivered over Peppol"
      : stages[life.stage].says;
  return `${says}${known}${asOf}`;
}

function legFacts(whole: WholeLife): Fact[] {
  const labels = { delivery: "Delivery", "tax-report": "Tax report" } as const;
  const facts = legsOf(whole).map(({ name, at, side, leg }): Fact => {
    const reason = reasonSays(leg?.mlsResponse);
    const state =
      leg === undefined && side !== undefined ? side : stateShown(at, whole.now?.snapshot, whole.now?.overallStatus);
    return [labels[name], reason === undefined ? state : `${state}: ${reason}`];
  });
  const heard = whole.life?.authorityAccepted;
  if (whole.now !== undefined || heard === undefined) return facts;
  return [["Tax report", heard ? "accepted by the tax authority" : "not accepted by the tax authority"]];
}

function links({ past, life }: WholeLife): Fact[] {
  const { currency, credits, corrects } = past.intent;
  const gross = (each: CreditedBy): string =>
    each.gross === undefined ? "" : ` ${forPeople(each.gross.toFixed())} ${each.currency ?? currency}`;
  const credited = (life?.credits ?? []).map(
    (each): Fact => ["Credited by", `${each.called}${gross(each)} (${shortly(each)})`],
  );
  const left = life?.credited;
  const foreign: Fact[] =
    life && hasForeignCredit(past, life.credits) ? [["Left", "not known: credited in another currency"]] : [];
  return [
    ...(credits === undefined
      ? []
      : [["Takes back from", `${credits.invoiceNumbers.join(", ")} (reason ${credits.reason})`] as Fact]),
    ...credited,
    ...(credited.length === 0 || left === undefined
      ? foreign
      : [
          [
            "Left",
            `${forPeople(left.left.toFixed())} ${currency} of ${amountOf(past)} ${currency}${partsOfRest(left, past)}`,
          ] as Fact,
        ]),
    ...(corrects === undefined ? [] : [["Stands in for", corrects.documentNumber] as Fact]),
    ...(life?.correctedBy ?? []).map((each): Fact => ["Replaced by", `${each.called} (${shortly(each)})`]),
  ];
}

/** Net and VAT of what is left, and how a rest of rounding is cleared. */
function partsOfRest({ rest, isRounding }: NonNullable<Life["credited"]>, past: WholeLife["past"]): string {
  if (rest === undefined || !hasRest(rest)) return "";
  const parts = restSays(rest, past.intent.currency);
  return isRounding ? `, by rounding: ${parts}. ${restHint(rest, documentName(past))}` : ` (${parts})`;
}

function amountOf(past: WholeLife["past"]): string {
  return forPeople(documentMoney(past).totals.tax_inclusive_amount);
}

function shortly({ stage }: Pick<Related, "stage">): string {
  return stages[stage].says.replace(/[:;].*/, "");
}

function dealt(life: Life | undefined): Fact[] {
  if (life?.dealt?.how !== "done") return [];
  const { what, reason, by, at } = life.dealt.word;
  return [["Dealt with", `${owedKinds[what].says}: ${reason} (${by}, ${gulfDay(new Date(at))})`]];
}

function next({ life, next: steps }: WholeLife): Fact[] {
  if (life === undefined) return [];
  if (life.owed === undefined || steps === undefined) return [["Open", "nothing"]];
  const { deadline } = steps;
  const until =
    deadline === undefined
      ? ""
      : `; a new document is to be issued by ${deadline.last} (${deadline.counts ?? "14 days after"} the ${deadline.from} of ${deadline.day}${left(deadline.daysLeft)})`;
  return [
    ["Open", `${owedKinds[life.owed].says}${until}`],
    ...steps.todo.map((each, at): Fact => [at === 0 ? "Next" : "", each]),
  ];
}

function left(days: number): string {
  if (days < 0) return `: ${-days} ${days === -1 ? "day" : "days"} over`;
  return `: ${days} ${days === 1 ? "day" : "days"} left`;
}

function trySays({ at, intent, state, result, resolution }: WholeLife["past"]): string {
  const status = result?.status === undefined ? "" : ` (${result.status})`;
  const settled = resolution === undefined ? "" : `; ${attemptStates[resolution.verdict].says}, ${time(resolution.at)}`;
  return `${time(at)}  ${commandOf(intent)}: ${attemptStates[result?.verdict ?? state].says}${status}${settled}`;
}
