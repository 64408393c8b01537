import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../../src/commands/create-invoice.ts";
import type { Desk } from "../../../src/desk/index.ts";
import { evidence } from "../../../src/extras/archive/evidence/command.ts";
import { sha256 } from "../../../src/journal/index.ts";
import { fail, problem } from "../../../src/problem/index.ts";
import { writeYaml } from "../../../src/read/index.ts";
import type { Report } from "../../../src/report/index.ts";
import { creditNote, invoice, palmLedger } from "../../support/documents.ts";
import { createdResult, intent } from "../../support/intents.ts";
import { http, startRawServer } from "../../support/raw-server.ts";
import { runCommand } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/run-selfbill.ts";
import { serviceDesk } from "../../support/service-desk.ts";
import { create, screen, shop } from "../../support/shop.ts";
import { isCreate, sixEndpoints, told } from "../../support/six-endpoints.ts";

const every = [
  "document.json",
  "document.xml",
  "events.json",
  "journal.jsonl",
  "manifest.json",
  "receiver.xml",
  "status.json",
  "tdd.xml",
];

function packed(desk: Desk, id: string, out: string | undefined, force = false): Promise<Report> {
  return runCommand(evidence, desk, [id], { out, force });
}

/** Reads an audit file: its files as strings, and its manifest. */
function read(folder: string) {
  const files = Object.fromEntries(readdirSync(folder).map((each) => [each, readFileSync(join(folder, each), "utf8")]));
  const manifest = JSON.parse(files["manifest.json"] ?? "{}") as {
    document: Record<string, unknown>;
    attempts: { attempt: string }[];
    files: { file: string; sha256: string; bytes: string }[];
    missing: { what: string; why: string }[];
    journal: { head: string } | null;
  };
  return { files, manifest, names: Object.keys(files).sort() };
}

describe("a document that is approved", () => {
  test.each([
    ["credit note", creditNote({ document_number: "SBC-1" })],
    ["invoice", invoice({ document_number: "SB-1" })],
  ])("a pack of a %s holds all of it, and the manifest the SHA-256 of each file", async (_, document) => {
    const { desk, clock } = await shop();
    const id = await create(desk, document);
    clock.advance(3_600);
    const out = join(desk.folder, "audit");
    expect((await packed(desk, document.document_number ?? "", out)).outcome).toBe("done");
    const { files, manifest, names } = read(out);
    const attempt = manifest.attempts[0]?.attempt;
    expect(names).toEqual([`${attempt}-answer.json`, `${attempt}-body.json`, ...every].sort());
    expect(manifest.missing).toEqual([]);
    if (process.platform !== "win32")
      for (const name of names) expect(statSync(join(out, name)).mode & 0o777, name).toBe(0o600);
    const known = await desk.openedJournal.identity();
    expect(manifest.journal?.head).toBe(known.ok && known.value.head);
    for (const { file, sha256: hash, bytes } of manifest.files) {
      expect([hash, bytes]).toEqual([sha256(files[file] ?? ""), String(Buffer.byteLength(files[file] ?? ""))]);
    }
    expect(manifest.files.map((each) => each.file).sort()).toEqual(names.filter((each) => each !== "manifest.json"));
    expect(manifest.document).toMatchObject({ id, body_sha256: sha256(files[`${attempt}-body.json`] ?? "") });
    expect(JSON.parse(files[`${attempt}-answer.json`] ?? "")).toMatchObject({ id });
    expect(files["tdd.xml"]).toContain("TaxData");
    expect(files["document.xml"]).toContain(document.document_number);
    expect(files["journal.jsonl"]).toContain('"state":"APPROVED"');
  });

  test("nothing is overwritten without --force", async () => {
    const { desk } = await shop();
    const id = await create(desk, invoice());
    const out = join(desk.folder, "audit");
    await packed(desk, id, out);
    writeFileSync(join(out, "journal.jsonl"), "mine");
    const again = await packed(desk, id, out);
    expect(again).toMatchObject({ outcome: "local_state", problems: [{ code: "file-exists" }] });
    expect(again.problems[0]?.hint).toContain("--force");
    expect(read(out).files["journal.jsonl"]).toBe("mine");
    expect((await packed(desk, id, out, true)).outcome).toBe("done");
    expect(read(out).files["journal.jsonl"]).not.toBe("mine");
  });
});

describe("what cannot be had is named, never invented", () => {
  test("a service without the extras shows no document, and nothing of an invoice", async () => {
    const { desk, clock } = await shop({}, { extras: false });
    const note = await create(desk, creditNote({ document_number: "SBC-1" }));
    const bill = await create(desk, invoice({ document_number: "SB-1" }));
    clock.advance(3_600);
    const of = async (id: string) => {
      await packed(desk, id, join(desk.folder, id));
      return read(join(desk.folder, id));
    };
    const first = await of(note);
    expect(first.names).toContain("tdd.xml");
    expect(first.manifest.missing.map((each) => each.what)).toEqual(["document as the service has it now"]);
    const second = await of(bill);
    expect(second.names.filter((each) => !/^[A-Z0-9]{8}-/.test(each))).toEqual(["journal.jsonl", "manifest.json"]);
    expect(second.manifest.missing).toHaveLength(6);
    expect(second.manifest.missing[0]?.why).toContain("this service does not show documents");
  });

  test("without a service the journal's own part is written, and the rest named with the reason", async () => {
    const { desk } = await shop();
    const id = await create(desk, invoice());
    const out = join(desk.folder, "audit");
    const offline = { ...desk, connect: async () => fail(problem("no-token", "There is no token.", "selfbill login")) };
    const report = await packed(offline, id, out);
    expect([report.outcome, screen(report)]).toEqual(["done", expect.stringContaining("MISSING")]);
    const { names, manifest } = read(out);
    expect(names).toHaveLength(4);
    expect(manifest.missing.map((each) => each.why)).toEqual(
      Array.from({ length: 6 }, () => "the service was not asked: There is no token."),
    );
  });

  test("a service that cannot be reached any more", async () => {
    const { desk, sandbox } = await shop();
    const id = await create(desk, invoice());
    await sandbox.close();
    const out = join(desk.folder, "audit");
    await packed(desk, id, out);
    expect(read(out).manifest.missing).toHaveLength(6);
  });

  test.each([
    [http(400, '{"message":"no, says token-of-the-test"}'), "json", '{"message":"no, says [token]"}'],
    [http(404, "<h1>Not here</h1>"), "txt", "<h1>Not here</h1>"],
  ])("a refusal has its body, as it came, without the token: %s", async (answer, ending, body) => {
    const { port } = await startRawServer((socket) => socket.end(answer));
    const account = { token: "token-of-the-test", businessProfileId: "SBX-TEST", profile: palmLedger };
    const desk = serviceDesk({ baseUrl: `http://127.0.0.1:${port}`, ...account });
    const words = [desk.file("one.yaml", writeYaml(invoice(), "invoice"))];
    await runCommand(createInvoice, desk, words, { yes: true });
    const out = join(desk.folder, "audit");
    expect((await packed(desk, "SB-2026-0001", out)).outcome).toBe("done");
    const { files, manifest } = read(out);
    const [attempt] = manifest.attempts;
    expect(files[`${attempt?.attempt}-answer.${ending}`]).toBe(body);
    expect(attempt).toMatchObject({ state: "refused", answer: { sha256: sha256(body) } });
  });

  test("a document that is in doubt has its body and no answer", async () => {
    const { desk, sandbox } = await shop();
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    const words = [desk.file("one.yaml", writeYaml(invoice(), "invoice"))];
    await runCommand(createInvoice, desk, words, { yes: true });
    const out = join(desk.folder, "audit");
    expect((await packed(desk, "SB-2026-0001", out)).outcome).toBe("done");
    const { names, manifest } = read(out);
    expect(names).toEqual([`${manifest.attempts[0]?.attempt}-body.json`, "journal.jsonl", "manifest.json"]);
    expect(manifest.document).toMatchObject({ state: "in-doubt", id: null });
    expect(manifest.missing[0]?.why).toContain("no whole and clear answer");
  });
});

test("what a service says becomes neither a path nor a command, and the token stays out", async () => {
  const evil = '{"id":"4bf90b8c","document_number":"../../evil\\u001b[2J","said":"token-of-the-test"}';
  const raw = await startRawServer((socket) => socket.end(http(201, evil)));
  const desk = serviceDesk({
    baseUrl: `http://127.0.0.1:${raw.port}`,
    token: "token-of-the-test",
    businessProfileId: "SBX-TEST",
    profile: palmLedger,
  });
  const { document_number: _, ...unnumbered } = invoice();
  const words = [desk.file("one.yaml", writeYaml(unnumbered, "invoice"))];
  await runCommand(createInvoice, desk, words, { yes: true });
  const out = join(desk.folder, "a", "b", "audit");
  const report = await packed(desk, "4bf90b8c", out);
  expect(screen(report)).not.toContain("\u001b");
  const { files, names } = read(out);
  for (const each of names) expect(each).toMatch(/^[A-Za-z0-9]+(?:-[a-z]+)?\.(?:json|jsonl|xml)$/);
  expect(Object.values(files).join("")).not.toContain("token-of-the-test");
  expect(existsSync(join(desk.folder, "evil"))).toBe(false);
});

describe("which document is meant", () => {
  test("an unknown one, and a pack without a folder, are refused", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    expect(await packed(desk, "SB-9", temporaryFolder())).toMatchObject({ problems: [{ code: "not-found" }] });
    expect(await packed(desk, "SB-2026-0001", undefined)).toMatchObject({ problems: [{ code: "bad-usage" }] });
  });

  test("a number that two services know is asked back with both; a try names one", async () => {
    const { desk } = await shop();
    for (const account of ["https://one.example BP-1", "https://two.example BP-1"]) {
      const what = intent({ account, documentNumber: "X-1" });
      const begun = await desk.openedJournal.begin(what, { allowSimilar: true });
      if (!begun.ok || begun.value.is !== "begun") throw new Error(JSON.stringify(begun));
      await begun.value.attempt.armed();
      await begun.value.attempt.result(
        createdResult("4bf90b8c", { documentNumber: "X-1", answerHash: "2".repeat(64) }),
      );
    }
    const out = join(desk.folder, "audit");
    const report = await packed(desk, "X-1", out);
    expect(report).toMatchObject({ outcome: "usage", problems: [{ code: "bad-usage" }] });
    const [attempt = ""] = /[A-Z0-9]{8}(?= \()/.exec(report.problems[0]?.message ?? "") ?? [];
    expect((await packed(desk, attempt, out)).outcome).toBe("done");
    const { names, manifest } = read(out);
    expect(names).toEqual(["journal.jsonl", "manifest.json"]);
    const why = manifest.missing.map((each) => each.why);
    expect(why[0]).toContain("was not kept, or was purged; its SHA-256 is 000");
    expect(why[1]).toContain("was not kept, or was purged; its SHA-256 is 222");
    expect(why[2]).toContain("belongs to https://one.example BP-1");
  });
});

test("a service of six calls is asked for none beyond them, also of a document that it approved", async () => {
  const { desk, asked } = await sixEndpoints({
    change: (passing) => {
      if (isCreate(passing)) passing.body.meta_info = told("APPROVED");
    },
  });
  const file = desk.file("SBC-7.yaml", writeYaml(creditNote({ document_number: "SBC-7" }), "credit-note"));
  await runCommand(createCreditNote, desk, [file], { yes: true });
  const before = asked.length;
  const report = await runCommand(evidence, desk, ["SBC-7"], { out: join(temporaryFolder(), "pack") });
  expect(report.outcome).toBe("done");
  expect(asked.slice(before).filter((call) => !/peppol-status(?:-logs)?$|GET \/sandbox$/.test(call))).toEqual([]);
});
