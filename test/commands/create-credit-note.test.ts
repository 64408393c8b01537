import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument, writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { startRecorder } from "../support/recorder.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

function credit(desk: ServiceDesk, options: Given<typeof createCreditNote>, words: string[] = []): Promise<Report> {
  return runCommand(createCreditNote, desk, words, { yes: true, ...options });
}

async function invoiced(desk: ServiceDesk, document: SelfBilledDocument, version?: string): Promise<string> {
  const file = desk.file(`${document.document_number ?? "unnumbered"}.yaml`, writeYaml(document, "invoice"));
  const report = await runCommand(createInvoice, desk, [file], {
    yes: true,
    allowSimilar: true,
    serviceVersion: version,
  });
  if (report.outcome !== "done") throw new Error(JSON.stringify(report));
  return file;
}

async function desk(facts?: Parameters<typeof serviceDesk>[1]) {
  const sandbox = await startTestSandbox();
  return { sandbox, desk: serviceDesk(sandbox, facts) };
}

function codesOf(report: Report): string[] {
  const own = report.view.view === "submissions" ? report.view.results.flatMap((each) => each.problems) : [];
  return [...report.problems, ...own].map((each) => each.code);
}

function created(report: Report) {
  if (report.view.view !== "submissions") throw new Error(JSON.stringify(report));
  const [result] = report.view.results;
  if (result?.outcome !== "done") throw new Error(JSON.stringify(result));
  return result;
}

const returned = "DL8.61.1.D";
const two = [line({ quantity: "40" }), line({ name: "Grout", unit_code: "KGM", quantity: "2.5" })];

describe("words that do not go together", () => {
  test("what only --from can use is refused without it, and a file beside it", async () => {
    const { desk: here } = await desk();
    for (const alone of [{ reason: "VD" }, { line: ["1=4"] }, { out: "x.yaml" }, { documentNumber: "" }]) {
      expect(await credit(here, alone, ["a.yaml"])).toMatchObject({
        outcome: "usage",
        problems: [{ code: "bad-usage" }],
      });
    }
    expect(await credit(here, { from: "SB-1", reason: "VD" }, ["a.yaml"])).toMatchObject({ outcome: "usage" });
  });

  test("nothing is asked where nobody can be: a usage problem before any request", async () => {
    const { desk: here } = await desk();
    expect(await credit(here, { from: "SB-1", reason: returned, yes: false })).toMatchObject({
      outcome: "usage",
      problems: [{ code: "needs-answer" }],
    });
  });
});

describe("input → result", () => {
  test("a file goes the way of an invoice's", async () => {
    const { sandbox, desk: here } = await desk();
    const file = here.file("credit.yaml", writeYaml(creditNote(), "credit-note"));
    const result = created(await credit(here, {}, [file]));
    const stored = await sandbox.call("GET", `/api/purchase-credit-notes/${result.id}`);
    expect(stored.body).toMatchObject({ credit_note_type_code: "261", discrepancy_response: returned, tax_amount: 50 });
    expect(
      given(await here.openedJournal.credited(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0001")),
    ).toMatchObject([{ id: result.id, kind: "credit-note", credits: { reason: returned } }]);
  });

  test.each(["file", "id", "number"] as const)("starts from an invoice named by its %s", async (by) => {
    const { sandbox, desk: here } = await desk();
    const file = await invoiced(here, invoice({ ...inDollars, document_lines: two }));
    const [{ id = "" } = {}] = given(
      await here.openedJournal.find(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0001"),
    );
    const from = { file, id, number: "SB-2026-0001" }[by];
    const result = created(await credit(here, { from, reason: returned, reasonText: "broken", line: ["1=4"] }));
    const { body } = await sandbox.call("GET", `/api/purchase-credit-notes/${result.id}`);
    expect(body).toMatchObject({
      issue_date: "2026-06-20",
      discrepancy_response: returned,
      reason: "broken",
      billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
      document_currency_code: "USD",
      tax_currency_code: "AED",
      tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: 3.6725 },
      accounting_supplier_party: { tin: "1002345674", party_name: "Desert Lime Trading LLC" },
      document_lines: [{ name: "Ceramic floor tile", quantity: 4, net_amount: 1000 }],
      payment_means: [],
      due_date: null,
    });
    expect(sandbox.faults).toEqual([]);
  });

  test("an invoice that only the service knows is found by number and by id", async () => {
    const { sandbox, desk: here } = await desk();
    await invoiced(serviceDesk(sandbox), invoice());
    const { body } = await sandbox.call("GET", "/api/purchase-invoices?document_number=SB-2026-0001");
    created(await credit(here, { from: "SB-2026-0001", reason: returned, line: ["1=1"] }));
    created(await credit(here, { from: body.content[0].id, reason: returned, line: ["1=2"] }));
    expect(await credit(here, { from: "SB-2026-0002", reason: returned })).toMatchObject({ outcome: "refused" });
  });

  test("an invoice's file without a number is the one that was sent from it, unless it was sent twice", async () => {
    const { desk: here } = await desk();
    const { document_number: _, ...unnumbered } = invoice();
    const fresh = here.file("fresh.yaml", writeYaml(unnumbered, "invoice"));
    expect(codesOf(await credit(here, { from: fresh, reason: returned }))).toEqual(["missing-field"]);
    const file = await invoiced(here, unnumbered);
    const result = created(await credit(here, { from: file, reason: returned, line: ["1=1"] }));
    expect(result.file).toMatch(/^credit note of SBX-INV-/);
    await invoiced(here, { ...unnumbered, document_lines: two });
    expect(codesOf(await credit(here, { from: file, reason: returned }))).toEqual(["bad-usage"]);
  });

  test("the invoice is fetched with the version of its creation", async () => {
    const sandbox = await startTestSandbox();
    const { baseUrl, requests } = await startRecorder(sandbox.baseUrl);
    const here = serviceDesk({ ...sandbox, baseUrl });
    await invoiced(here, invoice(), "20260507");
    requests.length = 0;
    created(await credit(here, { from: "SB-2026-0001", reason: returned }));
    expect(
      requests.map(({ method, path, headers }) => [
        method,
        path.split("?")[0]?.split("/")[2],
        headers["x-service-version"],
      ]),
    ).toEqual([
      ["GET", "purchase-invoices", "20260507"],
      ["GET", "purchase-credit-notes", "20260101"],
      ["POST", "purchase-credit-notes", "20260101"],
    ]);
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${sandbox.token}`]));
  });

  test("what is left of a line can be credited, and not more", async () => {
    const { desk: here } = await desk();
    const from = await invoiced(here, invoice({ document_lines: two }));
    const take = (...chosen: string[]) => credit(here, { from, reason: returned, line: chosen });
    expect(await take("1=41")).toMatchObject({ outcome: "invalid", problems: [{ code: "over-credited" }] });
    created(await take("1=4", "2=0.3"));
    const refused = await take("1=37", "2=2.3");
    expect(refused.problems.map((each) => each.message)).toEqual([
      "Nothing was sent: line 1 (Ceramic floor tile) has 36 boxes (XBX) left to credit, not 37. Invoiced: 40. Credited before: 4.",
      "Nothing was sent: line 2 (Grout) has 2.2 kilograms (KGM) left to credit, not 2.3. Invoiced: 2.5. Credited before: 0.3.",
    ]);
    created(await take("2=2.2"));
    const rest = created(await take());
    expect(rest.totals).toMatchObject({ tax_exclusive_amount: "9000" });
    expect(await take()).toMatchObject({ outcome: "invalid", problems: [{ code: "over-credited" }] });
  });

  test("credit notes that only the journal or only the service knows are counted", async () => {
    const { sandbox, desk: here } = await desk();
    const from = await invoiced(here, invoice());
    created(await credit(serviceDesk(sandbox), { from, reason: returned, line: ["1=30"] }));
    expect(codesOf(await credit(here, { from, reason: returned, line: ["1=11"] }))).toEqual(["over-credited"]);
    await sandbox.call("POST", "/sandbox/reset");
    created(await credit(here, { from, reason: returned, line: ["1=39"] }));
    await sandbox.call("POST", "/sandbox/reset");
    expect(codesOf(await credit(here, { from, reason: returned, line: ["1=2"] }))).toEqual(["over-credited"]);
  });

  test("without the service's list only this computer's credit notes count, and it is said", async () => {
    const sandbox = await startTestSandbox();
    const here = serviceDesk(sandbox, { extras: false });
    const from = await invoiced(here, invoice());
    const report = await credit(here, { from, reason: returned, line: ["1=39"] });
    created(report);
    expect(codesOf(report)).toContain("credits-uncounted");
    expect(codesOf(await credit(here, { from, reason: returned, line: ["1=2"] }))).toEqual(["over-credited"]);
    expect(await credit(here, { from: "SB-2026-0001", reason: returned })).toMatchObject({
      problems: [{ code: "not-found", hint: "Name the invoice's file: --from FILE." }],
    });
  });

  test("a list that fails stops the sending, for what cannot be counted is not known", async () => {
    const { sandbox, desk: here } = await desk();
    const from = await invoiced(here, invoice());
    const fault = { fault: "status", status: 500, method: "GET", path: "/api/purchase-credit-notes", times: 2 };
    const queued = await sandbox.call("POST", "/sandbox/faults", { faults: [fault] });
    expect(queued.status, queued.text).toBeLessThan(300);
    expect(await credit(here, { from, reason: returned })).toMatchObject({ problems: [{ code: "read-failed" }] });
    const out = join(here.folder, "credit.yaml");
    expect(await credit(here, { from, reason: returned, out, yes: false })).toMatchObject({
      outcome: "done",
      problems: [{ code: "credits-uncounted" }],
    });
    const { body } = await sandbox.call("GET", "/api/purchase-credit-notes");
    expect(body.total_elements).toBe(0);
  });

  test("a list that fails once is asked again, and the wait is told", async () => {
    const sandbox = await startTestSandbox();
    const here = serviceDesk(sandbox, { clock: sandbox.clock });
    const from = await invoiced(here, invoice());
    const fault = { fault: "status", status: 503, method: "GET", path: "/api/purchase-credit-notes" };
    await sandbox.call("POST", "/sandbox/faults", { faults: [fault] });
    created(await credit(here, { from, reason: returned }));
    expect(here.said.join("\n")).toContain("asking again in 1 s");
  });

  test("the whole invoice is credited with its charges, allowances and rounding; a part without, and it is said", async () => {
    const { desk: here } = await desk();
    const document = invoice({
      document_lines: [line({ allowances: [{ reason_code: "95", amount: "294.00" }] }), line({ name: "Grout" })],
      charges: [{ reason_code: "FC", amount: "50.00", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } }],
      payable_rounding_amount: "-0.05",
      prepaid_amount: "100",
    });
    const from = await invoiced(here, document);
    const part = await credit(here, { from, reason: returned, line: ["1=4", "2"], yes: false, dryRun: true });
    expect(codesOf(part)).toEqual(["left-out", "left-out", "left-out", "left-out"]);
    expect(part).toMatchObject({
      view: { results: [{ totals: { tax_exclusive_amount: "11000", charge_total_amount: "0" } }] },
    });
    const all = await credit(here, { from, reason: "DL8.61.1.A" });
    expect(codesOf(all)).toEqual(["left-out"]);
    expect(created(all).totals).toMatchObject({
      line_extension_amount: "19706",
      tax_exclusive_amount: "19756",
      tax_amount: "987.8",
      payable_amount: "20743.75",
    });
  });

  test("a price correction leaves the quantities, but not the sum, to later credit notes", async () => {
    const { desk: here } = await desk();
    const from = await invoiced(here, invoice());
    const out = join(here.folder, "altered.yaml");
    await credit(here, { from, reason: "DL8.61.1.C", out, yes: false });
    const altered = here.file("edited.yaml", readFileSync(out, "utf8").replace("base_amount: 250", "base_amount: 25"));
    created(await credit(here, {}, [altered]));
    const rest = await credit(here, { from, reason: returned });
    expect(codesOf(rest)).toEqual(["over-credited"]);
    created(await credit(here, { from, reason: returned, line: ["1=36"] }));
  });

  test("--out writes a document to look at and sends nothing; the file then takes the normal way", async () => {
    const { sandbox, desk: here } = await desk();
    const from = await invoiced(here, invoice());
    const out = join(here.folder, "credit.yaml");
    const report = await credit(here, { from, reason: returned, line: ["1=4"], out, yes: false });
    expect(report).toMatchObject({ outcome: "done", view: { data: { file: out, invoice_number: "SB-2026-0001" } } });
    expect((await sandbox.call("GET", "/api/purchase-credit-notes")).body.total_elements).toBe(0);
    const written = readDocument(readFileSync(out), out, "credit-note");
    expect(written.ok && written.value.document).toMatchObject({ document_lines: [{ quantity: "4" }] });
    created(await credit(here, {}, [out]));
    const again = join(here.folder, "again.yaml");
    expect(created(await credit(here, { from, reason: returned, line: ["1=5"], out: again })).file).toBe(again);
  });

  test("files are counted too: against what was sent from here, and against each other", async () => {
    const { sandbox, desk: here } = await desk();
    await invoiced(here, invoice());
    const part = (quantity: string, change: Partial<SelfBilledDocument> = {}) => {
      const { document_number: _, ...note } = creditNote({ document_lines: [line({ quantity })], ...change });
      return here.file(`part-${quantity}.yaml`, writeYaml(note, "credit-note"));
    };
    const both = await credit(here, {}, [part("30"), part("11")]);
    expect(both).toMatchObject({
      outcome: "invalid",
      view: { results: [{ outcome: "not_sent" }, { outcome: "invalid" }] },
    });
    expect(codesOf(both)).toContain("over-credited");
    expect((await sandbox.call("GET", "/api/purchase-credit-notes")).body.total_elements).toBe(0);
    created(await credit(here, {}, [part("30")]));
    expect(created(await credit(here, {}, [part("30")])).replayed).toBe(true);
    const other = { note: "the other 30" };
    const again = await credit(here, {}, [part("30", other)]);
    expect(again).toMatchObject({
      view: { results: [{ problems: [{ where: { path: "document_lines[0].quantity" } }] }] },
    });
    expect(codesOf(again)).toContain("over-credited");
    const anyway = await credit(here, { sendAnyway: true, allowSimilar: true }, [part("30", other)]);
    created(anyway);
    expect(codesOf(anyway)).toContain("over-credited");
  });

  test("a credit note of an invoice that this computer did not send goes as it is", async () => {
    const { sandbox, desk: here } = await desk();
    await invoiced(serviceDesk(sandbox), invoice());
    const file = here.file(
      "much.yaml",
      writeYaml(creditNote({ document_lines: [line({ quantity: "99" })] }), "credit-note"),
    );
    created(await credit(here, {}, [file]));
  });

  test("a volume discount is sent with its reference, and the warning says what the network thinks of it", async () => {
    const { desk: here } = await desk();
    const from = await invoiced(here, invoice());
    const report = await credit(here, { from, reason: "VD", line: ["1=4"] });
    created(report);
    expect(codesOf(report)).toContain("reference-not-needed");
  });

  test("saying no sends nothing", async () => {
    const { sandbox, desk: here } = await desk({ answer: false });
    const from = await invoiced(here, invoice());
    expect(await credit(here, { from, reason: returned, yes: false })).toMatchObject({ outcome: "declined" });
    expect(here.said.join("\n")).toContain("Self-billed tax credit note");
    expect((await sandbox.call("GET", "/api/purchase-credit-notes")).body.total_elements).toBe(0);
  });

  test("what is doubtful is shown before the question, once", async () => {
    const { desk: here } = await desk({ answer: false });
    const from = await invoiced(here, invoice());
    await credit(here, { from, reason: "VD", issueDate: "2026-06-01", yes: false });
    const said = here.said.join("\n");
    expect(said.match(/reference-not-needed|SB-0104/g)).toEqual(["reference-not-needed", "SB-0104"]);
  });

  test("a credit note is no invoice to start from", async () => {
    const { desk: here } = await desk();
    const file = here.file("credit.yaml", writeYaml(creditNote(), "credit-note"));
    created(await credit(here, {}, [file]));
    for (const from of [file, "SBC-2026-0001"]) {
      expect(codesOf(await credit(here, { from, reason: returned }))).toEqual(["wrong-value"]);
    }
  });

  test("an invoice that failed validation is not credited, also not into a file", async () => {
    const { sandbox, desk: here } = await desk();
    const invalid = line({ classified_tax_category: { id: "S", percent: "4", tax_scheme: "VAT" } });
    const document = invoice({ document_number: "SB-9", document_lines: [invalid] });
    const file = here.file("failed.yaml", writeYaml(document, "invoice"));
    await runCommand(createInvoice, here, [file], { yes: true, sendAnyway: true });
    sandbox.clock.advance(60);
    const report = await credit(here, { from: "SB-9", reason: returned, out: join(here.folder, "c.yaml"), yes: false });
    expect(codesOf(report)).toEqual(["invoice-not-valid"]);
  });
});
