import { codes, gulfTime, hasFlag, type Period, type SelfBilledDocument, scenarios } from "../../document/index.ts";
import type { Paper, Preview } from "../../report/index.ts";
import { type Html, html, joined, said } from "./escape.ts";
import { addressLine, fact } from "./parties.ts";
import { arabic, both, pair } from "./words.ts";

/** Shows everything except parties and amounts. */
export function facts(preview: Preview, number: string | undefined, { agreement, state }: Paper): Html {
  const { document, calculation } = preview;
  const foreign = calculation.currency !== "AED";
  const rate = `1 ${calculation.currency} = ${calculation.exchangeRate.toFixed()} AED`;
  return html`<section><dl>
${fact("number", said(number) ?? both("numberLater"))}
${fact("issueDate", said(document.issue_date))}
${fact("supplyDate", joined([said(document.delivery?.actual_delivery_date), said(document.delivery?.delivery_time)], " "))}
${fact("dueDate", said(document.due_date))}
${fact("period", period(document.invoice_period))}
${fact("currency", said(calculation.currency))}
${foreign ? fact("exchangeRate", said(rate)) : undefined}
${fact("agreement", said(agreement))}
${fact("state", joined([said(state?.says), said(state && gulfTime(Date.parse(state.at)))], " · "), "wide")}
${fact("scenario", scenarioNames(document.profile_execution_id), "wide")}
${fact("reason", reason(document), "wide")}
${references(document)}
</dl></section>`;
}

function references(document: SelfBilledDocument): Html {
  const { delivery, payment_terms: terms, order_reference: order } = document;
  const { delivery_location: location } = delivery ?? {};
  const recipient = [said(delivery?.party_name), said(delivery?.party_id)];
  const place = joined([...recipient, said(location?.id), addressLine(location?.address), said(delivery?.terms)], ", ");
  const due = [terms?.note, terms?.due_date, terms?.installment_due_date, terms?.amount].map(said);
  return html`${fact("corrects", list(document.billing_reference?.map((each) => dated(each))), "wide")}
${fact("order", joined([dated(order), said(order?.sales_order_id)], " · "))}
${fact("contract", dated(document.contract_document_reference))}
${fact("deliveryNote", dated(document.despatch_document_reference))}
${fact("receipt", dated(document.receipt_document_reference))}
${fact("customs", dated(document.statement_document_reference))}
${fact("tender", dated(document.originator_document_reference))}
${fact("project", joined([said(document.project_reference?.id), said(document.project_reference?.name)], " · "))}
${fact("buyerReference", said(document.buyer_reference))}
${fact("beneficiary", said(document.buyer_customer_party?.id))}
${fact("principal", said(document.seller_supplier_party?.id))}
${fact("representative", joined([said(document.tax_representative_party?.party_name), said(document.tax_representative_party?.party_identification?.id)], " · "))}
${fact("deliveredTo", place, "wide")}
${fact("payee", payee(document.payee_party), "wide")}
${fact("payment", list(document.payment_means?.map(payment)), "wide")}
${fact("terms", joined(due, ", "), "wide")}
${fact("note", said(document.note), "wide")}
${fact("attachments", list(document.attachments?.map((each) => said(each.file_name))), "wide")}`;
}

type Dated = { id?: string | undefined; issue_date?: string | undefined; document_description?: string | undefined };

/** Shows the payee if it is not the supplier. */
function payee(given: SelfBilledDocument["payee_party"]): Html | undefined {
  const { party_name, party_identification, financial_account: account } = given ?? {};
  const { id, name, financial_institution_branch_id: branch } = account ?? {};
  return joined([party_name, party_identification?.id, id, name, branch].map(said), " · ");
}

export function dated(given: Dated | undefined): Html | undefined {
  return joined([said(given?.id), said(given?.issue_date), said(given?.document_description)], " · ");
}

function list(values: readonly (Html | undefined)[] | undefined): Html | undefined {
  return joined(values ?? [], "; ");
}

export function period(given: Period | undefined): Html | undefined {
  return joined([said(given?.start_date), said(given?.end_date)], " – ");
}

function scenarioNames(flags: string | undefined): Html | undefined {
  const set = scenarios.filter(({ position }) => hasFlag(flags, position));
  return list(set.map(({ position, name }) => pair(name, arabic.scenarios[position - 1])));
}

export function reason({ discrepancy_response: code, reason: text }: SelfBilledDocument): Html | undefined {
  if (!code?.trim()) return said(text);
  const known = Object.hasOwn(codes.discrepancyReasons, code)
    ? (code as keyof typeof codes.discrepancyReasons)
    : undefined;
  const meaning = known && pair(codes.discrepancyReasons[known], arabic.reasons[known]);
  return joined([said(code), meaning, said(text)], " · ");
}

function payment(means: NonNullable<SelfBilledDocument["payment_means"]>[number]): Html | undefined {
  const {
    payee_financial_account: account,
    card_account: card,
    payment_mandate: mandate,
    payment_id: texts = [],
  } = means;
  const accountTexts = [account?.id, account?.name, account?.financial_institution_branch_id];
  const cardTexts = [card?.network_id, card?.primary_account_number_id, card?.holder_name];
  const all = [...accountTexts, ...cardTexts, mandate?.id, mandate?.payer_financial_account_id, ...texts];
  return joined([wayToPay(means.payment_means_code ?? ""), ...all.map(said)], " · ");
}

function wayToPay(code: string): Html | undefined {
  if (!Object.hasOwn(codes.paymentMeansCodes, code)) return said(code);
  const known = code as keyof typeof codes.paymentMeansCodes;
  return pair(codes.paymentMeansCodes[known], arabic.payment[known]);
}
