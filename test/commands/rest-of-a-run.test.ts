import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { fail, problem } from "../../src/problem/index.ts";
import { renderReport } from "../../src/render/index.ts";
import { folderOf, numbered, template } from "../support/batch.ts";
import { palmLedger } from "../support/documents.ts";
import { http, type RawRequest, startRawServer } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { type Ran, runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";

const numberIn = ({ body }: RawRequest): string => JSON.parse(body.toString()).document_number;
const wrong = template.replace(/issue_date: .*/, "issue_date: tomorrow");

interface Told {
  readonly outcome: string;
  readonly results: { file: string; outcome: string; id: string | null; replayed: boolean }[];
}

/**
 * The first run, over three files, creates 02 and 03 and leaves 04 in doubt. The second has an additional file before
 * these and two after them; `then` answers its requests.
 */
async function secondRun(then: (request: RawRequest) => string | undefined) {
  let again = false;
  const server = await startRawServer((socket, request) => {
    const number = numberIn(request);
    if (again) {
      const answer = then(request);
      if (answer !== undefined) socket.end(answer);
    } else if (number === "B-4") socket.destroy();
    else socket.end(http(201, JSON.stringify({ id: `id-of-${number}`, document_number: number })));
  });
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "t",
  };
  const home = temporaryFolder();
  const folder = folderOf({ "02.yaml": numbered(2), "03.yaml": numbered(3), "04.yaml": numbered(4) });
  const words = ["create-invoice", folder, "--yes", "--failed-to", join(home, "left.txt")];
  const first = await runSelfbill([...words, "--json"], { home, env });
  expect(outcomes(first)).toEqual(["done", "done", "in_doubt"]);
  again = true;
  folderOf({ "01.yaml": numbered(1), "05.yaml": numbered(5), "06.yaml": numbered(3) }, folder);
  const left = (): string[] =>
    readFileSync(join(home, "left.txt"), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.slice(folder.length + 1));
  return { server, home, env, folder, words, left };
}

const outcomes = (ran: Ran): string[] => (JSON.parse(ran.stdout) as Told).results.map((each) => each.outcome);

describe("the rest of a run that a refused token stops", () => {
  test("is looked up: created before, in doubt, or not attempted; the list has only what is left", async () => {
    const { home, env, words, left } = await secondRun(() => http(401, "{}"));
    const ran = await runSelfbill([...words, "--json"], { home, env });
    const told = JSON.parse(ran.stdout) as Told;
    expect(told.results.map((each) => [each.outcome, each.id, each.replayed])).toEqual([
      ["auth", null, false],
      ["done", "id-of-B-2", true],
      ["done", "id-of-B-3", true],
      ["in_doubt", null, false],
      ["not_sent", null, false],
      ["done", "id-of-B-3", true],
    ]);
    expect([ran.code, told.outcome]).toEqual([23, "in_doubt"]);
    expect(left()).toEqual(["01.yaml", "04.yaml", "05.yaml"]);
  });

  test("a person reads the same, and nothing that exists is called unsent", async () => {
    const { home, env, words } = await secondRun(() => http(401, "{}"));
    const ran = await runSelfbill(words, { home, env });
    expect(ran.stderr).toContain("3 documents already exist: the same content was sent before");
    expect(ran.stderr).toContain("1 document may or may not have been created.");
    expect(ran.stderr).toContain("1 document was refused: nothing was created.");
    expect(ran.stderr).toContain(
      "1 document was not sent: nothing was created, and running the command again is safe.",
    );
    expect(ran.stderr).toMatch(/05\.yaml.*Not attempted: an earlier failure stopped the run\./);
    expect(ran.stderr).toMatch(/04\.yaml.*may or may not have been created/);
    expect(ran.stdout).toMatch(/02\.yaml\tB-2\tid-of-B-2\t.*\tcreated before/);
  });

  test.each([
    ["--output csv", ["--output", "csv"], /02\.yaml,done,invoice,B-2,id-of-B-2,.*,true,/],
    ["--json-lines", ["--json-lines"], /02\.yaml","outcome":"done".*"id":"id-of-B-2".*"replayed":true/],
  ])("%s says so too", async (_, more, says) => {
    const { home, env, words } = await secondRun(() => http(401, "{}"));
    const ran = await runSelfbill([...words, ...more], { home, env });
    expect(ran.stdout).toMatch(says);
    expect(ran.code).toBe(23);
  });
});

test.skipIf(process.platform === "win32")("the rest of a run that Ctrl-C stops is looked up as well", async () => {
  let stop = (): void => undefined;
  const { home, env, words, left } = await secondRun((request) => {
    stop();
    return http(201, JSON.stringify({ id: `id-of-${numberIn(request)}`, document_number: numberIn(request) }));
  });
  const running = startSelfbill([...words, "--json"], { home, env });
  stop = () => running.signal("SIGINT");
  const ran = await running.ended;
  // The first answer may arrive before the signal, so further documents may have been created.
  expect(outcomes(ran).slice(0, 4)).toEqual(["done", "done", "done", "in_doubt"]);
  expect(outcomes(ran)[5]).toBe("done");
  expect(left()).not.toContain("02.yaml");
  expect(ran.code).toBe(23);
});

test("the exit code is that of the token when everything else exists", async () => {
  const { home, env, folder } = await secondRun(() => http(401, "{}"));
  const files = ["01", "02", "03", "06"].map((name) => join(folder, `${name}.yaml`));
  const ran = await runSelfbill(["create-invoice", ...files, "--yes", "--json"], { home, env });
  expect(outcomes(ran)).toEqual(["auth", "done", "done", "done"]);
  expect(ran.code).toBe(4);
});

describe("a run that sends nothing, because one file is not valid", () => {
  test("tells what earlier runs created and what is in doubt", async () => {
    const { server, home, env, folder, words, left } = await secondRun(() => undefined);
    folderOf({ "07.yaml": wrong }, folder);
    const before = server.requests.length;
    const ran = await runSelfbill([...words, "--json"], { home, env });
    expect(server.requests.length).toBe(before);
    expect(outcomes(ran)).toEqual(["not_sent", "done", "done", "in_doubt", "not_sent", "done", "invalid"]);
    expect(left()).toEqual(["01.yaml", "04.yaml", "05.yaml", "07.yaml"]);
    expect(ran.code).toBe(23);
  });

  test("exit code 20 as long as nothing is in doubt", async () => {
    const { home, env } = await secondRun(() => undefined);
    const folder = folderOf({ "02.yaml": numbered(2), "07.yaml": wrong });
    const ran = await runSelfbill(["create-invoice", folder, "--yes"], { home, env });
    expect(ran.code).toBe(20);
    expect(ran.stderr).toContain("The document already exists, as B-2");
    expect(ran.stderr).toContain("1 document is not valid and was not sent.");
  });
});

test("the results of a spreadsheet follow", async () => {
  const folder = temporaryFolder();
  let refuse = false;
  const server = await startRawServer((socket, request) => {
    const number = numberIn(request);
    socket.end(
      refuse ? http(401, "{}") : http(201, JSON.stringify({ id: `id-of-${number}`, document_number: number })),
    );
  });
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "t",
  };
  const home = temporaryFolder();
  const run = (...words: string[]) => runSelfbill(words, { home, env, cwd: folder });
  await run("templates", "copy", "sheet");
  const [heading = "", ...rows] = readFileSync(join(folder, "sheet.csv"), "utf8").split("\r\n");
  const ran = await run("create-invoice", "sheet.csv", "--yes");
  expect(ran.code, ran.stderr).toBe(0);
  const created = server.requests.map(numberIn);
  refuse = true;
  const next = rows
    .filter((each) => each.startsWith("SB-2026-0002,"))
    .map((each) => each.replace("SB-2026-0002", "SB-9"));
  const later = next.map((each) => each.replace("2026-06-15", "2026-06-01"));
  folderOf({ "sheet.csv": [heading, ...later, ...rows].join("\r\n") }, folder);
  const again = await run("create-invoice", "sheet.csv", "--yes", "--results", "out.csv");
  expect(again.code, again.stderr).toBe(4);
  const given = readFileSync(join(folder, "out.csv"), "utf8").split("\r\n");
  expect(given.find((each) => each.startsWith("SB-9,"))).toContain("refused: no access");
  for (const number of created) {
    const line = given.find((each) => each.startsWith(`${number},`));
    expect(line).toContain(`id-of-${number}`);
    expect(line).toContain("created before");
  }
});

test("where the journal cannot be read it is said that it was not looked up", async () => {
  const server = await startRawServer((socket) => socket.end(http(401, "{}")));
  const account = { token: "t", businessProfileId: "SBX-TEST", profile: palmLedger };
  const desk = serviceDesk({ baseUrl: `http://127.0.0.1:${server.port}`, ...account });
  const folder = folderOf({ "01.yaml": numbered(1), "02.yaml": numbered(2) }, join(desk.folder, "documents"));
  desk.openedJournal.standing = async () => fail(problem("journal-unusable", "The disk is gone.", "Look at it."));
  const report = await runCommand(createInvoice, desk, [folder], { yes: true });
  if (report.view.view !== "submissions") throw new Error(report.view.view);
  expect(report.view.results.map(({ outcome, notLookedUp }) => [outcome, notLookedUp])).toEqual([
    ["auth", undefined],
    ["local_state", true],
  ]);
  const { talk } = renderReport(report, desk.dataStyle, desk.talkStyle);
  expect(talk).toContain("it is not known whether an earlier run created it");
  expect(talk).not.toContain("1 document was not sent: nothing was created");
});
