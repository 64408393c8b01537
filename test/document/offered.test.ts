import { describe, expect, test } from "vitest";
import { documentShapes } from "../../src/document/index.ts";
import { templateColumns } from "../../src/sheet/template-columns.ts";
import type { Question, Step } from "../../src/wizard/question.ts";
import { planWith } from "../../src/wizard/questions/plan.ts";
import { leavesOf } from "../support/leaves.ts";

/** Patterns of the field paths that are left out, by the reason for leaving them out. */
type Reasons = Readonly<Record<string, RegExp>>;

/** Questions in a repeated group are listed once. */
function questionsOf(steps: readonly Step[]): Question[] {
  return steps.flatMap((step) => ("goesOn" in step ? questionsOf(step.steps(0)) : [step]));
}

const plain = (path: string): string => path.replaceAll(/\[\d*\]/g, "");
const setOf = (paths: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => (path === undefined ? [] : [plain(path)])));

const follows =
  /(?:^|\.)(?:tax_currency_code|source_currency_code|target_currency_code|endpoint_scheme_id|tax_scheme|country|item_classification_list_id)$|additional_item_identification\.scheme_id$/;
const ofTheKind = /^(?:invoice|credit_note)_type_code$/;
const forTheService = /^(?:document_source|issue_time)$|^accounting_supplier_party\.(?:profile_id|logo_url)$/;
const rareParty = /^(?:payee_party|tax_representative_party)\./;
const rareOfParty = /^accounting_supplier_party\.(?:company_scheme_id|company_legal_form)$/;
const restOfAddress = /address\.(?:additional_street_name|address_line|postal_zone)$/;
const addressOfBank = /^payment_means\.payee_financial_account\.(?:financial_institution_branch_id|address\.)/;
const ofPayment =
  /^payment_means\.(?:id|payment_id|card_account\.holder_name|payment_mandate\.payer_financial_account_id)$/;
const instalments = /^payment_terms\.(?:due_date|installment_due_date|amount|payment_means_id)$/;
const restOfReference = /reference\.(?:issue_date|document_description|sales_order_id|name)$/;
const rareReference = /^(?:receipt|originator)_document_reference\.id$/;
const ofLine =
  /^document_lines\.(?:invoice_period|order_line_reference|despatch_line_reference|buyer_item_identification|seller_item_identification|origin_country|additional_item_property)(?:\.|$)/;
const versions = /_version_id$/;
const ofPrice = /^document_lines\.price\.(?:base_quantity|allowance\.)/;

const notInSheet: Reasons = {
  "another column says it: sheet/companions.ts fills it in": follows,
  "the kind of the sheet says it": ofTheKind,
  "for the service": forTheService,
  "rare parties: the sheet has one supplier, a map can name them": rareParty,
  "rare particulars of a supplier: a map can name them": rareOfParty,
  "what the Arabic name and a passport need is in the supplier book":
    /^accounting_supplier_party\.(?:party_name_in_local_language|passport_issuing_country_code)$/,
  "further lines of an address: a map can name them": restOfAddress,
  "the bank is known by the IBAN": addressOfBank,
  "the sheet pays by transfer; a map can name the rest":
    /^payment_means\.(?:card_account|payment_mandate)\.|^payment_means\.(?:id|payment_id)$/,
  "terms of payment in words and instalments: a map can name them": /^payment_terms\./,
  "references besides your own and the corrected invoice: a map can name them":
    /^(?:order|despatch_document|receipt_document|statement_document|originator_document|contract_document|project)_reference\.|^billing_reference\.document_description$|^document_lines\.document_reference\./,
  "parties and places of scenarios: a map can name them":
    /^(?:buyer_customer_party|seller_supplier_party)\.id$|^delivery\.(?:delivery_location\.|party_|terms$|delivery_time$)|invoice_period\.description$/,
  "rare particulars of a line: a map can name them": ofLine,
  "the version of a list is rarely asked for": versions,
  "a price is that of one; its discount is one of the line": ofPrice,
  "of charges and discounts the sheet has a discount of the line as an amount":
    /^(?:charges|allowances|document_lines\.charges)\.|^document_lines\.allowances\.(?:reason_code|multiplier_factor_numeric|base_amount|tax_category\.)/,
  "asked under the reverse charge alone: a map can name them":
    /^document_lines\.(?:standard_item_identification\.|commodity_classification\.nature_code$)/,
  "the code stands for it": /classified_tax_category\.tax_exemption_reason$/,
  "a cell cannot hold a file: file_path is a field of the file": /^attachments\./,
  "amounts that a program works out: a map can name them": /^(?:prepaid_amount|payable_rounding_amount)$/,
};

const notAsked: Reasons = {
  "another answer says it": follows,
  "the command says it": ofTheKind,
  "for the service": forTheService,
  "rare parties: in the file": rareParty,
  "rare particulars of a supplier: in the file": rareOfParty,
  "further lines of an address: in the file": restOfAddress,
  "the bank is known by the IBAN": addressOfBank,
  "rare particulars of payment: in the file": ofPayment,
  "instalments: in the file": instalments,
  "of a reference the number is asked": restOfReference,
  "rare references: in the file": rareReference,
  "of a delivery day and address are asked":
    /^delivery\.(?:delivery_location\.id|party_name|party_id|terms|delivery_time)$/,
  "rare particulars of a line: in the file": ofLine,
  "a remark belongs to the document": /^document_lines\.note$/,
  "the list is that of the code": /scheme_id$/,
  "the version of a list is rarely asked for": versions,
  "a price is that of one; its discount is one of the line": ofPrice,
  "made from category, kind, amount and reason of a discount or charge":
    /(?:charges|allowances)\.|^document_lines\.classified_tax_category\.(?:id|percent)$/,
  "the invoice that is corrected says it": /^billing_reference\.id$/,
  "made from the file that is named": /^attachments\./,
  "worked out by the buyer: in the file": /^payable_rounding_amount$/,
};

const questions = questionsOf(planWith());
const columns = setOf(templateColumns.flatMap(({ fields }) => fields));
const asked = setOf(questions.flatMap(({ at, also = [] }) => [at, ...also]));

const leaves = new Map([...leavesOf(documentShapes.invoice, ""), ...leavesOf(documentShapes["credit-note"], "")]);

describe("each field of a document", () => {
  test.each([
    ["has a column in the ready-made sheet", columns, notInSheet],
    ["is asked by the wizard", asked, notAsked],
  ])("%s, or says in its definition or here why not", (_, offered, reasons) => {
    const left = [...leaves].flatMap(([path, { unasked }]) => (offered.has(path) || unasked ? [] : [path]));
    expect(left.filter((path) => !Object.values(reasons).some((listed) => listed.test(path)))).toEqual([]);
    expect([...leaves].filter(([path, { unasked }]) => unasked && offered.has(path))).toEqual([]);
    // A reason without any fields must be removed from the list.
    const stale = Object.keys(reasons).filter((reason) => !left.some((path) => reasons[reason]?.test(path)));
    expect(stale).toEqual([]);
  });
});
