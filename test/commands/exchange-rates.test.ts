import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import { previewOf } from "../../src/commands/preview.ts";
import { validate } from "../../src/commands/validate.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { ask, resultsOf, screen, shop, wrongTrn } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const preview = previewOf([]);

/** An invoice in this currency; the rate is given separately. */
const quoted = (currency: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ document_currency_code: currency, ...change });
const withRate = (currency: string, calculation_rate: string): Partial<SelfBilledDocument> => ({
  tax_currency_code: "AED",
  tax_exchange_rate: { source_currency_code: currency, target_currency_code: "AED", calculation_rate },
});

async function openDesk(): Promise<ServiceDesk> {
  return serviceDesk(await startTestSandbox(), { today: "2026-06-15T21:30:00Z" }); // the 16th in the Emirates
}

function files(desk: ServiceDesk, documents: readonly SelfBilledDocument[]): string[] {
  return documents.map((each, at) => desk.file(`${at}.yaml`, writeYaml(each, "invoice")));
}

function create(
  desk: ServiceDesk,
  documents: readonly SelfBilledDocument[],
  options: Given<typeof createInvoice> = {},
): Promise<Report> {
  return runCommand(createInvoice, desk, files(desk, documents), { yes: true, ...options });
}

const found = ({ problems, view }: Report): [string, number | undefined][] =>
  [...problems, ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [])].map(
    ({ code, where }) => [code, where?.line],
  );

/** Returns the body of the last document in the journal. */
async function bodyOf(desk: ServiceDesk): Promise<string> {
  const records = await desk.openedJournal.records(0, 100);
  const intents = records.ok ? records.value.flatMap((each) => (each.type === "intent" ? [each.data] : [])) : [];
  const text = await desk.openedJournal.kept(intents.at(-1)?.bodyHash ?? "");
  return text.ok ? (text.value ?? "") : "";
}

describe("a rate that is told beside the document", () => {
  test("is filled in with all its digits; its day is kept and never sent", async () => {
    const desk = await openDesk();
    const report = await create(desk, [quoted("EUR")], { exchangeRate: ["4.280610"], rateDate: "2026-06-15" });
    expect([report.outcome, found(report)]).toEqual(["done", []]);
    const body = await bodyOf(desk);
    expect(body).toContain('"tax_currency_code":"AED"');
    expect(body).toContain(
      '"tax_exchange_rate":{"source_currency_code":"EUR","target_currency_code":"AED","calculation_rate":4.280610}',
    );
    expect(body).not.toMatch(/rate_?date/i);
    const past = await runCommand(history, desk);
    expect(renderJson(past).history).toMatchObject([{ exchange_rate: "4.280610", rate_date: "2026-06-15" }]);
    expect(screen(past, "pipe")).toContain("\t4.280610\t2026-06-15\t1.0.4\t");
  });

  test("goes to the documents of its currency, and leaves those in AED alone", async () => {
    const desk = await openDesk();
    const documents = [
      quoted("EUR", { document_number: "SB-1" }),
      quoted("USD", { document_number: "SB-2" }),
      invoice({ document_number: "SB-3" }),
    ];
    const exchangeRate = ["EUR=4.280612", "usd=3.6725"];
    const report = await create(desk, documents, { exchangeRate, allowSimilar: true });
    expect([report.outcome, found(report)]).toEqual(["done", []]);
  });

  test("must be the one in the document, however it is written", async () => {
    const desk = await openDesk();
    const own = quoted("USD", withRate("USD", "3.6725"));
    expect(found(await create(desk, [own], { exchangeRate: ["3.672500"] }))).toEqual([]);
    const other = await create(await openDesk(), [own], { exchangeRate: ["3.6730"] });
    expect([other.outcome, found(other)]).toEqual(["invalid", [["wrong-value", expect.any(Number)]]]);
    expect(screen(other).replace(/\n */g, " ")).toContain(
      "The document has the exchange rate 3.6725, but --exchange-rate is 3.6730.",
    );
  });

  test("does not belong to a document in AED", async () => {
    const report = await create(await openDesk(), [invoice()], { exchangeRate: ["3.6725"] });
    expect(report.outcome).toBe("invalid");
    expect(screen(report).replace(/\n */g, " ")).toContain("This document is in AED, which needs no exchange rate.");
  });

  test("of another currency in a document in AED is refused: its amounts would count as dirhams", async () => {
    const report = await create(await openDesk(), [{ ...invoice(), ...withRate("USD", "3.6725") }], {});
    expect(report.outcome).toBe("invalid");
    expect(screen(report).replace(/\n */g, " ")).toContain(
      "This document is in AED, and its exchange rate is that of USD.",
    );
  });

  test("is judged like a written one, at the line of the currency", async () => {
    const report = await create(await openDesk(), [quoted("USD")], { exchangeRate: ["3.67"] });
    const line = writeYaml(quoted("USD"), "invoice").split("\n").indexOf("document_currency_code: USD") + 1;
    expect(found(report)).toEqual([["SB-0707", line]]);
  });

  test("shows the amounts in AED, and its day, before anything is asked", async () => {
    const desk = await openDesk();
    const [file = ""] = files(desk, [quoted("EUR")]);
    const options = {
      exchangeRate: ["4.280612"],
      rateDate: "2026-06-15",
    };
    const shown = screen(await runCommand(preview, desk, [file], options), "pipe");
    expect(shown).toContain("1 EUR = 4.280612 AED, published for 2026-06-15");
    expect(shown).toContain("Payable\t10500.00\t44946.43");
  });

  test("is taken by validate as well", async () => {
    const desk = await openDesk();
    const [file = ""] = files(desk, [quoted("EUR")]);
    expect((await runCommand(validate, desk, [file])).outcome).toBe("invalid");
    const rated = { exchangeRate: ["4.280612"] };
    expect((await runCommand(validate, desk, [file], rated)).outcome).toBe("done");
  });
});

describe("later commands know that the rate was told beside the file", () => {
  test("status shows findings at their lines and does not say that the file changed", async () => {
    const { clock, desk } = await shop();
    const supplier = { ...invoice().accounting_supplier_party, ...wrongTrn().accounting_supplier_party };
    const options = { exchangeRate: ["4.280612"], sendAnyway: true };
    await create(desk, [quoted("EUR", { accounting_supplier_party: supplier })], options);
    clock.advance(10);
    const seen = await ask(desk, ["SB-2026-0001"]);
    expect(resultsOf(seen)[0]?.problems).toEqual([]);
    expect(resultsOf(seen)[0]?.findings[0]?.where?.line).toBeGreaterThan(1);
  });

  test("due takes the file for issued", async () => {
    const desk = await openDesk();
    const documents = [quoted("EUR")];
    await create(desk, documents, { exchangeRate: ["4.280612"] });
    const report = await runCommand(due, desk, files(desk, documents));
    expect(renderJson(report).due).toEqual([]);
  });
});

describe("the day of a rate", () => {
  test("of tomorrow in the Emirates is refused, and nothing is sent", async () => {
    const desk = await openDesk();
    const report = await create(desk, [quoted("EUR")], { exchangeRate: ["4.280612"], rateDate: "2026-06-17" });
    const said = expect.stringContaining("in the future: today is 2026-06-16");
    expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", said]);
    expect(await bodyOf(desk)).toBe("");
  });

  test.each([
    ["2026-06-16", {}, ["rate-date-off"]],
    ["2026-06-09", {}, ["rate-date-off"]],
    ["2026-06-10", {}, []],
    ["2026-06-10", { delivery: { actual_delivery_date: "2026-06-09" } }, ["rate-date-off"]],
  ])("%s is compared with the supply (%j)", async (rateDate, change, codes) => {
    const report = await create(await openDesk(), [quoted("EUR", change)], { exchangeRate: ["4.280612"], rateDate });
    expect([report.outcome, found(report).map(([code]) => code)]).toEqual(["done", codes]);
  });
});

test.each([
  [["4,280612"], /is not a rate/],
  [["0"], /is not a rate/],
  [["-1.5"], /is not a rate/],
  [["EURO=4.28"], /is not a rate/],
  [["AED=1"], /needs no exchange rate/],
  [["ZZZ=1.2345"], /is not a currency code/],
  [["EUR=4.1", "eur=4.2"], /appears twice/],
  [["4.1", "4.2"], /without a currency/],
])("words that are no rate are refused: %j", async (exchangeRate, said) => {
  const report = await create(await openDesk(), [quoted("EUR")], { exchangeRate });
  expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", expect.stringMatching(said)]);
});

test("one rate for several documents must say its currency", async () => {
  const report = await create(await openDesk(), [quoted("EUR"), quoted("USD")], { exchangeRate: ["4.280612"] });
  expect([report.outcome, report.problems[0]?.hint]).toEqual(["usage", expect.stringContaining("USD=4.280612")]);
});
