import { describe, expect, test } from "vitest";
import type { status } from "../../src/commands/status.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { testSuppliers } from "../../src/sandbox/test-suppliers.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { startRecorder } from "../support/recorder.ts";
import type { Given } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, create, from, resultsOf, screen, shop, wrongTrn } from "../support/shop.ts";

const number = "SBC-2026-0001";

describe("each outcome has its verdict and exit code", () => {
  const cases: [string, Partial<SelfBilledDocument>, Report["outcome"], string][] = [
    ["approved", {}, "done", "APPROVED"],
    ["failed in validation", wrongTrn(), "rejected", "VALIDATION_FAILED"],
    ...testSuppliers.map(
      ({ tin, outcome, happens }): [string, Partial<SelfBilledDocument>, Report["outcome"], string] => {
        const waits = outcome === "stays-pending";
        const rejects = outcome.includes("reject");
        const verdict = waits ? "PENDING" : rejects ? "REJECTED" : "APPROVED";
        return [happens, from(tin), waits ? "pending" : rejects ? "rejected" : "done", verdict];
      },
    ),
  ];

  test.each(cases)("%s", async (_, change, outcome, verdict) => {
    const { desk, clock } = await shop();
    await create(desk, creditNote(change));
    expect((await ask(desk, [number])).outcome).toBe("pending");
    clock.advance(20);
    const report = await ask(desk, [number]);
    expect(report.outcome).toBe(outcome);
    expect(resultsOf(report)[0]?.overallStatus).toBe(verdict);
    expect(screen(report)).toContain(verdict);
  });

  // A watch ends with the first verdict: in these cases APPROVED, although a rejection follows later.
  const watched = cases.map((each): (typeof cases)[number] =>
    each[0].startsWith("APPROVED first") ? [each[0], each[1], "done", "APPROVED"] : each,
  );
  test.each(watched)("%s, watched", async (_, change, outcome, verdict) => {
    const { desk } = await shop();
    await create(desk, creditNote(change));
    const report = await ask(desk, [number], { watch: true, timeout: 60 });
    expect(report.outcome).toBe(outcome);
    expect(desk.said.at(-1)).toBe(`${number}: ${verdict}`);
  });
});

describe("a document that has no leg to the supplier's side", () => {
  const unreached = from("1999999988");

  test("is pending without one, then approved by the tax authority, and the supplier needs a copy", async () => {
    const { desk, clock } = await shop();
    await create(desk, creditNote(unreached));
    expect(screen(await ask(desk, [number]))).toContain("none so far");
    clock.advance(20);
    const report = await ask(desk, [number]);
    const shown = screen(report).replace(/\s+/g, " ");
    expect(shown).toContain("was not delivered over Peppol: give the supplier a copy yourself.");
    expect(shown).toContain("none: not delivered over Peppol");
    expect(shown).not.toContain("Peppol delivered it");
    expect(shown).not.toContain("not known yet");
  });

  test("is finished without the extras as soon as the tax authority has answered", async () => {
    const { desk } = await shop({}, { extras: false });
    await create(desk, creditNote(unreached));
    await ask(desk, [number], { watch: true, timeout: 60 });
    expect(desk.said.at(-1)).toBe(`${number}: no C3, C5 ACCEPTED`);
    expect(desk.now().getTime()).toBeLessThan(Date.parse("2026-06-15T08:00:20Z"));
  });
});

test("the kind comes from the journal, else it is a credit note, else an invoice after a 404", async () => {
  const { desk, sandbox, clock } = await shop();
  const note = await create(desk, creditNote());
  const bill = await create(desk, invoice());
  clock.advance(10);
  const elsewhere = serviceDesk(sandbox, { clock });
  for (const each of [desk, elsewhere]) {
    expect(resultsOf(await ask(each, [note, bill])).map(({ kind }) => kind)).toEqual(["credit-note", "invoice"]);
    expect(resultsOf(await ask(each, [number, "SB-2026-0001"])).map(({ id }) => id)).toEqual([note, bill]);
  }
  expect((await ask(elsewhere, [note], { invoice: true })).outcome).toBe("refused");
  expect((await ask(elsewhere, [bill], { invoice: true })).outcome).toBe("done");
  expect(resultsOf(await ask(elsewhere, ["SBC-2026"]))[0]?.problems[0]?.code).toBe("not-found");
});

test("some done and some not is partial; what cannot be found hides nothing else", async () => {
  const { desk, clock } = await shop();
  await create(desk, creditNote());
  clock.advance(10);
  const report = await ask(desk, ["nothing", number]);
  expect(report.outcome).toBe("partial");
  expect(screen(report)).toContain("APPROVED");
  expect(screen(report)).toContain('"nothing"');
});

test("the version of creation is used again, with the stored token", async () => {
  const { sandbox, clock } = await shop();
  const recorder = await startRecorder(sandbox.baseUrl);
  const desk = serviceDesk({ ...sandbox, ...recorder }, { clock });
  await create(desk, creditNote(), "20260507");
  recorder.requests.length = 0;
  await ask(desk, [number], { watch: true });
  expect(recorder.requests.length).toBeGreaterThan(3);
  for (const { headers } of recorder.requests) {
    expect([headers["x-service-version"], headers.authorization]).toEqual(["20260507", `Bearer ${sandbox.token}`]);
  }
});

describe("findings at the line of the user's own file", () => {
  const twoLines = () =>
    creditNote({ document_lines: [line({ quantity: "4" }), line({ quantity: "2", description: undefined })] });

  async function failed(document: SelfBilledDocument) {
    const { desk, clock } = await shop();
    await create(desk, document);
    clock.advance(10);
    return desk;
  }

  test("each location is shown as file and line, with the line itself", async () => {
    const desk = await failed({ ...twoLines(), ...wrongTrn() });
    const placed = resultsOf(await ask(desk, [number]))[0]?.findings ?? [];
    const lines = writeYaml({ ...twoLines(), ...wrongTrn() }, "credit-note").split("\n");
    const trn = lines.findIndex((each) => each.includes("100234567400001"));
    const found = placed.find(({ result }) => result.reasonCode === "IBR-132-AE");
    expect(found?.where).toMatchObject({
      line: trn + 1,
      path: "accounting_supplier_party.party_tax_scheme.company_id",
    });
    const item = placed.find(({ result }) => result.reasonCode === "IBR-125-AE");
    expect(item?.where?.path).toMatch(/^document_lines\[1\]/);
    const shown = screen(await ask(desk, [number]), 200);
    expect(shown).toContain(`${number}.yaml:${trn + 1}`);
    expect(shown).toContain(`${trn + 1} | ${lines[trn]}`);
    expect(shown).not.toContain("location  /CreditNote");
    expect(screen(await ask(desk, [number], { verbose: true }), 200)).toContain("location  /CreditNote");
  });

  test("a file that changed since, or is gone, is said", async () => {
    const desk = await failed(creditNote(wrongTrn()));
    const codes = async () => resultsOf(await ask(desk, [number]))[0]?.problems.map(({ code }) => code);
    expect(await codes()).toEqual([]);
    desk.file(`${number}.yaml`, writeYaml(creditNote({ ...wrongTrn(), note: "later" }), "credit-note"));
    expect(await codes()).toEqual(["file-changed"]);
    desk.file(`${number}.yaml`, "- no document\n");
    expect(await codes()).toEqual(["file-unreadable"]);
  });

  test("without a record of the file the findings stand without places", async () => {
    const { desk, sandbox, clock } = await shop();
    await create(desk, creditNote(wrongTrn()));
    clock.advance(10);
    const elsewhere = serviceDesk(sandbox, { clock });
    const [result] = resultsOf(await ask(elsewhere, [number]));
    expect(result?.findings.map(({ where }) => where)).toEqual([undefined]);
    expect(result?.problems).toEqual([]);
  });
});

describe("where the service tells no overall status", () => {
  const sales = (seed: number) => `5a1e5000-0000-4000-8000-00000000000${seed}`;

  test.each([
    [1, "pending"],
    [2, "pending"],
    [3, "pending"],
    [5, "pending"],
    [6, "pending"],
    [7, "rejected"],
  ] as const)("the watch of sales credit note %i ends when both legs have answered: %s", async (seed, outcome) => {
    const { desk } = await shop();
    const report = await ask(desk, [sales(seed)], { sales: true, watch: true, timeout: 60 });
    expect(report.outcome).toBe(outcome);
    expect(desk.now().getTime()).toBeLessThan(Date.parse("2026-06-15T08:00:30Z"));
    expect(screen(report)).not.toContain("APPROVED");
    expect(screen(report)).toContain("gives no overall status");
  });

  test("one that stays pending is watched until the time is over", async () => {
    const { desk } = await shop();
    expect((await ask(desk, [sales(4)], { sales: true, watch: true, timeout: 60 })).outcome).toBe("pending");
    expect(desk.now().getTime()).toBe(Date.parse("2026-06-15T08:01:00Z"));
  });

  test("a service without the extras tells both legs of a credit note, and nothing of an invoice", async () => {
    const { sandbox, desk, clock } = await shop({}, { extras: false });
    await create(desk, creditNote());
    await create(desk, invoice());
    const recorder = await startRecorder(sandbox.baseUrl);
    clock.advance(10);
    const report = await ask(desk, [number]);
    expect(report.outcome).toBe("pending");
    expect(screen(report)).toMatch(/PENDING when created \(.*\); the service tells no later one/);
    expect(screen(report)).toMatch(/│ Status +│ [^│]+│ received +│/);
    const bill = await ask(desk, ["SB-2026-0001"]);
    expect([bill.outcome, resultsOf(bill)[0]?.overallStatus]).toEqual(["pending", "PENDING"]);
    expect(screen(bill)).toContain("PENDING when created");
    expect(recorder.requests).toEqual([]);
  });

  test("a failed validation is told from the findings, and ends the watch", async () => {
    const { desk } = await shop({}, { extras: false });
    await create(desk, creditNote(wrongTrn()));
    const report = await ask(desk, [number], { watch: true });
    expect(report.outcome).toBe("rejected");
    expect(screen(report)).toContain("IBR-132-AE");
  });
});

describe("the XML", () => {
  test("is printed alone or saved, byte for byte as the snapshot holds it", async () => {
    const { desk, clock, sandbox } = await shop();
    const id = await create(desk, creditNote());
    clock.advance(10);
    const snapshot = (await sandbox.call("GET", `/api/purchase-credit-notes/${id}/peppol-status`)).body;
    const bytes = (base64: string) => Buffer.from(base64, "base64").toString();
    for (const [which, base64] of [
      ["document", snapshot.documentXML],
      ["c3", snapshot.toC3.documentXml],
      ["c5", snapshot.toC5.documentXml],
    ] as const) {
      const report = await ask(desk, [number], { xml: which });
      const pipe = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
      expect(renderReport(report, pipe, pipe).data).toBe(bytes(base64));
      expect(renderReport(report, pipe, pipe).talk).toContain("APPROVED");
    }
    const folder = `${desk.folder}/out`;
    const saved = await ask(desk, [number], { save: folder });
    expect(resultsOf(saved)[0]?.saved).toEqual(["document", "c3", "c5"].map((each) => `${folder}/${id}-${each}.xml`));
    const read = await desk.files.read(`${folder}/${id}-c5.xml`);
    expect(read.ok && Buffer.from(read.value).toString()).toBe(bytes(snapshot.toC5.documentXml));
  });

  test("that is not there yet is said, and the exit code is that of the document", async () => {
    const { desk, clock } = await shop();
    await create(desk, creditNote(wrongTrn()));
    clock.advance(10);
    const report = await ask(desk, [number], { xml: "c5" });
    expect(report.outcome).toBe("rejected");
    expect(report.problems.map(({ code, hint }) => [code, hint])).toEqual([
      ["status-unknown", "Look again later, or add --watch."],
    ]);
  });
});

test.each([
  [[], { xml: "c3" }],
  [["x"], { timeout: 5 }],
  [["x", "y"], { xml: "c3" }],
  [["x"], { sales: true, invoice: true }],
  [[".."], { sales: true }],
] as [string[], Given<typeof status>][])(
  "the words %j with %j are refused before anything is asked",
  async (words, options) => {
    const { sandbox, clock } = await shop();
    const recorder = await startRecorder(sandbox.baseUrl);
    const desk = serviceDesk({ ...sandbox, ...recorder }, { clock });
    expect((await ask(desk, words, options)).outcome).toBe("usage");
    expect(recorder.requests).toEqual([]);
  },
);

test("the JSON answer holds verdict, both legs, findings with their places, and the service's own words", async () => {
  const { desk, clock } = await shop();
  await create(desk, creditNote(wrongTrn()));
  clock.advance(10);
  expect(renderJson(await ask(desk, [number]))).toMatchObject({
    schema: "selfbill/1",
    outcome: "rejected",
    results: [
      {
        asked: number,
        kind: "credit-note",
        overall_status: "VALIDATION_FAILED",
        verdict: { word: "VALIDATION_FAILED" },
        participant_status: null,
        fta_status: null,
        c3: null,
        c5: null,
        validation_results: [{ flag: "fatal", reason_code: "IBR-132-AE", line: expect.any(Number) }],
        snapshot: { documentType: "CREDIT_NOTE", toC3: null },
      },
    ],
  });
});
