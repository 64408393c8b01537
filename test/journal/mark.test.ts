import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Mark, type Marks, marksIn } from "../../src/journal/index.ts";
import { given } from "../support/journal-file.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const account = "https://einvoice.example BP-1";
const at = "2026-06-15T08:00:00.000Z";
const mark = (sequence: number, change: Partial<Mark> = {}): Mark => ({
  journal: "one",
  sequence,
  head: `head of ${sequence}`,
  at,
  ...change,
});

function openMarks(path: string): Marks {
  const marks = marksIn(path);
  onTestFinished(() => marks.close());
  return marks;
}

test("a mark goes forward and never back, whoever writes it", () => {
  const path = join(temporaryFolder(), "kept", "mark");
  expect(given(openMarks(path).of(account))).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  const processes = Array.from({ length: 4 }, () => openMarks(path));
  for (const [count, sequence] of [3, 7, 5, 9, 1, 9, 8].entries()) {
    const [one, other] = [processes[count % 4] as Marks, processes[(count + 1) % 4] as Marks];
    const seen = given(other.of(account));
    const highest = Math.max(sequence, seen?.sequence ?? 0);
    expect(given(one.advance(account, mark(sequence), seen))).toEqual(mark(highest));
    expect(given(other.of(account))).toEqual(mark(highest));
  }
  // The mark of another journal, or of another history of the same one, is reported and not stored.
  const [first] = processes as [Marks];
  expect(given(first.advance(account, mark(20, { journal: "two" }), mark(9)))).toEqual(mark(9));
  expect(given(first.advance(account, mark(9, { head: "forked" }), mark(9)))).toEqual(mark(9));
  // The mark has changed since it was compared with this journal.
  for (const seen of [undefined, mark(8), mark(9, { head: "forked" })])
    expect(given(first.advance(account, mark(20), seen))).toEqual(mark(9));
  expect(given(first.advance("another account", mark(2), undefined))).toEqual(mark(2));
  given(first.set(account, mark(4, { journal: "two" })));
  expect(given(first.of(account))).toEqual(mark(4, { journal: "two" }));
});

test("another mark file forgets no policy: the newest of both counts, and both remember it", () => {
  const folder = temporaryFolder();
  const [usual, own] = [join(folder, "usual", "mark"), join(folder, "own", "mark")];
  const policy = (number: number) => ({ number, hash: `hash of ${number}`, owner: `owner of ${number}` });
  const open = (path: string, other?: string): Marks => {
    const marks = marksIn(path, { usual: other });
    onTestFinished(() => marks.close());
    return marks;
  };
  expect(given(open(own, usual).policy("bp-1"))).toBeUndefined();
  expect([own, usual].map((path) => existsSync(path))).toEqual([false, false]);
  given(open(usual).keepPolicy("bp-1", policy(2)));
  // The policy is the same before and after the file `own` is created.
  const elsewhere = open(own, usual);
  expect(given(elsewhere.policy("bp-1"))).toEqual(policy(2));
  given(elsewhere.set(account, mark(1)));
  expect(given(elsewhere.policy("bp-1"))).toEqual(policy(2));
  given(elsewhere.keepPolicy("bp-1", policy(10)));
  for (const marks of [open(own), open(usual), elsewhere, open(usual, usual)])
    expect(given(marks.policy("bp-1"))).toEqual(policy(10));
  given(open(own).keepPolicy("bp-1", policy(11)));
  expect(given(elsewhere.policy("bp-1"))).toEqual(policy(11));
  expect(given(elsewhere.policy("bp-2"))).toBeUndefined();
  expect(given(elsewhere.of(account))).toEqual(mark(1));
});

test("a policy that is remembered is not taken back by an older one, nor replaced by another of its number", () => {
  const marks = openMarks(join(temporaryFolder(), "mark"));
  const third = { number: 3, hash: "third", owner: "one" };
  given(marks.keepPolicy("bp-1", third));
  for (const number of [2, 3]) {
    given(marks.keepPolicy("bp-1", { number, hash: "other", owner: "two" }));
    expect(given(marks.policy("bp-1"))).toEqual(third);
  }
});

test("a mark that cannot be read is told with its path, and nothing was sent; the policy of a sound one does not stand in", () => {
  const folder = temporaryFolder();
  const [broken, sound] = [join(folder, "broken"), join(folder, "sound")];
  writeFileSync(broken, "no database".padEnd(8192));
  given(openMarks(sound).keepPolicy("bp-1", { number: 1, hash: "h", owner: "o" }));
  const [one, other] = [marksIn(broken, { usual: sound }), marksIn(sound, { usual: broken })];
  onTestFinished(() => {
    one.close();
    other.close();
  });
  for (const found of [one.of(account), one.set(account, mark(1)), one.policy("bp-1"), other.policy("bp-1")]) {
    expect(found).toMatchObject({ ok: false, problems: [{ code: "mark-unusable" }] });
    expect(!found.ok && found.problems[0].message).toContain(
      `The journal mark ${broken} cannot be used, so nothing was sent`,
    );
    expect(!found.ok && found.problems[0].hint).toContain("selfbill journal accept");
    expect(!found.ok && found.problems[0].cause).toBeDefined();
  }
});

test("a process that dies while it writes leaves the mark as it was, and nobody waits for it", () => {
  const path = join(temporaryFolder(), "mark");
  const marks = openMarks(path);
  given(marks.advance(account, mark(5), undefined));
  const sqlite = pathToFileURL(join(top, "node_modules/@photostructure/sqlite/dist/index.mjs")).href;
  const dies = `import { DatabaseSync } from ${JSON.stringify(sqlite)};
    const file = new DatabaseSync(${JSON.stringify(path)});
    file.exec("PRAGMA cache_size = 0");
    file.exec("BEGIN EXCLUSIVE; UPDATE mark SET sequence = 99, head = hex(zeroblob(20000))");
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", dies]);
  expect(signal).toBe("SIGKILL");
  expect(given(marks.of(account))).toEqual(mark(5));
  expect(given(marks.advance(account, mark(6), mark(5)))).toEqual(mark(6));
});

test("between two writes the one file is the whole of it", () => {
  const folder = temporaryFolder();
  const marks = openMarks(join(folder, "mark"));
  given(marks.advance(account, mark(5), undefined));
  expect(readdirSync(folder).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
});

describe("the second copy", () => {
  const places = () => {
    const folder = temporaryFolder();
    const second = { path: join(folder, "second"), policiesOnly: false };
    const marks = (name: string, usual = "usual") => {
      const opened = marksIn(join(folder, name), { usual: join(folder, usual), second });
      onTestFinished(() => opened.close());
      return { ...opened, second: opened.second as NonNullable<Marks["second"]> };
    };
    return { folder, second, marks };
  };

  test("knows each account, and what a new file of marks does not know yet by what was written last", () => {
    const { marks } = places();
    const [usual, named, fresh] = [marks("usual"), marks("named"), marks("fresh")];
    given(usual.second.set(account, mark(3)));
    given(named.second.set(account, mark(8, { at: "2026-06-16T08:00:00.000Z" })));
    given(named.second.set(`${account}0`, mark(9, { at: "2026-06-17T08:00:00.000Z" })));
    expect(given(usual.second.of(account))).toEqual(mark(3));
    expect(given(named.second.of(account))?.sequence).toBe(8);
    expect(given(fresh.second.of(account))?.sequence).toBe(8);
    expect(given(fresh.second.of(`${account}0`))?.sequence).toBe(9);
    expect(given(fresh.second.of(account.slice(0, -1)))).toBeUndefined();
    // A file that already has the account comes from an earlier version, which did not make copies.
    given(fresh.set(account, mark(2)));
    expect(given(fresh.second.of(account))).toBeUndefined();
  });

  test("knows a buyer under another address by what was written last; practice is none", () => {
    const { marks } = places();
    const [usual, fresh] = [marks("usual"), marks("fresh")];
    given(usual.second.set(account, mark(3)));
    given(usual.second.set("sandbox:BP-7", mark(5)));
    for (const moved of ["https://other.example BP-1", "https://other.example bp-1", "tunnel:BP-1"])
      expect(given(fresh.second.of(moved)), moved).toEqual(mark(3));
    for (const another of ["https://other.example BP-2", "https://other.example BP-7"])
      expect(given(fresh.second.of(another)), another).toBeUndefined();
  });

  test("knows an account by its own mark first, also one of practice", () => {
    const { marks } = places();
    const [usual, fresh] = [marks("usual"), marks("fresh")];
    given(usual.second.set(account, mark(3)));
    given(usual.second.set("https://other.example BP-1", mark(9, { at: "2026-06-16T08:00:00.000Z" })));
    given(usual.second.set("sandbox:BP-1", mark(5)));
    expect(given(fresh.second.of("https://einvoice.example. bp-1"))).toEqual(mark(3));
    expect(given(fresh.second.of("sandbox:BP-1"))).toEqual(mark(5));
  });

  test("goes forward alone, and a policy is the newest that any file has seen", () => {
    const { folder, second, marks } = places();
    const policy = (number: number) => ({ number, hash: `hash of ${number}`, owner: "owner" });
    const [usual, named] = [marks("usual"), marks("named")];
    given(usual.second.advance(account, mark(5), undefined));
    expect(given(usual.second.advance(account, mark(4), mark(5)))).toEqual(mark(5));
    given(usual.keepPolicy("BP-1", policy(2)));
    expect(given(named.policy("BP-1"))).toEqual(policy(2));
    given(named.keepPolicy("BP-1", policy(3)));
    expect(given(usual.policy("BP-1"))).toEqual(policy(3));
    expect(given(usual.second.policy("BP-1"))).toBeUndefined();
    given(usual.second.keepPolicy("BP-1", policy(4)));
    given(usual.second.keepPolicy("BP-1", policy(1)));
    const inCi = marksIn(join(folder, "named"), { second: { ...second, policiesOnly: true } });
    onTestFinished(() => inCi.close());
    expect(given(inCi.second?.policy("BP-1") ?? fail())).toEqual(policy(4));
    expect(given(inCi.second?.of(account) ?? fail())).toBeUndefined();
  });
});

function fail(): never {
  throw new Error("there is no second copy");
}

test("the mark of an account is found however its business profile and its host are spelled, and stays one", () => {
  const marks = openMarks(join(temporaryFolder(), "mark"));
  given(marks.set("https://einvoice.example. bp-1", mark(3)));
  expect(given(marks.of(account))).toEqual(mark(3));
  expect(given(marks.advance(account, mark(4), mark(3)))).toEqual(mark(4));
  expect(given(marks.of("https://einvoice.example. bp-1"))).toEqual(mark(4));
  expect(given(marks.of("https://einvoice.example BP-2"))).toBeUndefined();
  expect(given(marks.of("https://other.example BP-1"))).toBeUndefined();
});

test("an emptied mark is damage, not a new one, and one that is made leaves nothing beside it", () => {
  const folder = temporaryFolder();
  const path = join(folder, "kept", "mark");
  given(openMarks(path).advance(account, mark(3), undefined));
  expect(readdirSync(join(folder, "kept")).filter((name) => name.startsWith("."))).toEqual([]);
  const emptied = join(folder, "emptied");
  writeFileSync(emptied, "");
  const marks = openMarks(emptied);
  for (const found of [marks.of(account), marks.policy("bp-1"), marks.advance(account, mark(1), undefined)])
    expect(found).toMatchObject({
      ok: false,
      problems: [{ code: "mark-unusable", message: expect.stringContaining("it is empty") }],
    });
  expect(readFileSync(emptied, "utf8")).toBe("");
});
