import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { type Mark, type Marks, marksIn, type OtherMarks } from "../../src/journal/index.ts";
import { given } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "https://einvoice.example BP-1";
const mark = (sequence: number, change: Partial<Mark> = {}): Mark => ({
  journal: "one",
  sequence,
  head: `head of ${sequence}`,
  at: "2026-06-15T08:00:00.000Z",
  ...change,
});
const policy = (number: number) => ({ number, hash: `hash of ${number}`, owner: "owner" });

type TwoMarks = Marks & { readonly second: NonNullable<Marks["second"]> };

/** Opens marks whose second copy is another file in the same folder; they are closed after the test. */
function drawers(second: Partial<NonNullable<OtherMarks["second"]>> = {}, folder = temporaryFolder()) {
  const path = join(folder, "second");
  const marks = marksIn(join(folder, "mark"), { second: { path, policiesOnly: false, ...second } });
  onTestFinished(() => marks.close());
  return { folder, path, marks: marks as TwoMarks };
}

/** Changes a marks file directly. */
function byHand(path: string, work: (file: Database) => void): void {
  const file = given(openDatabase(path, "", { asItIs: true }));
  work(file);
  file.close();
}

/** Opens marks whose second copy can be read but not written, as on a full disk. */
function fullSecond() {
  const opened = drawers();
  given(opened.marks.second.set(account, mark(5)));
  given(opened.marks.second.keepPolicy("bp-1", policy(1)));
  byHand(opened.path, (file) => {
    for (const table of ["mark", "policy"])
      file.exec(
        `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
      );
  });
  return opened;
}

describe("a second copy that cannot be written", () => {
  test("stops nobody, and is told once as a warning with the reason", () => {
    const { path, marks } = fullSecond();
    expect(marks.second.trouble()).toBeUndefined();
    // A failed advance returns the previous mark or, for a new account, the requested one.
    expect(given(marks.second.advance(account, mark(7), mark(5)))).toEqual(mark(5));
    expect(given(marks.second.advance("https://new.example BP-1", mark(7), undefined))).toEqual(mark(7));
    const trouble = marks.second.trouble();
    expect(trouble).toMatchObject({
      code: "mark-unusable",
      severity: "warning",
      message: `The second copy of the journal mark, ${path}, could not be written: disk is full. Only ${marks.path} remembers what is sent.`,
      hint: "Nothing is wrong with what you send. If that file is lost or restored together with the journal, selfbill does not notice it; make the folder of the settings writable.",
    });
    expect(trouble?.cause).toBeInstanceOf(Error);
    expect(given(marks.second.keepPolicy("bp-1", policy(2)))).toBeUndefined();
    expect(marks.second.trouble()).toBe(trouble);
    expect([given(marks.second.of(account)), given(marks.second.policy("bp-1"))]).toEqual([mark(5), policy(1)]);
  });

  test("is followed on a person's word where it lies behind that, and refused where it would refuse the journal", () => {
    const { marks } = fullSecond();
    for (const behind of [mark(6), mark(5)]) given(marks.second.set(account, behind));
    given(marks.second.set("https://new.example BP-1", mark(1)));
    expect(marks.second.trouble()).toBeDefined();
    for (const other of [mark(4), mark(9, { journal: "two" })])
      expect(marks.second.set(account, other)).toMatchObject({ ok: false, problems: [{ code: "mark-unusable" }] });
  });

  test("nor made is told with what the system says", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    const { marks } = drawers({ path: join(folder, "file", "second") }, folder);
    given(marks.second.advance(account, mark(1), undefined));
    expect(marks.second.trouble()?.message).toMatch(/could not be written: .*(?:ENOTDIR|EEXIST|not a directory)/);
  });

  test("but read, because it cannot be brought to the form of today, still counts", () => {
    const { folder, path, marks } = drawers();
    given(marks.second.set(account, mark(5)));
    given(marks.set(account, mark(5)));
    marks.close();
    byHand(path, (file) => file.exec("DROP TABLE policy; CREATE INDEX policy ON mark (journal)"));
    const again = drawers({}, folder);
    expect(given(again.marks.second.of(account))).toEqual(mark(5));
    // Reading did not change the file: its header still says that it has no log file.
    expect(readFileSync(path)[18]).toBe(1);
    // The first copy must be intact too.
    byHand(marks.path, (file) => file.exec("DROP TABLE policy; CREATE INDEX policy ON mark (journal)"));
    expect(drawers({}, folder).marks.of(account)).toMatchObject({ ok: false, problems: [{ code: "mark-unusable" }] });
  });
});

describe("a second copy", () => {
  test("that cannot be read stops it, also where the first knows the account", () => {
    const { path, marks } = drawers();
    given(marks.set(account, mark(1)));
    writeFileSync(path, "no database".padEnd(8192));
    expect(marks.second.of(account)).toMatchObject({ ok: false, problems: [{ code: "mark-unusable" }] });
  });

  test("of a file that cannot be read itself is not asked for what was written last", () => {
    const { folder, marks } = drawers();
    given(marks.second.set(`${account}\n/elsewhere`, mark(3)));
    expect(given(marks.second.of(account))).toEqual(mark(3));
    writeFileSync(join(folder, "mark"), "no database".padEnd(8192));
    expect(given(marks.second.of(account))).toBeUndefined();
  });

  test("of a named file is kept under its path, and of the usual one without", () => {
    const folder = temporaryFolder();
    const second = { path: join(folder, "second"), policiesOnly: false };
    const [usual, named] = ["usual", "named"].map((name) => {
      const marks = marksIn(join(folder, name), { usual: join(folder, "usual"), second });
      onTestFinished(() => marks.close());
      return marks as TwoMarks;
    }) as [TwoMarks, TwoMarks];
    given(usual.second.advance(account, mark(2), undefined));
    given(named.second.advance(account, mark(7), undefined));
    const names: string[] = [];
    byHand(second.path, (file) => {
      names.push(...file.all("SELECT account FROM mark ORDER BY sequence").map((row) => String(row.account)));
    });
    expect(names).toEqual([account, `${account}\n${named.path}`]);
    expect([given(usual.second.of(account)), given(named.second.of(account))]).toEqual([mark(2), mark(7)]);
  });

  test("of policies alone remembers no mark", () => {
    const { path, marks } = drawers({ policiesOnly: true });
    given(marks.second.keepPolicy("bp-1", policy(3)));
    expect(given(marks.second.advance(account, mark(3), mark(2)))).toEqual(mark(3));
    expect(given(marks.second.set(account, mark(3)))).toBeUndefined();
    expect(given(marks.second.of(account))).toBeUndefined();
    expect([marks.second.path, given(marks.second.policy("bp-1"))]).toEqual([path, policy(3)]);
    expect(given(drawers({}, join(path, "..")).marks.second.of(account))).toBeUndefined();
  });
});

describe("a file of marks", () => {
  test("that cannot be used says which, why, and what to do", () => {
    const { folder, marks } = drawers();
    given(marks.set(account, mark(1)));
    byHand(marks.path, (file) =>
      file.exec("CREATE TRIGGER full_now BEFORE INSERT ON mark BEGIN SELECT RAISE(ABORT, 'disk is full'); END"),
    );
    const hint =
      "It shows whether the journal is the one that was used last. Check the free space and the permissions of its folder; a damaged one is replaced by selfbill journal accept after you have removed it.";
    for (const found of [marks.set(account, mark(2)), marks.advance(account, mark(2), mark(1))])
      expect(found).toMatchObject({
        ok: false,
        problems: [
          {
            code: "mark-unusable",
            message: `The journal mark ${marks.path} cannot be used, so nothing was sent: disk is full.`,
            hint,
            cause: expect.any(Error),
          },
        ],
      });
    writeFileSync(join(folder, "broken"), "no database".padEnd(8192));
    const broken = marksIn(join(folder, "broken"));
    onTestFinished(() => broken.close());
    const found = broken.of(account);
    expect(!found.ok && found.problems[0]).toMatchObject({ hint, cause: expect.anything() });
    expect(!found.ok && found.problems[0].message).toMatch(/cannot be used, so nothing was sent: \S/);
  });

  test("knows each account in the spelling that it has, its own first", () => {
    const { marks } = drawers();
    given(marks.set("https://a.example bp-1", mark(1)));
    byHand(marks.path, (file) =>
      file.run("INSERT INTO mark VALUES (?, 'one', 2, 'head of 2', ?)", "https://a.example BP-1", mark(2).at),
    );
    expect(given(marks.of("https://a.example BP-1"))).toEqual(mark(2));
    expect(given(marks.of("https://a.example bp-1"))).toEqual(mark(1));
    expect(given(marks.of("https://a.example Bp-1"))?.sequence).toBeGreaterThan(0);
  });

  test("that was removed under an open one still counts", () => {
    const { marks } = drawers();
    given(marks.set(account, mark(1)));
    // Windows does not remove an open file.
    if (process.platform !== "win32") rmSync(marks.path);
    expect(given(marks.of(account))).toEqual(mark(1));
  });

  test("is opened again after it was closed, whichever it is then", () => {
    const folder = temporaryFolder();
    const all = { usual: join(folder, "usual"), second: { path: join(folder, "second"), policiesOnly: false } };
    const marks = marksIn(join(folder, "mark"), all) as TwoMarks;
    onTestFinished(() => marks.close());
    const fill = (number: number): void => {
      given(marks.set(account, mark(number)));
      given(marks.keepPolicy("bp-1", policy(number)));
      given(marks.second.set(account, mark(number)));
    };
    fill(1);
    marks.close();
    for (const name of ["mark", "usual", "second"]) renameSync(join(folder, name), join(folder, `${name}-before`));
    fill(2);
    marks.close();
    for (const name of ["mark", "usual", "second"]) renameSync(join(folder, `${name}-before`), join(folder, name));
    expect([given(marks.of(account)), given(marks.second.of(account))]).toEqual([mark(1), mark(1)]);
    rmSync(join(folder, "mark"));
    marks.close();
    expect(given(marks.policy("bp-1"))).toEqual(policy(1));
  });

  test("has the policy that counts where another one has the same number", () => {
    const folder = temporaryFolder();
    const usual = marksIn(join(folder, "usual"));
    const own = marksIn(join(folder, "own"));
    given(usual.keepPolicy("bp-1", { ...policy(3), owner: "another" }));
    given(own.keepPolicy("bp-1", policy(3)));
    const marks = marksIn(join(folder, "own"), { usual: join(folder, "usual") });
    expect(given(marks.policy("bp-1"))).toEqual(policy(3));
    for (const each of [usual, own, marks]) each.close();
  });
});
