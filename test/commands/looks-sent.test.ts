import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { template } from "../support/batch.ts";
import { invoice, line } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { desertLime } from "../support/suppliers.ts";

const { document_number: _, order_reference: __, buyer_reference: ___, ...bare } = invoice();
/** An invoice issued on this day, numbered by the service, with changes. */
const on = (issue_date: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument => ({
  ...bare,
  issue_date,
  ...change,
});
const order = (id: string): Partial<SelfBilledDocument> => ({ order_reference: { id } });
const of = (party_name: string, company_id?: string): Partial<SelfBilledDocument> => ({
  accounting_supplier_party: {
    ...invoice().accounting_supplier_party,
    party_name,
    ...(company_id === undefined
      ? {}
      : { party_tax_scheme: { company_id, tax_scheme: "VAT" }, tin: company_id.slice(0, 10) }),
  },
  document_lines: [line({ quantity: String(party_name.length + 7) })],
});

async function openDesk(facts: Parameters<typeof serviceDesk>[1] = {}): Promise<ServiceDesk> {
  return serviceDesk(await startTestSandbox(), { today: "2026-12-19T08:00:00Z", ...facts });
}

let files = 0;
/** Sends the document from its own file, or from the named one. */
function send(desk: ServiceDesk, document: SelfBilledDocument, more: Given<typeof createInvoice> = {}, name?: string) {
  files += 1;
  const file = desk.file(name ?? `f${files}.yaml`, writeYaml(document, "invoice"));
  return runCommand(createInvoice, desk, [file], { yes: true, sendAnyway: true, ...more });
}

const found = ({ view, problems }: Report): string[] =>
  [...problems, ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [])]
    .map(({ code }) => code)
    .filter((code) => /sent|edited|elsewhere|repeated|alike|changed|prepayment/.test(code));

describe("the same supplier, amounts and reference", () => {
  test.each([
    ["31 days later", "2026-07-16", "duplicate", ["looks-sent"]],
    ["32 days later", "2026-07-17", "done", []],
  ])("%s", async (_, day, outcome, codes) => {
    const desk = await openDesk();
    expect((await send(desk, on("2026-06-15", order("PO-1")))).outcome).toBe("done");
    const report = await send(desk, on(day, order("PO-1")));
    expect([report.outcome, found(report)]).toEqual([outcome, codes]);
  });

  test("is sent with --allow-similar, or when somebody says yes", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15", order("PO-1")));
    expect((await send(desk, on("2026-06-20", order("PO-1")), { allowSimilar: true })).outcome).toBe("done");
    const asked: string[] = [];
    const confirm = async (question: string) => ok(asked.push(question) > 0);
    const answering = { ...desk, ask: { ...desk.ask, possible: true, confirm } };
    expect((await send(answering, on("2026-06-25", order("PO-1")))).outcome).toBe("done");
    expect(asked).toEqual([expect.stringContaining("the same reference within 31 days")]);
  });

  test("a monthly rent is not asked about: another order, another period, or a contract alone", async () => {
    const desk = await openDesk();
    const months = ["2026-06-01", "2026-07-01", "2026-08-01"];
    for (const [at, day] of months.entries()) {
      const period = { invoice_period: { start_date: day, end_date: day, description: "MTH" } };
      expect((await send(desk, on(day, { ...order("PO-1"), ...period }))).outcome).toBe("done");
      expect((await send(desk, on(day, order(`PO-2-${at}`)), { allowSimilar: true })).outcome).toBe("done");
      const contract = { contract_document_reference: { id: "RENT-7" }, note: day };
      const report = await send(desk, on(day, contract), { allowSimilar: true });
      expect([report.outcome, found(report)]).toEqual(["done", at === 0 ? [] : ["amount-repeated"]]);
    }
  });

  test("where nothing tells the supplies apart a warning stops nothing", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15"));
    const report = await send(desk, on("2026-06-20"));
    expect([report.outcome, found(report)]).toEqual(["done", ["amount-repeated"]]);
    expect(found(await send(desk, on("2026-09-20")))).toEqual([]);
  });
});

describe("a file that was edited after it was sent", () => {
  const changed = { document_lines: [line({ quantity: "9" })] };

  test("is asked about before it makes a second document", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15"), {}, "march.yaml");
    const report = await send(desk, on("2026-06-15", changed), {}, "march.yaml");
    expect([report.outcome, found(report)]).toEqual(["duplicate", ["file-edited", "file-edited"]]);
    expect(report.view.view === "submissions" && report.view.results[0]?.problems.at(-1)?.message).toContain(
      "was sent as SBX-INV-000001, dated 2026-06-15, with other content",
    );
    const yes = await send(desk, on("2026-06-15", changed), { allowSimilar: true }, "march.yaml");
    expect(yes.outcome).toBe("done");
    expect(found(await send(desk, on("2026-06-15", changed), {}, "march.yaml"))).toEqual([]);
  });

  test("is asked about once if its day and amounts are the same", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15"), {}, "march.yaml");
    const report = await send(desk, on("2026-06-15", { note: "corrected" }), {}, "march.yaml");
    expect([report.outcome, found(report)]).toEqual(["duplicate", ["looks-sent"]]);
  });

  test("a file that is used again for the next month or for another supplier is not", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15"), {}, "rent.yaml");
    expect(found(await send(desk, on("2026-07-15", changed), {}, "rent.yaml"))).toEqual([]);
    expect(
      found(await send(desk, on("2026-07-15", of("Harbour Crane Works", "100555567400003")), {}, "rent.yaml")),
    ).toEqual([]);
  });

  test("in a script nothing is sent, exit code 24", async () => {
    const home = temporaryFolder();
    const file = join(home, "march.yaml");
    const run = (...more: string[]) => runSelfbill(["create-invoice", file, "--sandbox", "--yes", ...more], { home });
    writeFileSync(file, template);
    expect((await run()).code).toBe(0);
    writeFileSync(file, readFileSync(file, "utf8").replace("quantity: 40", "quantity: 41"));
    const ran = await run();
    expect(ran.code, ran.stderr).toBe(24);
    expect(ran.stderr).toContain("Nothing was sent.");
    expect(ran.stderr).toContain("--allow-similar");
    expect((await run("--allow-similar")).code).toBe(0);
  });
});

test("a number of another supplier's document is told before the service refuses it", async () => {
  const desk = await openDesk();
  await send(desk, on("2026-06-15", { document_number: "SB-1" }));
  const other = on("2026-06-15", { ...of("Harbour Crane Works", "100555567400003"), document_number: "SB-1" });
  const report = await send(desk, other);
  expect([report.outcome, found(report)]).toEqual(["duplicate", ["number-elsewhere", "number-elsewhere"]]);
});

describe("a name that looks like a known supplier's", () => {
  const trn = "100999967400003";

  test.each([
    ["letters of another script", "Dеsert Lime Trading LLC", trn, "supplier-changed"],
    ["one letter replaced", "Desert Lime Troding LLC", trn, "supplier-changed"],
    ["one letter left out", "Desert Lme Trading LLC", trn, "supplier-changed"],
    ["one letter twice at the end", "Desert Lime Tradingg LLC", trn, "supplier-changed"],
    ["another form of company", "DESERT LIME  TRADING F.Z.E.", trn, "supplier-changed"],
    ["letters of another script, the same TRN", "Dеsert Lime Trading LLC", undefined, "name-look-alike"],
  ])("%s", async (_, name, number, code) => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15", { document_number: "SB-1" }));
    const report = await send(desk, on("2026-06-16", of(name, number)));
    expect(found(report)).toContain(code);
    expect(report.outcome).toBe(code === "supplier-changed" ? "usage" : "done");
  });

  test.each([
    ["the same company in other capitals and with points", "DESERT LIME TRADING L.L.C.", undefined],
    ["another company", "Desert Rose Trading LLC", trn],
    ["a branch of another number", "Desert Lime Trading 1 LLC", trn],
  ])("%s is no look-alike", async (_, name, number) => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15", { document_number: "SB-1" }));
    expect(found(await send(desk, on("2026-06-16", of(name, number))))).toEqual([]);
  });

  test("it is asked once: the next document to the same company is not", async () => {
    const desk = await openDesk();
    await send(desk, on("2026-06-15", { document_number: "SB-1" }));
    const other = of("Desert Lime Trading FZE", trn);
    expect((await send(desk, on("2026-06-16", other), { acceptChangedSupplier: true })).outcome).toBe("done");
    expect(found(await send(desk, on("2026-09-16", other)))).toEqual([]);
  });

  test("names of the supplier book count as known", async () => {
    const desk = await openDesk({ suppliers: [desertLime()] });
    expect(found(await send(desk, on("2026-06-16", of("Desert Llme Trading LLC", trn))))).toContain("supplier-changed");
    expect(found(await send(desk, on("2026-06-16")))).toEqual([]);
  });
});

test("an amount that was paid before without the invoice of it", async () => {
  const desk = await openDesk();
  const paid = { prepaid_amount: "100.00" };
  expect(found(await send(desk, on("2026-06-15", paid)))).toEqual(["prepayment-unnamed"]);
  const named = { ...paid, billing_reference: [{ id: "SB-0", issue_date: "2026-05-01" }], note: "with its invoice" };
  expect(found(await send(desk, on("2026-09-15", named)))).toEqual([]);
  expect(found(await send(desk, on("2026-11-15", { prepaid_amount: "0" })))).toEqual([]);
});

test("a dry run of a document that was sent says so", async () => {
  const desk = await openDesk();
  const document = on("2026-12-19", { document_number: "SB-1" });
  await send(desk, document, {}, "march.yaml");
  const again = await send(desk, document, { dryRun: true }, "march.yaml");
  if (again.view.view !== "submissions") throw new Error(again.view.view);
  expect([again.outcome, again.view.results[0]?.problems.at(-1)]).toMatchObject([
    "done",
    { code: "already-sent", severity: "warning", message: expect.stringContaining("sent before, as SB-1") },
  ]);
});

test("validate and a dry run say the same of an amount that was paid before", async () => {
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const file = join(cwd, "prepaid.yaml");
  for (const more of [{}, { billing_reference: [{ id: "SB-1", issue_date: "2026-05-01" }] }]) {
    writeFileSync(file, writeYaml(on("2026-06-15", { prepaid_amount: "50", ...more }), "invoice"));
    const checked = await runSelfbill(["validate", "--sandbox", file, "--json"], { home, cwd });
    const tried = await runSelfbill(["create-invoice", "--sandbox", file, "--dry-run", "--json"], { home, cwd });
    const [one] = JSON.parse(checked.stdout).results;
    const [other] = JSON.parse(tried.stdout).results;
    const codes = "billing_reference" in more ? [] : ["prepayment-unnamed"];
    expect(one.findings.map(({ id }: { id: string }) => id)).toEqual(codes);
    expect(other.problems.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect([checked.code, tried.code]).toEqual([0, 0]);
  }
});

describe("the buyer's own reference, where a document has no other", () => {
  const own = (buyer_reference: string, change: Partial<SelfBilledDocument> = {}) => ({ buyer_reference, ...change });
  const sendTwo = async (first: SelfBilledDocument, second: SelfBilledDocument) => {
    const desk = await openDesk();
    expect((await send(desk, first)).outcome).toBe("done");
    const report = await send(desk, second);
    return [report.outcome, found(report).filter((code) => code !== "amount-repeated")];
  };
  const asked = ["duplicate", ["looks-sent"]];
  const created = ["done", []];
  const other = { document_lines: [line({ quantity: "77" })] };
  const june = { invoice_period: { start_date: "2026-06-01", end_date: "2026-06-03" } };

  test.each([
    ["the same order a day later is asked about", on("2026-06-02", own("PO-1")), asked],
    ["and six days later", on("2026-06-07", own("PO-1")), asked],
    ["and six days earlier", on("2026-05-26", own("PO-1")), asked],
    ["each week is not", on("2026-06-08", own("PO-1")), created],
    ["each month is not", on("2026-07-01", own("PO-1")), created],
    ["another order is not", on("2026-06-02", own("PO-2")), created],
    ["another amount is not", on("2026-06-02", own("PO-1", other)), created],
    ["another period is not", on("2026-06-02", own("PO-1", june)), created],
    ["another delivery is not", on("2026-06-02", own("PO-1", { despatch_document_reference: { id: "D-2" } })), created],
  ] as const)("%s", async (_, second, expected) => {
    expect(await sendTwo(on("2026-06-01", own("PO-1")), second)).toEqual(expected);
  });

  test("with an order's number it tells documents apart, within 31 days", async () => {
    const first = on("2026-06-01", own("A", order("PO-1")));
    expect(await sendTwo(first, on("2026-06-20", own("A", order("PO-1"))))).toEqual(asked);
    expect(await sendTwo(first, on("2026-06-02", own("B", order("PO-1"))))).toEqual(created);
  });
});
