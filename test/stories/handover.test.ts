import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { handOverJournal } from "../../src/journal/admin.ts";
import { startHosts } from "../support/hosts.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, given, journalIn, sendOne } from "../support/journal-file.ts";
import { openProvider } from "../support/provider.ts";
import { type Ran, runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { template } from "../support/sender.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";

const token = "token-of-palm-ledger";
const id = "BP-7Q2M4X9KTD";
const stored = "stored-token-of-palm-ledger-0123456789";
const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };

/** Sets up one service, and two computers of the same accountant. */
async function twoComputers() {
  const folder = temporaryFolder();
  const provider = openProvider([{ id, tokens: [token] }]);
  const hosts = await startHosts(folder, { "old.example": provider.answer });
  onTestFinished(async () => {
    await hosts.close();
    await provider.close();
  });
  const env = { ...hosts.settings, SELFBILL_TOKEN: token, COLUMNS: "200" };
  const computer = (name: string) => {
    const [home, cwd] = [join(folder, name), join(folder, `${name}-desk`)];
    mkdirSync(cwd);
    const run = (...words: string[]): Promise<Ran> => runSelfbill(words, { home, cwd, env });
    const send = (files: readonly string[]) => run("create-invoice", ...files, "--yes", "--json");
    return { home, cwd, run, send };
  };
  const paper = (number: number): string => {
    const path = join(folder, `${number}.yaml`);
    const day = `2026-06-${String(number + 10)}`;
    const text = template.replace("quantity: 40", `quantity: ${100 + number}`);
    writeFileSync(path, text.replace("issue_date: 2026-06-15", `issue_date: ${day}`));
    return path;
  };
  return { folder, file: join(folder, "our-books"), provider, old: computer("old"), next: computer("new"), paper, env };
}

type Computer = Awaited<ReturnType<typeof twoComputers>>["old"];

/** A supplier with its agreement, so that no document causes a warning. */
const supplier = [
  "name=Desert Lime Trading LLC",
  "trn=100234567400003",
  "agreement_number=SBA-7",
  "agreement_date=2026-01-01",
];

/**
 * Creates everything that an accountant has in addition to the journal, and secrets of each kind that a file can
 * contain.
 */
async function furnish({ home, cwd, run }: Computer, env: Readonly<Record<string, string>>): Promise<void> {
  const all = [
    ["profile", "set", "mine", "--base-url", "https://old.example", "--business-profile", id],
    ["suppliers", "add", "desert-lime", ...supplier.flatMap((each) => ["--set", each])],
    ["items", "set", "TILE-60", "name=Floor tile", "hs=69072100", "unit=box", "vat=S"],
    ["templates", "copy", "sheet"],
  ];
  for (const words of all) expect(await run(...words)).toMatchObject({ code: 0 });
  const login = ["login", "--profile", "mine", "--insecure-storage", "--with-token"];
  expect((await runSelfbill(login, { home, cwd, env: { ...env, SELFBILL_TOKEN: "" }, input: stored })).code).toBe(0);
  const drafts = join(home, "data", "drafts");
  mkdirSync(drafts, { recursive: true });
  for (const [name, practice] of [
    ["2026-06-01-1a2b3c", false],
    ["2026-06-01-practice", true],
  ] as const) {
    const at = "2026-06-01T08:00:00.000Z";
    const draft = { schema: "selfbill-draft/1", id: name, begun: at, changed: at, answers: {}, before: {}, practice };
    writeFileSync(join(drafts, `${name}.json`), JSON.stringify(draft));
  }
}

const outcomes = ({ stdout }: Ran): string[] =>
  JSON.parse(stdout).results.map((each: { outcome: string; replayed: boolean; problems: { code: string }[] }) =>
    each.replayed ? "replayed" : [each.outcome, ...each.problems.map(({ code }) => code)].join(" "),
  );
const stoppedWith = ({ stdout }: Ran): string[] =>
  JSON.parse(stdout).problems.map(({ code, message }: { code: string; message: string }) => `${code}: ${message}`);

test("all books go to the new computer without a secret; the old one stops, and nothing is sent twice", {
  timeout: 300_000,
}, async () => {
  const { file, provider, old, next, paper, env } = await twoComputers();
  await furnish(old, env);
  expect(outcomes(await old.send([paper(1)]))).toEqual(["done"]);
  const out = await old.run("handover", "--out", file, "sheet.map.yaml");
  expect(out).toMatchObject({ code: 0, stderr: "" });
  expect(out.stdout).toMatch(/closed: nothing is sent from here any more/);
  const bytes = readFileSync(file);
  for (const secret of [stored, token, "sign_ins", "2026-06-01-practice"]) expect(bytes.includes(secret)).toBe(false);
  // The old computer can still read, but sends nothing.
  const stopped = await old.send([paper(2)]);
  expect([stopped.code, stoppedWith(stopped)]).toEqual([
    27,
    [expect.stringMatching(/^journal-handed-over: Nothing was sent: .*our-books/)],
  ]);
  expect((await old.run("history")).stdout).toContain("Desert Lime");
  const twice = await old.run("handover", "--out", `${file}-2`);
  expect([twice.code, twice.stderr]).toEqual([
    27,
    expect.stringMatching(/Nothing was written: .* was handed over .* on \d{4}-\d\d-\d\d, with the file .*our-books\./),
  ]);
  expect(existsSync(`${file}-2`)).toBe(false);
  // The old computer sends again only after a person's confirmation, here before the new computer starts.
  const asked = await old.run("journal", "accept");
  const [, head = ""] = /--head ([0-9a-f]{16})/.exec(asked.stderr) ?? [];
  expect(await old.run("journal", "accept", "--yes", "--head", head)).toMatchObject({ code: 0 });
  expect(outcomes(await old.send([paper(3)]))).toEqual(["done"]);
  // The new computer has the handed-over documents, and looks up all others at the service.
  expect(await next.run("handover", "--from", file)).toMatchObject({ code: 0, stderr: "" });
  for (const book of ["suppliers.yaml", "items.yaml"])
    expect(readFileSync(join(next.home, "config", book), "utf8")).toBe(
      readFileSync(join(old.home, "config", book), "utf8"),
    );
  expect(readdirSync(join(next.home, "data", "drafts"))).toEqual(["2026-06-01-1a2b3c.json"]);
  expect(readdirSync(next.cwd)).toEqual(["sheet.map.yaml"]);
  const sent = await next.send([paper(1), paper(2), paper(3)]);
  expect(outcomes(sent)).toEqual(["replayed", "done", "duplicate made-elsewhere"]);
  expect(provider.ledger).toHaveLength(3);
  expect((await next.run("journal", "verify")).code).toBe(0);
});

test("a run that is repeated takes nothing twice; books of another content are named, and nothing is changed", {
  timeout: 300_000,
}, async () => {
  const { file, old, next, paper, env } = await twoComputers();
  await furnish(old, env);
  await old.send([paper(1)]);
  expect(await old.run("handover", "--out", file)).toMatchObject({ code: 0 });
  expect(await next.run("suppliers", "add", "dune-freight", "--set", "name=Dune Freight LLC")).toMatchObject({
    code: 0,
  });
  await next.run("profile", "set", "mine", "--base-url", "https://other.example");
  const settings = join(next.home, "config", "settings.json");
  const before = readFileSync(settings, "utf8");
  const refused = await next.run("handover", "--from", file);
  expect([refused.code, refused.stderr]).toEqual([
    27,
    expect.stringMatching(
      /Nothing was changed: .* the supplier book .*suppliers\.yaml, the profile mine in .*settings\.json, with other content/,
    ),
  ]);
  expect(readFileSync(settings, "utf8")).toBe(before);
  expect(existsSync(join(next.home, "data", "journal.db"))).toBe(false);
  expect(await next.run("suppliers", "remove", "dune-freight", "--yes")).toMatchObject({ code: 0 });
  rmSync(settings);
  expect(await next.run("handover", "--from", file)).toMatchObject({ code: 0 });
  const again = await next.run("handover", "--from", file);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("is here already")]);
  // The handover file of another journal does not replace this journal.
  const third = temporaryFolder();
  const elsewhere = journalIn(third);
  await sendOne(elsewhere);
  elsewhere.close();
  const other = join(third, "other-books");
  given(handOverJournal(join(third, "journal.db"), other, new Map([["profiles", '{"profiles":{}}']]), who));
  const kept = await next.run("handover", "--from", other);
  expect([kept.code, kept.stderr]).toEqual([27, expect.stringContaining("already has the journal")]);
  // The message says that the file is not a handover file.
  const wrong = await next.run("handover", "--from", paper(1));
  expect([wrong.code, wrong.stderr]).toEqual([20, expect.stringContaining("not a file that selfbill handover wrote")]);
});

test("a journal on a server stays there, and the new computer's profiles name it", async () => {
  const { file, old, next } = await twoComputers();
  const server = "postgres://amina@db.example/books";
  const words = ["profile", "set", "mine", "--base-url", "https://old.example", "--business-profile", id];
  expect(await old.run(...words, "--journal", server)).toMatchObject({ code: 0 });
  const out = await old.run("handover", "--out", file);
  expect([out.code, out.stdout]).toEqual([0, expect.stringContaining(`${server}: stays where it is`)]);
  expect(await next.run("handover", "--from", file)).toMatchObject({ code: 0 });
  const { profiles } = JSON.parse(readFileSync(join(next.home, "config", "settings.json"), "utf8"));
  expect(profiles.mine.journal).toBe(server);
});

test("a book that the new computer cannot use is named, and not counted as empty", async () => {
  const { file, old, next } = await twoComputers();
  const added = await old.run("suppliers", "add", "desert-lime", ...supplier.flatMap((each) => ["--set", each]));
  expect(added).toMatchObject({ code: 0 });
  expect(await old.run("handover", "--out", file)).toMatchObject({ code: 0 });
  const opened = given(openDatabase(file, "", { asItIs: true }));
  opened.run("UPDATE handover SET content = 'written by a later version' WHERE name = 'suppliers'");
  opened.close();
  const { code, stdout, stderr } = await next.run("handover", "--from", file);
  expect([code, stdout, stderr]).toEqual([27, "", expect.stringContaining("suppliers-broken")]);
});

test("what is sent while the file is written keeps the journal open, and there is no file", {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const env = { ...process.env, SELFBILL_HOME: join(folder, "home") };
  const practise = (quantity: number) => {
    const paper = join(folder, `${quantity}.yaml`);
    writeFileSync(paper, template.replace("quantity: 40", `quantity: ${quantity}`));
    const words = [join(top, "bin/selfbill.cjs"), "create-invoice", paper, "--sandbox", "--yes", "--allow-similar"];
    return spawnSync(process.execPath, words, { env }).status;
  };
  expect(practise(41)).toBe(0);
  const path = join(folder, "home", "data", "journal.db");
  const file = join(folder, "our-books");
  /** Makes another process send after the journal has been copied. */
  class Sending extends Map<string, string> {
    override *[Symbol.iterator](): MapIterator<[string, string]> {
      if (existsSync(path) && this.get("sent") === undefined) {
        expect(practise(42)).toBe(0);
        this.set("sent", "yes");
      }
      yield* super.entries();
      return undefined;
    }
  }
  const refused = handOverJournal(path, file, new Sending(), who);
  expect(refused).toMatchObject({ ok: false, problems: [{ code: "journal-in-use" }] });
  expect(existsSync(file)).toBe(false);
  expect(practise(43)).toBe(0);
  expect(handOverJournal(path, file, new Map(), who)).toMatchObject({ ok: true });
  expect(practise(44)).toBe(27);
});

test("where the file cannot be written whole the journal stays open, and nothing is left", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  journal.close();
  class NoRoom extends Map<string, string> {
    // biome-ignore lint/correctness/useYield: it ends before the first.
    override *[Symbol.iterator](): MapIterator<[string, string]> {
      throw new Error("database or disk is full");
    }
  }
  const [path, file] = [join(folder, "journal.db"), join(folder, "our-books")];
  expect(handOverJournal(path, file, new NoRoom(), who)).toMatchObject({ ok: false });
  expect(readdirSync(folder).filter((name) => name.startsWith("our-books"))).toEqual([]);
  const nowhere = join(folder, "missing", "our-books");
  expect(handOverJournal(path, nowhere, new Map(), who)).toMatchObject({ ok: false });
  expect(handOverJournal(path, join(folder, "journal.db"), new Map(), who)).toMatchObject({
    problems: [{ code: "file-exists" }],
  });
  const open = journalIn(folder);
  expect(await open.readyToSend()).toMatchObject({ ok: true });
  open.close();
  // The journal is not handed over while another process is sending.
  const sending = journalIn(folder);
  await (await attemptAt(sending, intent({ content: "two", contentHash: "2".repeat(64) }))).armed();
  expect(handOverJournal(path, file, new Map(), who)).toMatchObject({ problems: [{ code: "journal-in-use" }] });
  expect(existsSync(file)).toBe(false);
  sending.close();
});

test("a full stick leaves no file, and the journal goes on", { timeout: 120_000 }, async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip();
  fillUp(disk, 65_536);
  const { old, paper, env } = await twoComputers();
  await furnish(old, env);
  expect(outcomes(await old.send([paper(1)]))).toEqual(["done"]);
  const full = await old.run("handover", "--out", join(disk, "our-books"));
  expect([full.code, full.stderr]).toEqual([
    27,
    expect.stringMatching(/our-books was not written, and the journal of this computer is as it was\..*full/),
  ]);
  expect(readdirSync(disk)).toEqual(["ballast"]);
  expect(outcomes(await old.send([paper(2)]))).toEqual(["done"]);
});
