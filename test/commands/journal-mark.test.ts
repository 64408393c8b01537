import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { intent } from "../support/intents.ts";
import { journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { TerminalRun } from "../support/terminal.ts";
import { withoutTerminal } from "../support/wizard-sitting.ts";

const refusal = ({ code, problems }: Came) => [code, problems[0]];
const copy = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
};

/** Sends a document, with the journal and its mark in two separate folders. */
async function sentOnce() {
  const place = await behindTunnel();
  const at = { journal: place.folderOf("journal"), mark: join(place.folder, "kept", "mark") };
  expect((await place.send(["1"], at)).code).toBe(0);
  return { ...place, at };
}

/**
 * Makes updates of the mark fail, as on a full disk: after the first document's `result` record, or after the next
 * document's `armed` record.
 */
function takesNoMoreAfter({ journal, mark }: Required<Pick<At, "journal" | "mark">>, type: "result" | "armed"): void {
  const link = "SELECT max(link.sequence) AS at FROM link JOIN record ON source = 'record' AND row = record.sequence";
  // The next document adds the same kinds of records as the first, so their sequence numbers can be calculated from
  // those of the first.
  const at = (of: string): number =>
    inFile(join(journal, "journal.db"), (file) => Number(file.get(`${link} WHERE type IN (${of})`)?.at));
  const last = type === "result" ? at("'result'") : at("'result'") + at("'armed'");
  const refuse = "SELECT RAISE(FAIL, 'disk is full')";
  inFile(mark, (file) =>
    file.run(`CREATE TRIGGER full BEFORE UPDATE ON mark WHEN new.sequence > ${last} BEGIN ${refuse}; END`),
  );
}

function inFile<T>(path: string, work: (file: Database) => T): T {
  const file = openDatabase(path, "", path.endsWith(".db") ? {} : { alone: true });
  if (!file.ok) throw new Error(file.problems[0].message);
  try {
    return work(file.value);
  } finally {
    file.value.close();
  }
}

/** Possible changes to a journal between two runs, and the message for each. */
const states: readonly [string, RegExp, (place: Awaited<ReturnType<typeof sentOnce>>) => Promise<At>][] = [
  [
    "missing",
    /the journal is missing or empty/,
    async ({ at }) => {
      rmSync(at.journal, { recursive: true });
      return at;
    },
  ],
  [
    "in an empty folder",
    /the journal is missing or empty/,
    async ({ at, folderOf }) => ({ ...at, journal: folderOf("empty") }),
  ],
  [
    "empty, made by a command that only asked",
    /the journal is missing or empty/,
    async ({ at }) => {
      rmSync(at.journal, { recursive: true });
      const made = openDatabase(join(at.journal, "journal.db"), "");
      if (made.ok) made.value.close();
      return at;
    },
  ],
  [
    "an older copy",
    /this journal is an older copy: it has \d+ entries, and \d+ are missing/,
    async ({ at, folder, send }) => {
      copy(at.journal, join(folder, "copy"));
      expect((await send(["2"], at)).code).toBe(0);
      copy(join(folder, "copy"), at.journal);
      return at;
    },
  ],
  [
    "a copy without its WAL",
    /this journal is an older copy/,
    async ({ at, folder, send }) => {
      // Another connection keeps the journal open, so the file itself lags behind its WAL.
      const open = openDatabase(join(at.journal, "journal.db"), "");
      if (open.ok)
        for (const each of ["PRAGMA wal_checkpoint(TRUNCATE)", "BEGIN", "SELECT * FROM record"]) open.value.get(each);
      expect((await send(["2"], at)).code).toBe(0);
      const bare = join(folder, "bare");
      mkdirSync(bare);
      copyFileSync(join(at.journal, "journal.db"), join(bare, "journal.db"));
      if (open.ok) open.value.close();
      return { ...at, journal: bare };
    },
  ],
  [
    "another one",
    /this is not the journal that was used last/,
    async ({ at, folder, send }) => {
      const other = { home: join(folder, "other-home"), journal: join(folder, "other") };
      expect((await send(["9"], other)).code).toBe(0);
      return { ...at, journal: other.journal };
    },
  ],
  [
    "one of two copies that were both used",
    /two copies that were both used/,
    async ({ at, folder, send }) => {
      const second = { journal: join(folder, "second"), mark: join(folder, "second-mark") };
      copy(at.journal, second.journal);
      copyFileSync(at.mark, second.mark);
      expect((await send(["2"], at)).code).toBe(0);
      expect((await send(["3"], second)).code).toBe(0);
      expect((await send(["4"], second)).code).toBe(0);
      return { ...second, mark: at.mark };
    },
  ],
];

describe.each(states)("a journal that is %s", (_, words, becomes) => {
  test.each([false, true])("sends nothing (CI: %s) and says what was found", async (ci) => {
    const place = await sentOnce();
    const at = { ...(await becomes(place)), ci };
    const there = existsSync(join(at.journal ?? "", "journal.db"));
    const before = await place.created();
    for (const names of [["1"], ["5"], ["1", "5"]]) {
      const came = await place.send(names, at);
      expect(refusal(came), names.join()).toEqual([27, "journal-behind"]);
      expect(came.words).toMatch(words);
      expect(came.words).toMatch(/Nothing was sent.*Put the latest journal back.*selfbill journal accept/s);
    }
    expect((await place.send(["1"], { ...at, words: { firstRun: true } })).code).toBe(27);
    expect(await place.created()).toBe(before);
    expect(existsSync(join(at.journal ?? "", "journal.db"))).toBe(there);
  });

  test("goes on after a person accepted it, which the journal records", async () => {
    const place = await sentOnce();
    const at = await becomes(place);
    const asked = await place.accept(at);
    expect(refusal(asked)).toEqual([2, "needs-answer"]);
    const head = /--head (\w+)/.exec(asked.words)?.[1] ?? "";
    expect(refusal(await place.accept(at, { yes: true }))).toEqual([2, "bad-usage"]);
    expect(refusal(await place.accept(at, { yes: true, head: "0123456789abcdef" }))).toEqual([2, "bad-usage"]);
    expect((await place.send(["5"], at)).code).toBe(27);
    expect((await place.accept(at, { yes: true, head })).code).toBe(0);
    const noted = openDatabase(join(at.journal ?? "", "journal.db"), "");
    const note = noted.ok && noted.value.get("SELECT type, data FROM note WHERE type = 'accepted'");
    if (noted.ok) noted.value.close();
    expect(note).toMatchObject({ type: "accepted", data: expect.stringContaining('"by":"amina"') });
    expect((await place.send(["5"], at)).code).toBe(0);
    expect((await place.send(["5"], at)).report.view).toMatchObject({ results: [{ replayed: true }] });
  });
});

test("a journal that is the latest goes on, and a mark never goes back", async () => {
  const { at, folder, send, created, accept } = await sentOnce();
  copyFileSync(at.mark, join(folder, "old-mark"));
  expect((await send(["1", "2"], at)).code).toBe(0);
  expect((await accept(at)).words).toContain("nothing to accept");
  // An older mark is behind the journal, and catches up.
  copyFileSync(join(folder, "old-mark"), at.mark);
  expect((await send(["3"], at)).code).toBe(0);
  copy(at.journal, join(folder, "copy"));
  expect((await send(["4"], at)).code).toBe(0);
  copy(join(folder, "copy"), at.journal);
  expect(refusal(await send(["5"], at))).toEqual([27, "journal-behind"]);
  expect(await created()).toBe(4);
});

test("a lost mark is made anew at a desk, and in CI after the service was asked", async () => {
  const { at, send, tunnel } = await sentOnce();
  rmSync(at.mark);
  expect((await send(["2"], at)).code).toBe(0);
  rmSync(at.mark);
  tunnel.requests.length = 0;
  expect((await send(["3"], { ...at, ci: true })).code).toBe(0);
  expect(tunnel.requests.filter(({ path }) => path.includes("/uuids")).length).toBeGreaterThanOrEqual(2);
  expect(existsSync(at.mark)).toBe(true);
});

describe("a mark that cannot be used sends nothing", () => {
  test.each([
    ["is a folder", (mark: string) => mkdirSync(mark)],
    [
      "is not one",
      (mark: string) => writeFileSync(mark, "this is a text that is no database, and long enough to be read"),
    ],
    ["lies where nothing can be written", (mark: string) => writeFileSync(join(mark, ".."), "")],
  ])("because it %s", async (_, spoil) => {
    const { at, send, created } = await sentOnce();
    const kept = join(at.mark, "..");
    rmSync(kept, { recursive: true });
    if (!spoil.toString().includes("..")) mkdirSync(kept);
    spoil(at.mark);
    for (const ci of [false, true]) {
      const came = await send(["2"], { ...at, ci });
      expect(refusal(came)).toEqual([27, "mark-unusable"]);
      expect(came.words).toContain("so nothing was sent");
    }
    expect(await created()).toBe(1);
  });

  test("nor does one that a disk takes no more of between the yes and the first byte", async () => {
    const { at, send, created, tunnel } = await sentOnce();
    takesNoMoreAfter(at, "result");
    tunnel.requests.length = 0;
    const came = await send(["2", "3"], at);
    expect([came.code, came.problems.filter((each) => each !== "buyer-unknown")]).toEqual([
      27,
      ["mark-unusable", "not-connected"],
    ]);
    expect(came.words).toContain("so nothing was sent: disk is full");
    expect(tunnel.requests).toEqual([]);
    expect(await created()).toBe(1);
  });

  test("one that fails after the answer leaves the document created, and says so", async () => {
    const { at, send, created } = await sentOnce();
    takesNoMoreAfter(at, "armed");
    const came = await send(["2"], at);
    expect([came.code, came.problems.filter((each) => each !== "buyer-unknown")]).toEqual([0, ["mark-unusable"]]);
    expect(came.words).toContain("The result is recorded in the journal, but the journal mark could not be updated.");
    expect(await created()).toBe(2);
  });

  test("nor one in the journal's own folder", async () => {
    const { at, send } = await sentOnce();
    const came = await send(["2"], { ...at, mark: join(at.journal, "mark") });
    expect(refusal(came)).toEqual([2, "bad-usage"]);
  });
});

test("the mark may be named by the environment, and lies in the data folder otherwise", async () => {
  const place = await behindTunnel();
  const home = place.folderOf("home");
  const journal = place.folderOf("journal");
  expect((await place.send(["1"], { home, journal })).code).toBe(0);
  expect(existsSync(join(home, "data", "journal-mark.db"))).toBe(true);
  const mark = join(place.folder, "elsewhere");
  expect((await place.send(["2"], { home, journal, env: { SELFBILL_JOURNAL_MARK: mark } })).code).toBe(0);
  expect(readFileSync(mark).subarray(0, 15).toString()).toBe("SQLite format 3");
});

test("a sandbox has no mark", async () => {
  const place = await behindTunnel();
  const env = { SELFBILL_BASE_URL: place.sandbox.baseUrl };
  const home = place.folderOf("home");
  expect((await place.send(["1"], { home, env, ci: true })).code).toBe(0);
  expect(existsSync(join(home, "data", "journal-mark.db"))).toBe(false);
  expect(refusal(await place.accept({ home, env }))).toEqual([2, "bad-usage"]);
});

test("documents that an earlier version kept among those of a sandbox are not sent again", async () => {
  const place = await behindTunnel();
  const at = { journal: place.folderOf("journal"), env: { SELFBILL_BUSINESS_PROFILE_ID: "BP-1" } };
  const earlier = journalIn(at.journal);
  await sendOne(earlier, intent({ account: "sandbox:BP-1" }));
  earlier.close();
  const came = await place.send(["1"], at);
  expect(refusal(came)).toEqual([27, "journal-behind"]);
  expect(came.words).toMatch(/Nothing was sent: an earlier version .* tunnel:BP-1 .*selfbill journal accept/s);
  expect(await place.created()).toBe(0);
});

describe.skipIf(withoutTerminal)("at the terminal", () => {
  test("a journal is accepted by a typed word, and by nothing else", async () => {
    const home = temporaryFolder();
    const env = { SELFBILL_BASE_URL: "https://einvoice.example", SELFBILL_BUSINESS_PROFILE_ID: "BP-1", USER: "amina" };
    for (const [typed, code, shown] of [
      ["yes", 28, "Nothing was accepted."],
      ["accept", 0, "accepted by amina"],
    ] as const) {
      const terminal = new TerminalRun(["journal", "accept"], { home, cwd: home, env });
      await terminal.shows("This journal has: no entry");
      await terminal.answer("Type accept to continue with this journal", typed);
      expect(await terminal.ended()).toBe(code);
      expect(terminal.lines().join("\n")).toContain(shown);
    }
    expect(existsSync(join(home, "data", "journal-mark.db"))).toBe(true);
  });
});
