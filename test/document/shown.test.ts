import { describe, expect, test } from "vitest";
import { toWire } from "../../src/contract/index.ts";
import {
  calculate,
  type DocumentKind,
  documentShapes,
  type SelfBilledDocument,
  withStandIns,
} from "../../src/document/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderPage } from "../../src/render/index.ts";
import { palmLedger } from "../support/documents.ts";
import { leavesOf } from "../support/leaves.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const everything = scenarioInvoices["everything the request can carry"] as SelfBilledDocument;

function documentWithAll(kind: DocumentKind, paths: readonly string[]): SelfBilledDocument {
  const document = withStandIns({ charges: everything.charges ?? [] }, paths, kind);
  document.document_currency_code = "USD";
  for (const means of document.payment_means ?? []) means.payment_id = ["RF18 5390 0754 7034"];
  return document;
}

const stepsOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");

function valueAt(document: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
}

/** A copy of the document with this value at the path; undefined removes the value. */
function changed(document: SelfBilledDocument, path: string, value: string | undefined): SelfBilledDocument {
  const copy = structuredClone(document);
  const steps = stepsOf(path);
  const holder = valueAt(copy, steps.slice(0, -1)) as Record<string, unknown>;
  expect(holder?.[steps.at(-1) as string], path).toBeDefined();
  holder[steps.at(-1) as string] = value;
  return copy;
}

/** Fields that the page does not show, each with the reason. */
const notOnPage: Readonly<Record<string, RegExp>> = {
  "a code of the form, with one meaning on every self-billed document":
    /(?:^|\.)(?:invoice_type_code|credit_note_type_code|tax_scheme|tax_currency_code|scheme_agency_id|scheme_version_id|item_classification_list(?:_version)?_id|company_scheme_id|endpoint_scheme_id|nature_code|commodity_code)$/,
  "the rate names both currencies": /^tax_exchange_rate\.(?:source|target)_currency_code$/,
  "for the service":
    /^(?:document_source|issue_time)$|^accounting_supplier_party\.(?:profile_id|logo_url|endpoint_id)$/,
  "the TRN and the registered name stand in its place":
    /^accounting_supplier_party\.(?:tin|name|passport_issuing_country_code|company_legal_form)$/,
  "the amount that comes of it is shown":
    /(?:charges|allowances)\[0\]\.(?:multiplier_factor_numeric|base_amount)$|price\.allowance\.base_amount$/,
  "the reason in words stands in its place": /(?:charges|allowances)\[0\]\.reason_code$/,
  "the breakdown shows VAT by category and rate":
    /\.(?:tax_exemption_reason(?:_code)?)$|^document_lines.*\.tax_category\./,
  "a party's or a bank's address is not asked of a page":
    /^(?:tax_representative_party|payee_party|payment_means).*address\./,
  "the file itself is not printed": /^attachments\[0\]\.(?:file_type|file_content)$/,
  "a link between two parts of the document": /^payment_means\[0\]\.id$|\.payment_means_id$|scheme_id$/,
  "for the buyer's own books": /(?:^|\.)accounting_cost$/,
  "the dates of a period say it": /invoice_period\.description$/,
};

describe.each(["invoice", "credit-note"] as const)("each field of a document: %s", (kind) => {
  const leaves = [...leavesOf(documentShapes[kind], "[0]").keys()];
  const all = documentWithAll(kind, leaves);

  test("is in the file that is written, and in the request", () => {
    for (const shown of [
      (document: SelfBilledDocument) => writeYaml(document, kind),
      (document: SelfBilledDocument) => writeJson(toWire(document, kind)),
    ])
      expect(leaves.filter((path) => shown(changed(all, path, undefined)) === shown(all))).toEqual([]);
  });

  test("is on the page, or listed with the reason", () => {
    const page = (document: SelfBilledDocument): string =>
      renderPage({ file: "x.yaml", kind, document, calculation: calculate(document), customer: palmLedger });
    const whole = page(all);
    const differs = (path: string, value: string | undefined): boolean => page(changed(all, path, value)) !== whole;
    const isListed = (path: string): boolean => Object.values(notOnPage).some((listed) => listed.test(path));
    const shown = leaves.filter((path) => ["10000000", undefined].some((value) => differs(path, value)));
    expect(leaves.filter((path) => !shown.includes(path) && !isListed(path))).toEqual([]);
    // Fields that are shown now must be removed from the list.
    const stale = Object.keys(notOnPage).filter(
      (reason) => !leaves.some((path) => notOnPage[reason]?.test(path) && !shown.includes(path)),
    );
    expect(stale).toEqual([]);
  });
});
