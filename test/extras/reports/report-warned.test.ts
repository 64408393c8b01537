import { expect, test } from "vitest";
import { figuresOf, type PeriodDocument } from "../../../src/commands/period/period-documents.ts";
import { chargedWithoutTrn } from "../../../src/commands/period/vat-return.ts";
import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { calculate } from "../../../src/document/index.ts";
import { prepare } from "../../../src/prepare/index.ts";
import { writeYaml } from "../../../src/read/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { serviceDesk } from "../../support/service-desk.ts";
import { startTestSandbox } from "../../support/start-sandbox.ts";

/** Every value that the warning of a report looks at, and what stands beside it. */
const countries = ["AE", "OM", "SA", "US"];
const numbers = ["100234567400003", "100234567400002", "300234567400003", "OM1100012345", "SA-1", ""];
const categories = ["S", "Z", "AE", "E", "O"];
/** VAT began in 2018. */
const days = ["2018-01-01", "2025-12-31", "2026-06-15"];
const flags = ["00000000", "00000001", "01000000", "00010000"];

function* drawn(): Generator<readonly [SelfBilledDocument, "invoice" | "credit-note"]> {
  for (const country of countries)
    for (const company_id of numbers)
      for (const first of categories)
        for (const second of categories)
          for (const day of days)
            for (const profile_execution_id of flags)
              for (const kind of ["invoice", "credit-note"] as const) {
                const make = kind === "invoice" ? invoice : creditNote;
                const { accounting_supplier_party: party } = make();
                const lineOf = (id: string) =>
                  line({
                    classified_tax_category: {
                      id,
                      tax_scheme: "VAT",
                      ...(id === "S" || id === "AE" ? { percent: "5" } : id === "Z" ? { percent: "0" } : {}),
                    } as never,
                  });
                yield [
                  make({
                    ...{ issue_date: day, profile_execution_id, document_lines: [lineOf(first), lineOf(second)] },
                    accounting_supplier_party: {
                      ...party,
                      party_tax_scheme: { company_id, tax_scheme: "VAT" },
                      postal_address: { ...party?.postal_address, country_code: country },
                    },
                  }),
                  kind,
                ];
              }
}

function inReport(document: SelfBilledDocument, kind: "invoice" | "credit-note"): PeriodDocument {
  const { totals } = calculate(document) as never;
  const supplier = document.accounting_supplier_party;
  const figures = figuresOf(
    { ...(totals as object), tax_exclusive_amount: "1", tax_amount: "1" },
    "AED",
    undefined,
    document,
  );
  return {
    ...figures,
    ...{
      kind,
      called: "A",
      number: "A",
      id: "1",
      attempt: undefined,
      date: document.issue_date ?? "",
      currency: "AED",
    },
    ...{ rate: undefined, state: "approved", status: undefined, since: undefined, totalsFrom: "here", credits: [] },
    ...{ hash: undefined, file: undefined, answer: undefined, source: "journal" },
    supplier: { key: "x", name: "x", trn: supplier?.party_tax_scheme?.company_id ?? "" },
  };
}

test("what a report warns of, a check warned of before the document was sent", async () => {
  const desk = serviceDesk(await startTestSandbox());
  const unwarned: unknown[] = [];
  let warned = 0;
  for (const [document, kind] of drawn()) {
    if (chargedWithoutTrn([inReport(document, kind)]).length === 0) continue;
    const file = desk.file("a.yaml", writeYaml(document, kind));
    const { problems } = await prepare(file, { version: "1.1.0", kind }, desk);
    // A document with an error about its supplier is not sent.
    const isTold = problems.some(
      ({ code, where }) => code === "SB-1002" || where?.path?.startsWith("accounting_supplier_party.party_tax_scheme"),
    );
    if (!isTold) unwarned.push([kind, document.issue_date, document.accounting_supplier_party]);
    else if (problems.every(({ severity }) => severity === "warning")) warned += 1;
  }
  expect(unwarned).toEqual([]);
  expect(warned).toBeGreaterThan(200);
});
