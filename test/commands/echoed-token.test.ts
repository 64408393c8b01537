import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, inflateRawSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { download } from "../../src/commands/download.ts";
import { get } from "../../src/commands/get.ts";
import { listCommand } from "../../src/commands/list.ts";
import { logs } from "../../src/commands/logs.ts";
import { show } from "../../src/commands/show.ts";
import { evidence } from "../../src/extras/archive/evidence/command.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { openService, type ReadAnswer } from "../../src/send/index.ts";
import { directoryOf } from "../../src/sheet/xlsx/zip-directory.ts";
import { clientCalls } from "../support/client-calls.ts";
import { creditNote } from "../support/documents.ts";
import { segmentsFor } from "../support/endpoint-requests.ts";
import { accessTo } from "../support/raw-server.ts";
import { startRecorder } from "../support/recorder.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { template } from "../support/sender.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, create, screen } from "../support/shop.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";
import { keys, TerminalRun } from "../support/terminal.ts";
import { hasTerminal } from "../support/wizard-sitting.ts";

/** Returns the encodings in which a gateway may echo the token. */
function spellings(token: string): string[] {
  const escaped = [...token].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("");
  return [token, escaped, encodeURIComponent(token), Buffer.from(`Bearer ${token}`).toString("base64")];
}

/**
 * Returns a function that adds the token to the service's answers: in XML (also in Base64), in files, and in JSON
 * strings.
 */
function echoing(token: string) {
  const inXml = (xml: string): string =>
    xml.replace(/<(?:cbc|\w+:)?Note>/, (tag) => `${tag}${token} `).concat(`<!--${spellings(token).join()}-->`);
  const walked = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((each) => walked(each));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walked(member, key)]));
    if (typeof value !== "string") return value;
    if (/xml$/i.test(name)) return Buffer.from(inXml(Buffer.from(value, "base64").toString("utf8"))).toString("base64");
    return /note|name|message|description|text|term/i.test(name) && !/file/i.test(name) ? `${value} @ECHO@` : value;
  };
  return (body: Buffer, { method, path }: { readonly method: string; readonly path: string }): Buffer => {
    if (method !== "GET" || path.startsWith("/sandbox")) return body;
    const text = body.toString("utf8");
    if (/^[{[]/.test(text)) {
      const answer: unknown = JSON.parse(text);
      const told = Array.isArray(answer) ? walked(answer) : { ...(walked(answer) as object), echo: "@ECHO@" };
      let at = 0;
      const forms = spellings(token);
      return Buffer.from(JSON.stringify(told).replace(/@ECHO@/g, () => forms[at++ % forms.length] ?? ""));
    }
    return Buffer.concat([body, Buffer.from(`\n<!-- ${token} -->`)]);
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

/** Returns the bytes of a file, and the uncompressed content of a workbook or a PDF. */
function textsOf(path: string): string[] {
  const bytes = readFileSync(path);
  const plain = bytes.toString("latin1");
  if (path.endsWith(".xlsx"))
    return [...directoryOf(bytes).values()].map(({ start, packed, method }) => {
      const part = bytes.subarray(start, start + packed);
      return (method === 0 ? part : inflateRawSync(part)).toString("latin1");
    });
  const packed = path.endsWith(".pdf") ? [...plain.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)] : [];
  return [plain, ...packed.map(([, stream = ""]) => inflated(Buffer.from(stream, "latin1")))];
}

/** Decompresses the data of a PDF stream; data that is not compressed is returned unchanged. */
function inflated(bytes: Buffer): string {
  return (bytes[0] === 0x78 ? inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString("latin1");
}

/** Expects that none of the strings contains the token in any form. */
function expectNoneOf(token: string, texts: readonly string[]): void {
  const inside = Buffer.from(`123${token}`).toString("base64").slice(4, 20);
  for (const text of texts) {
    for (const form of [...spellings(token).slice(0, 3), inside]) expect(text.includes(form)).toBe(false);
    expect(text).not.toMatch(new RegExp(Buffer.from(`Bearer ${token}`).toString("base64").slice(12, 40)));
  }
}

test("a token that the service gives back in what it answers is nowhere printed and nowhere stored", async () => {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ clock });
  const { token } = sandbox;
  const recorder = await startRecorder(sandbox.baseUrl, { change: echoing(token) });
  const desk = serviceDesk({ ...sandbox, baseUrl: recorder.baseUrl }, { clock });
  const file = { file_name: "delivery note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };
  const id = await create(desk, creditNote({ attachments: [file] }));
  clock.advance(3_600);
  const out = (name: string): string => join(desk.folder, name);
  const reports: Readonly<Record<string, Report>> = {
    list: await runCommand(listCommand, desk, ["credit-notes"]),
    status: await ask(desk, [id], { verbose: true, save: out("saved") }),
    watched: await ask(desk, [id], { watch: true, timeout: 5 }),
    logs: await runCommand(logs, desk, [id]),
    lines: await runCommand(logs, desk, [id], { jsonLines: true }),
    get: await runCommand(get, desk, [id]),
    show: await runCommand(show, desk, [id]),
    evidence: await runCommand(evidence, desk, [id], { out: out("audit") }),
    download: await runCommand(download, desk, [id], { out: out("files") }),
  };
  for (const [name, report] of Object.entries(reports)) expect([name, report.outcome]).toEqual([name, "done"]);
  const texts = Object.values(reports).flatMap((report) => [
    screen(report),
    screen(report, "pipe"),
    JSON.stringify(renderJson(report)),
  ]);
  // The service's answers with the token arrived, and the token was replaced in them.
  expect(texts.join()).toContain("[token]");
  const stored = filesIn(desk.folder).map((path) => readFileSync(path).toString("latin1"));
  expect(stored.join()).toContain("[token]");
  expectNoneOf(token, [...texts, ...desk.said, ...desk.written, ...stored]);
});

const reads = clientCalls.filter(([, { endpoint }]) => endpoint.definition.does === "reads");
test.each(reads)("what %s reads is cleaned of it before anybody gets it", async (name, { endpoint, callWith }) => {
  const sandbox = await startTestSandbox();
  const recorder = await startRecorder(sandbox.baseUrl, { change: echoing(sandbox.token) });
  const segments = await segmentsFor(sandbox, endpoint);
  const place = { baseUrl: recorder.baseUrl, token: sandbox.token };
  const answer = (await callWith(segments)(openService(accessTo(sandbox.port, place)))) as ReadAnswer<unknown>;
  if (!answer.ok) throw new Error(answer.problems[0].message);
  const { value } = answer;
  const text = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : JSON.stringify(value);
  const inside = text.match(/[A-Za-z0-9+/=]{100,}/g)?.map((each) => Buffer.from(each, "base64").toString()) ?? [];
  if (!/^(?:idsCreated|list|shownList)/.test(name)) expect([text, ...inside].join()).toContain("[token]");
  expectNoneOf(sandbox.token, [text, ...inside]);
});

/**
 * Returns the template with this document number, quantity and supplier TIN; some TINs make a sandbox reject the
 * document.
 */
function numbered(number: string, quantity: number, tin = "1002345674"): string {
  return template
    .replace("issue_date:", `document_number: ${number}\nissue_date:`)
    .replace("quantity: 40", `quantity: ${quantity}`)
    .replaceAll("1002345674", tin);
}

/** Starts a credit note for a sent invoice in the wizard, and stops; returns the terminal's content. */
async function draftOf(number: string, where: ConstructorParameters<typeof TerminalRun>[1]): Promise<string> {
  const run = new TerminalRun(["new", "credit-note", "--debug", "--trace", "trace.log"], where);
  await run.choose("Which invoice is corrected?", number);
  await run.shows("Why");
  run.type(keys.interrupt);
  await run.ended();
  expect(readdirSync(join(where.home, "data", "drafts"))).toHaveLength(1);
  return run.raw();
}

test("no command that asks the service leaves it in an output, a trace or a file", { timeout: 300_000 }, async () => {
  const clock = new SettableClock(Date.now());
  const sandbox = await startTestSandbox({ clock });
  const { token } = sandbox;
  const recorder = await startRecorder(sandbox.baseUrl, { change: echoing(token) });
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const env = {
    SELFBILL_BASE_URL: recorder.baseUrl,
    SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
    SELFBILL_TOKEN: token,
  };
  const traced = ["--trace", "trace.log", "--show-requests", "--debug"];
  const printed: string[] = [];
  const run = async (...words: string[]): Promise<number | null> => {
    const { code, stdout, stderr } = await runSelfbill(words, { home, env, cwd });
    printed.push(stdout, stderr);
    return code;
  };
  writeFileSync(join(cwd, "a.yaml"), numbered("SB-1", 41));
  writeFileSync(join(cwd, "b.yaml"), numbered("SB-2", 42, "1999999921"));
  const sending = ["create-invoice", "a.yaml", "b.yaml", "--yes", "--accept-changed-supplier", "--allow-similar"];
  expect(await run(...sending, ...traced)).toBe(0);
  clock.advance(3_600);
  const month = ["--month", "2026-06"];
  for (const [code, ...words] of [
    [25, "status", "SB-1", "SB-2", ...traced],
    [0, "list", "invoices", "--out", "list.csv", "--out", "list.xlsx", ...traced],
    [0, "due", "--check", ...traced],
    [0, "correct", "SB-2", "--out", "corrected.yaml", ...traced],
    [0, "create-credit-note", "--from", "SB-1", "--reason", "DL8.61.1.D", "--out", "credit.yaml", ...traced],
    [0, "create-credit-note", "--from", "SB-1", "--reason", "DL8.61.1.D", "--yes", ...traced],
    [21, "resubmit", "SB-1", "--yes", ...traced],
    [0, "reconcile", "--since", "2026-01-01", ...traced],
    [0, "report", ...month, "--refresh", "--out", "june.html", "--out", "june.xlsx", ...traced],
    [0, "preview", "SB-1", "--refresh", "--html", "page.html", "--pdf", "page.pdf", ...traced],
    [0, "archive", ...month, "--out", "archive", ...traced],
    [0, "history", "--out", "history.xlsx"],
    [0, "export", "csv", ...month, "--out", "books.csv"],
    [0, "journal", "export", "--out", "journal.jsonl"],
    [0, "journal", "backup", "--out", "backup"],
  ] as const)
    expect([words.join(" "), await run(...words)], printed.at(-1)).toEqual([words.join(" "), code]);
  for (const words of [["resolve", "--check"], ["profile", "fetch"], ["doctor"]]) await run(...words, ...traced);
  if (hasTerminal) printed.push(await draftOf("SB-1", { home, cwd, env }));
  const stored = [home, cwd].flatMap(filesIn).flatMap(textsOf);
  expect(stored.join()).toContain("[token]");
  const packed = filesIn(cwd).filter((path) => /\.(?:xlsx|pdf)$/.test(path));
  expect(packed.map((path) => /<sheetData>|<cbc:ID>/.test(textsOf(path).join()))).toEqual([true, true, true, true]);
  expectNoneOf(token, [...printed, ...stored]);
});
