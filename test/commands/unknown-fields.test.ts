import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import { validate } from "../../src/commands/validate.ts";
import type { Problem } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "../support/service-desk.ts";
import { create, wrongTrn } from "../support/shop.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

const yaml = writeYaml(invoice(), "invoice");

async function sending(facts: ServiceDeskFacts = {}): Promise<{ desk: ServiceDesk; sandbox: TestSandbox }> {
  const sandbox = await startTestSandbox();
  return { desk: serviceDesk(sandbox, facts), sandbox };
}

/** The number of invoices at the service. */
async function sent({ sandbox }: { readonly sandbox: TestSandbox }): Promise<number> {
  return (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements;
}

function send(desk: ServiceDesk, text: string, options: Given<typeof createInvoice> = {}): Promise<Report> {
  return runCommand(createInvoice, desk, [desk.file("march.yaml", text)], { yes: true, ...options });
}

function problemsOf(report: Report): readonly Problem[] {
  const results = report.view.view === "submissions" ? report.view.results : [];
  return [...report.problems, ...results.flatMap(({ problems }) => problems)];
}

const errorsOf = (report: Report) => problemsOf(report).filter(({ severity }) => severity === "error");

/** Adds members to the first line, and one to the document. */
const twoUnknown = `${yaml.replace("document_lines:\n  - ", "document_lines:\n  - cost_centre: 12\n    ")}Buyer_Reference: PO-1\n`;

describe("an unknown field, sent with --yes", () => {
  test("is an error that names each path once and the line for the profile", async () => {
    const at = await sending({ real: true });
    const report = await send(at.desk, twoUnknown);
    expect(report.outcome).toBe("invalid");
    const [only, ...others] = errorsOf(report);
    expect(others).toEqual([]);
    expect(only?.code).toBe("unknown-field");
    expect(only?.message).toMatch(/: document_lines\.cost_centre, Buyer_Reference\.$/);
    expect(only?.hint).toContain(
      "selfbill profile set test --allow-unknown document_lines.cost_centre,Buyer_Reference",
    );
    expect(await sent(at)).toBe(0);
  });

  test("is sent if the option or the profile names it", async () => {
    const both = ["document_lines.cost_centre", "Buyer_Reference"];
    const option = await sending();
    expect((await send(option.desk, twoUnknown, { allowUnknown: both })).outcome).toBe("done");
    expect(await sent(option)).toBe(1);
    const profile = await sending({ allowUnknown: both.join(",") });
    const report = await send(profile.desk, twoUnknown);
    expect(report.outcome).toBe("done");
    expect(problemsOf(report).filter(({ code }) => code === "unknown-field")).toEqual([]);
    const mixed = await sending({ allowUnknown: both[0] ?? "" });
    expect((await send(mixed.desk, twoUnknown, { allowUnknown: both.slice(1) })).outcome).toBe("done");
    const some = await sending({ allowUnknown: both[0] ?? "" });
    const refused = await send(some.desk, twoUnknown);
    expect(errorsOf(refused).map(({ message }) => message)[0]).toMatch(/: Buyer_Reference\.$/);
  });

  test("is found at any depth, also with --expect and in JSON", async () => {
    const at = await sending();
    const deep = invoice();
    const [line] = deep.document_lines ?? [];
    Object.assign(line?.price ?? {}, { allowance: { amount: "1", reason_kode: "x" } });
    const file = at.desk.file("march.json", JSON.stringify(deep));
    for (const options of [{ yes: true }, { expect: "0123" }]) {
      const report = await runCommand(createInvoice, at.desk, [file], options);
      expect(errorsOf(report).map(({ message }) => message)[0]).toContain("document_lines.price.allowance.reason_kode");
    }
    expect(await sent(at)).toBe(0);
  });

  test("is a warning where a person is asked, and in a dry run without --yes", async () => {
    const at = await sending({ answer: true });
    expect((await send(at.desk, twoUnknown, { yes: false, dryRun: true })).outcome).toBe("done");
    expect((await send(at.desk, twoUnknown, { yes: true, dryRun: true })).outcome).toBe("invalid");
    expect(await sent(at)).toBe(0);
    const report = await send(at.desk, twoUnknown, { yes: false });
    expect(report.outcome).toBe("done");
    expect(await sent(at)).toBe(1);
  });

  test("stops credit notes and documents sent again, too", async () => {
    const { desk, sandbox } = await sending();
    const note = desk.file("note.yaml", `${writeYaml(creditNote(), "credit-note")}cost_centre: 12\n`);
    const report = await runCommand(createCreditNote, desk, [note], { yes: true, sendAnyway: true });
    expect(errorsOf(report).map(({ code }) => code)).toContain("unknown-field");
    await create(desk, invoice({ ...wrongTrn(), document_number: "SB-1" }));
    sandbox.clock.advance(10);
    const file = desk.file("again.yaml", `${writeYaml(invoice({ document_number: "SB-1" }), "invoice")}batch: 12\n`);
    const again = await runCommand(resubmit, desk, ["SB-1", file], { yes: true, sendAnyway: true });
    expect(again.outcome).toBe("invalid");
    expect(errorsOf(again).map(({ code }) => code)).toEqual(["unknown-field"]);
  });

  test.each(["x-cost-centre: 12", "_note: to be checked", "x-audit: { by: Sara, at: 10:30 }"])(
    "is a comment and not sent: %s",
    async (comment) => {
      const at = await sending();
      const report = await send(at.desk, `${yaml}${comment}\n`);
      expect(report.outcome).toBe("done");
      expect(problemsOf(report).filter(({ code }) => code === "unknown-field")).toEqual([]);
      const { text } = await at.sandbox.call("GET", "/api/purchase-invoices");
      expect(await sent(at)).toBe(1);
      expect(text).not.toContain(comment.split(":")[0] ?? "");
    },
  );
});

describe("what a comma in braces cuts off", () => {
  const withPrice = (price: string) => yaml.replace(/price:\n(?: {6}.*\n)+/, `${price}\n`);
  const withTax = (tax: string) => yaml.replace(/classified_tax_category:\n(?: {6}.*\n)+/, `${tax}\n`);
  const slips: readonly string[] = [
    withPrice("price: { base_amount: 12,500.00 }"),
    withPrice("price: { base_amount: 250,50 }"),
    withPrice("price: { base_amount: 12,500.00, base_quantity: 1 }"),
    withPrice("price: { base_amount: 12,500.00: 1 }"),
    withPrice("price: { base_amount: 12, 500.00 }"),
    withPrice("price: { base_amount: 12,500 AED }"),
    withPrice('price: { "base_amount": 12,500.00 }'),
    withPrice("price: { base_amount: 12, AED: yes }"),
    withPrice("price: { base_amount:250.00 }"),
    withPrice("price:\n      base_amount: 12\n      500.00:"),
    withPrice("price:\n      base_amount: 12\n      500.00: 1"),
    withTax("classified_tax_category: { id: S, percent: 5,0, tax_scheme: VAT }"),
    `${yaml}note: { text: Tiles, large }\n`,
    `${yaml}Buyer_Reference:\n`,
  ];

  test.each(slips.map((text) => [text]))("is an error, whoever is asked (%#)", async (text) => {
    expect(text).not.toBe(yaml);
    const at = await sending({ answer: true });
    for (const yes of [true, false]) {
      const report = await send(at.desk, text, { yes, allowUnknown: ["document_lines.price.500.00"] });
      expect(report.outcome).toBe("invalid");
      const told = errorsOf(report).map(({ message, hint }) => `${message} ${hint}`);
      expect(told.join("\n")).toMatch(/Inside braces a comma begins a new field|space is missing after the colon/);
    }
    expect(await sent(at)).toBe(0);
    const desk = offlineDesk({ buyer: palmLedger });
    const report = await runCommand(validate, desk, [at.desk.file("slip.yaml", text)]);
    expect(report.outcome).toBe("invalid");
  });

  test("is told by what the whole number would be", async () => {
    const { desk } = await sending();
    const report = await send(desk, withPrice("price: { base_amount: 12,500.00 }"));
    expect(errorsOf(report).map(({ message, hint }) => [message, hint])).toEqual([
      [
        "Inside braces a comma begins a new field. So base_amount would be 12, and 500.00 a field of its own.",
        "Write 12500.00.",
      ],
    ]);
  });

  test("is nothing where each field in braces has its name and value", async () => {
    const at = await sending();
    const good = withPrice("price: { base_amount: 12.50, base_quantity: 1, allowance: { amount: 0.50 } }");
    expect((await send(at.desk, good)).outcome).toBe("done");
    expect(await sent(at)).toBe(1);
  });
});

test("--allow-unknown takes paths of unknown fields only", () => {
  const { read } = createInvoice.options.allowUnknown;
  expect(read("document_lines[0].cost_centre,batch,document_lines[].cost_centre")).toEqual({
    ok: true,
    value: ["document_lines.cost_centre", "batch"],
  });
  for (const wrong of ["", "a,,b", "*", "document_lines.*", "document_lines.price.base_amount", "500.00", "issue_date"])
    expect(read(wrong), wrong).toMatchObject({ ok: false, problems: [{ code: "bad-usage" }] });
});
