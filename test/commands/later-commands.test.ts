import { describe, expect, test } from "vitest";
import { download } from "../../src/commands/download.ts";
import { get } from "../../src/commands/get.ts";
import { listCommand } from "../../src/commands/list.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { startRecorder } from "../support/recorder.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { ask, create, resultsOf, screen, shop, wrongTrn } from "../support/shop.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const number = "SBC-2026-0001";

function fetched(desk: ServiceDesk, id: string, invoiceOnly = false): Promise<Report> {
  return runCommand(get, desk, [id], { invoice: invoiceOnly });
}

describe("get", () => {
  test("shows a document in short and, as JSON, all of it with amounts as texts", async () => {
    const { desk } = await shop();
    const id = await create(desk, creditNote());
    const report = await fetched(desk, number);
    expect(screen(report)).toMatch(/Net AED +1000\.00/);
    expect(screen(report)).toContain("Desert Lime Trading LLC, TRN 100234567400003");
    expect(screen(report)).toContain("Refers to    SB-2026-0001");
    expect(renderJson(report)).toMatchObject({ kind: "credit-note", document: { id, payable_amount: "1050" } });
  });

  test("tells that there is no such document, or that the service shows none", async () => {
    const { desk } = await shop();
    expect((await fetched(desk, "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33")).outcome).toBe("refused");
    const { desk: bare } = await shop({}, { extras: false });
    expect(screen(await fetched(bare, number))).toContain("does not show documents");
  });
});

describe("list", () => {
  const listed = (desk: ServiceDesk, word: string, options: Given<typeof listCommand> = {}): Promise<Report> =>
    runCommand(listCommand, desk, [word], options);
  const numbers = (report: Report): string[] =>
    (renderJson(report) as { documents: { document_number: string }[] }).documents.map((each) => each.document_number);

  test("a month is read whole, and written with net and VAT as a table of numbers", async () => {
    const { desk } = await shop();
    for (const at of [1, 2, 3])
      await create(
        desk,
        invoice({ document_number: `SB-${at}`, issue_date: `2026-0${at + 4}-15`, due_date: "2026-08-15" }),
      );
    expect(numbers(await listed(desk, "invoices", { size: 1, month: "2026-06" }))).toEqual(["SB-2"]);
    expect(numbers(await listed(desk, "invoices", { size: 1, from: "2026-06-15" }))).toEqual(["SB-3", "SB-2"]);
    const csv = await listed(desk, "invoices", { month: "2026-06", output: "csv" });
    expect(screen(csv, "pipe")).toContain(
      "2026-06-15,Desert Lime Trading LLC,100234567400003,AED,10000.00,500.00,10500.00",
    );
  });

  test("shows one page, or all of them, and says how many there are", async () => {
    const { desk } = await shop();
    for (const at of [1, 2, 3]) await create(desk, invoice({ document_number: `SB-${at}` }));
    expect(numbers(await listed(desk, "invoices", { size: 2 }))).toEqual(["SB-3", "SB-2"]);
    expect(desk.said.at(-1)).toContain("2 of 3 documents");
    expect(numbers(await listed(desk, "invoices", { size: 2, page: 2 }))).toEqual(["SB-1"]);
    expect(numbers(await listed(desk, "invoices", { size: 2, all: true }))).toEqual(["SB-3", "SB-2", "SB-1"]);
    const report = await listed(desk, "invoices");
    expect(screen(report)).toContain("10,500.00 AED");
    expect(screen(report, "pipe")).toContain("\t10500.00 AED\t");
  });

  test("narrows by what the service can filter", async () => {
    const { desk, clock } = await shop();
    await create(desk, creditNote());
    await create(desk, creditNote({ document_number: "SBC-2", ...wrongTrn() }));
    clock.advance(10);
    expect(numbers(await listed(desk, "credit-notes", { status: "VALIDATION_FAILED" }))).toEqual(["SBC-2"]);
    expect(numbers(await listed(desk, "credit-notes", { number }))).toEqual([number]);
    expect(numbers(await listed(desk, "credit-notes", { invoiceNumber: "SB-2026-0001" }))).toHaveLength(2);
    expect(screen(await listed(desk, "credit-notes", { date: "2020-01-01" }))).toContain("No document matches.");
  });

  test.each([
    ["invoices", { amount: "1050" }],
    ["invoices", { invoiceNumber: "SB-1" }],
  ])("%s with %j is refused before anything is asked", async (word, options) => {
    const { desk } = await shop();
    expect((await listed(desk, word, options)).outcome).toBe("usage");
  });
});

describe("resubmit", () => {
  const again = (desk: ServiceDesk, words: string[], yes = true): Promise<Report> =>
    runCommand(resubmit, desk, words, { yes });

  async function failed() {
    const place = await shop();
    const id = await create(place.desk, creditNote(wrongTrn()), "20260507");
    place.clock.advance(10);
    return { ...place, id };
  }

  test("reads the corrected file again, keeps id, number and version, and the document gets through", async () => {
    const { desk, clock, id } = await failed();
    const { document_number: _, ...unnumbered } = creditNote();
    desk.file(`${number}.yaml`, writeYaml(unnumbered, "credit-note"));
    const report = await again(desk, [number]);
    expect(report.outcome).toBe("done");
    const known = await desk.openedJournal.identity();
    expect(renderJson(report).journal).toMatchObject({ head: known.ok && known.value.head });
    expect(screen(report)).toContain(`The document was sent again to the sandbox on this computer as ${number}`);
    clock.advance(10);
    expect(resultsOf(await ask(desk, [number]))).toMatchObject([{ id, outcome: "done", problems: [] }]);
  });

  test("is one PUT with the version of creation", async () => {
    const { desk, sandbox, clock, id } = await failed();
    const recorder = await startRecorder(sandbox.baseUrl);
    const elsewhere = { ...serviceDesk({ ...sandbox, ...recorder }, { clock }), journal: desk.journal };
    const file = elsewhere.file("corrected.yaml", writeYaml(creditNote(), "credit-note"));
    expect((await again(elsewhere, [id, file])).outcome).toBe("done");
    const puts = recorder.requests.filter(({ method }) => method === "PUT");
    expect(puts.map(({ path }) => path)).toEqual([`/api/purchase-credit-notes/${id}/${sandbox.businessProfileId}`]);
    expect(new Set(recorder.requests.map(({ headers }) => headers["x-service-version"]))).toEqual(
      new Set(["20260507"]),
    );
  });

  test("sends nothing while the file is still wrong", async () => {
    const { desk, sandbox, clock } = await failed();
    const recorder = await startRecorder(sandbox.baseUrl);
    const watched = { ...serviceDesk({ ...sandbox, ...recorder }, { clock }), journal: desk.journal };
    expect((await again(watched, [number])).outcome).toBe("invalid");
    expect(recorder.requests.filter(({ method }) => method === "PUT")).toEqual([]);
  });

  test("sends nothing when the document is in another state, has no file, or nobody says yes", async () => {
    const { desk, clock } = await shop();
    const id = await create(desk, creditNote());
    expect((await again(desk, [number])).problems.map(({ code }) => code)).toEqual(["not-resubmittable"]);
    clock.advance(10);
    expect((await again(desk, [id])).outcome).toBe("refused");
    expect((await again(desk, [number], false)).outcome).toBe("usage");
    const { sandbox, clock: time } = await failed();
    expect((await again(serviceDesk(sandbox, { clock: time }), [number])).problems[0]?.code).toBe("bad-usage");
    expect((await again(serviceDesk(sandbox, { clock: time, answer: false }), [number, "x"], false)).outcome).toBe(
      "invalid",
    );
  });

  test("a lost answer is in doubt", async () => {
    const { desk, sandbox } = await failed();
    desk.file(`${number}.yaml`, writeYaml(creditNote(), "credit-note"));
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", processed: true, method: "PUT" }] });
    expect((await again(desk, [number])).outcome).toBe("in_doubt");
  });
});

describe("download", () => {
  const fetch = (desk: ServiceDesk, id: string, options: Given<typeof download>): Promise<Report> =>
    runCommand(download, desk, [id], options);
  const pdf = "%PDF-1.4\n";

  async function withAttachments() {
    const place = await shop();
    const note = { file_name: "delivery note.pdf", file_type: "application/pdf" };
    const content = Buffer.from(pdf).toString("base64");
    const id = await create(place.desk, creditNote({ attachments: [{ ...note, file_content: content }] }));
    return { ...place, id, folder: `${place.desk.folder}/out` };
  }

  test("writes attachments byte for byte and the XML of an approved document, under names of our own", async () => {
    const { desk, clock, id, folder } = await withAttachments();
    const early = await fetch(desk, number, { out: folder });
    expect(early.outcome).toBe("done");
    expect(early.problems.map(({ code, severity }) => [code, severity])).toEqual([["status-unknown", "warning"]]);
    clock.advance(10);
    const report = await fetch(desk, number, { out: `${folder}2` });
    expect(renderJson(report)).toMatchObject({
      id,
      files: [
        { what: "delivery note.pdf", path: `${folder}2/${id}-1.pdf`, bytes: pdf.length },
        { what: "UBL XML", path: `${folder}2/${id}.xml` },
      ],
    });
    const read = await desk.files.read(`${folder}2/${id}-1.pdf`);
    expect(read.ok && Buffer.from(read.value).toString()).toBe(pdf);
  });

  test("overwrites nothing unless told to", async () => {
    const { desk, folder } = await withAttachments();
    await fetch(desk, number, { out: folder, attachments: true });
    const second = await fetch(desk, number, { out: folder, attachments: true });
    expect([second.outcome, second.problems[0]?.code]).toEqual(["local_state", "file-exists"]);
    expect(second.problems[0]?.hint).toContain("--force");
    expect((await fetch(desk, number, { out: folder, attachments: true, force: true })).outcome).toBe("done");
  });

  test("the XML alone of a document that is not approved is refused", async () => {
    const { desk, folder } = await withAttachments();
    expect((await fetch(desk, number, { out: folder, xml: true })).outcome).toBe("pending");
  });

  test("a name or type that the service gives never becomes a path", async () => {
    const id = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
    const attachments = ["../../.bashrc", "/etc/passwd", "C:con", "a\u202Egpj.exe"].map((file_name, at) => ({
      id: `a-${at}`,
      file_name,
      file_type: "../../x",
    }));
    let its = "../../up";
    const server = await startRawServer((socket, { head }) =>
      socket.end(
        head.includes("/download ")
          ? http(200, "x")
          : http(200, JSON.stringify({ id: its, document_number: "../n", attachments })),
      ),
    );
    const place = { baseUrl: `http://127.0.0.1:${server.port}`, token: "t", businessProfileId: "SBX-1", profile: {} };
    const desk = serviceDesk(place, { clock: new SettableClock() });
    const refused = await fetch(desk, id, { out: `${desk.folder}/out` });
    expect(refused.problems[0]?.message).toContain("answered with another document");
    its = id;
    const report = await fetch(desk, id, { out: `${desk.folder}/out` });
    const { files } = renderJson(report) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual([1, 2, 3, 4].map((at) => `${desk.folder}/out/${id}-${at}.bin`));
  });
});
