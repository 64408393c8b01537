import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { doctor } from "../../src/commands/doctor.ts";
import { openDatabase } from "../../src/database/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";

/** Whether this computer lets the tests mount a disk. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

const ended = ({ code, problems }: Came) => [code, problems.filter((each) => each !== "buyer-unknown")];
const stopped = [27, ["journal-behind"]];

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

function inFile(path: string, sql: string): void {
  const file = openDatabase(path, "", { alone: true });
  if (!file.ok) throw new Error(file.problems[0].message);
  file.value.exec(sql);
  file.value.close();
}

/** Journal and mark are in the data folder, and the mark's second copy in the settings folder. */
async function desk() {
  const place = await behindTunnel();
  const home = join(place.folder, "home");
  const [data, mark, second] = [
    join(home, "data"),
    join(home, "data/journal-mark.db"),
    join(home, "config/journal-mark.db"),
  ];
  const head = async (at: At = {}) => /--head (\w+)/.exec((await place.accept(at)).words)?.[1] ?? "";
  return {
    ...place,
    home,
    data,
    mark,
    second,
    accepted: async (at: At = {}) => place.accept(at, { yes: true, head: await head(at) }),
    /** Sends new documents, and checks that nothing stops them. */
    goesOn: async (name: string, at: At = {}) => {
      const came = await place.send([name], at);
      expect([...ended(came), came.said], name).toEqual([0, [], expect.not.stringContaining("mark")]);
    },
  };
}

describe("of a data folder that does not go with the settings nothing is sent", () => {
  test("put back from yesterday's backup, with journal and mark that fit each other", async () => {
    const { send, goesOn, accepted, created, data, folder, second, words } = {
      ...(await desk()),
      words: /2 are missing|\d+ are missing/,
    };
    await goesOn("1");
    copy(data, join(folder, "yesterday"));
    await goesOn("2");
    copy(join(folder, "yesterday"), data);
    for (const names of [["2"], ["3"], ["1"]]) {
      const came = await send(names);
      expect(ended(came)).toEqual(stopped);
      expect(came.words).toMatch(words);
      expect(came.words).toContain(`its second copy, ${second}, does: the data folder was put back from a backup`);
      expect(came.words).toMatch(/Nothing was sent.*Put the latest journal back.*selfbill journal accept/s);
    }
    expect(await created()).toBe(2);
    expect((await accepted()).code).toBe(0);
    await goesOn("3");
    // One confirmation is enough: later sends need no other.
    await goesOn("4");
  });

  test.each([false, true])("emptied, or a new one (CI: %s)", async (ci) => {
    const { send, goesOn, accepted, created, data } = await desk();
    await goesOn("1");
    rmSync(data, { recursive: true });
    for (const names of [["1"], ["2"]]) expect(ended(await send(names, { ci }))).toEqual(stopped);
    expect(ended(await send(["1"], { ci, words: { firstRun: true } }))).toEqual(stopped);
    expect(existsSync(join(data, "journal.db"))).toBe(false);
    expect(await created()).toBe(1);
    expect((await accepted()).code).toBe(0);
    await goesOn("2");
  });

  test("another one, named in one terminal alone, and the usual one goes on", async () => {
    const { send, goesOn, created, folder } = await desk();
    const at = (data: string): At => ({
      env: {
        SELFBILL_HOME: "",
        XDG_CONFIG_HOME: join(folder, "c"),
        XDG_STATE_HOME: join(folder, "s"),
        XDG_DATA_HOME: join(folder, data),
      },
    });
    await goesOn("1", at("d"));
    for (const names of [["1"], ["2"]]) expect(ended(await send(names, at("elsewhere")))).toEqual(stopped);
    await goesOn("2", at("d"));
    expect(await created()).toBe(2);
  });

  test("with a policy in force: no word about the journal takes it away", async () => {
    const { send, accepted, created, sandbox, data, home } = await desk();
    const people = await office();
    const journal = given(openJournal(join(data, "journal.db")));
    const policy = people.policy({ business_profile: sandbox.businessProfileId });
    given(await journal.policies.set(signedPolicy(policy, people.owner), "owner"));
    journal.close();
    expect((await send(["1"])).problems).toContain("approval-missing");
    rmSync(data, { recursive: true });
    expect(ended(await send(["1"]))).toEqual(stopped);
    expect((await accepted()).code).toBe(0);
    for (const at of [
      {},
      { mark: join(home, "named") },
      { mark: join(home, "named"), ci: true, words: { firstRun: true } },
    ])
      expect(ended(await send(["1"], at))).toEqual([27, ["policy-missing"]]);
    expect(await created()).toBe(0);
  });
});

describe("a second copy that is missing is made, and suspects nobody", () => {
  test("of a home where an earlier version sent", async () => {
    const { goesOn, second, data, folder, send } = await desk();
    await goesOn("1");
    rmSync(second);
    await goesOn("2");
    expect(existsSync(second)).toBe(true);
    copy(data, join(folder, "yesterday"));
    await goesOn("3");
    copy(join(folder, "yesterday"), data);
    expect(ended(await send(["3"]))).toEqual(stopped);
  });

  test.each(["mark", "second"] as const)(
    "and the %s that a process could not move any more catches up",
    async (which) => {
      const place = await desk();
      const { goesOn, send, data, folder, [which]: behind } = place;
      await goesOn("1");
      copyFileSync(behind, join(folder, "before"));
      await goesOn("2");
      copyFileSync(join(folder, "before"), behind);
      await goesOn("3");
      // Both marks have caught up with the journal, so either one stops an older journal if the other is lost.
      for (const gone of [place.mark, place.second]) {
        copyFileSync(join(data, "journal.db"), join(folder, "older.db"));
        await goesOn(gone === place.mark ? "4" : "5");
        copy(data, join(folder, "now"));
        copyFileSync(join(folder, "older.db"), join(data, "journal.db"));
        rmSync(gone);
        expect(ended(await send(["6"]))).toEqual(stopped);
        copy(join(folder, "now"), data);
      }
    },
  );

  test("by a journal that was accepted: both follow it", async () => {
    const { goesOn, accepted, send, folder, mark, second } = await desk();
    await goesOn("1");
    const other = { journal: join(folder, "other") };
    expect(ended(await send(["2"], other))).toEqual(stopped);
    const came = await accepted(other);
    expect([came.code, came.words]).toEqual([0, expect.stringContaining(`${mark}, second copy: ${second}`)]);
    await goesOn("2", other);
    for (const each of [mark, second]) {
      rmSync(each);
      expect(ended(await send(["3"]))).toEqual(stopped);
      await goesOn(each === mark ? "3" : "4", other);
    }
  });
});

test("two homes, as one for each project, know nothing of one another", async () => {
  const { goesOn, folder } = await desk();
  for (const name of ["1", "2", "3"])
    for (const home of ["one", "two"]) await goesOn(`${name}${home}`, { home: join(folder, home) });
});

describe("a mark that was named", () => {
  test("has a second copy of its own: put back together with its journal it is noticed", async () => {
    const { goesOn, send, folder } = await desk();
    const at = { journal: join(folder, "kept/journal"), mark: join(folder, "kept/mark") };
    await goesOn("1", at);
    copy(join(folder, "kept"), join(folder, "yesterday"));
    await goesOn("2", at);
    copy(join(folder, "yesterday"), join(folder, "kept"));
    expect(ended(await send(["2"], at))).toEqual(stopped);
  });

  test("that is new is made by a person's word, also for a journal that lacks nothing", async () => {
    const { goesOn, accepted, data, folder } = await desk();
    await goesOn("1");
    const at = { journal: data, mark: join(folder, "ci.mark") };
    expect((await accepted(at)).code).toBe(0);
    expect(existsSync(at.mark)).toBe(true);
  });

  test("two that were used before go on side by side, and a new one with a new journal is asked about once", async () => {
    const { goesOn, accepted, send, folder, second } = await desk();
    const at = (name: string): At => ({ journal: join(folder, name), mark: join(folder, `${name}.mark`) });
    // The state left by an earlier version, which had no second copy.
    for (const name of ["one", "two"]) {
      await goesOn(name === "one" ? "1" : "2", at(name));
      rmSync(second);
    }
    for (const round of ["a", "b"]) {
      await goesOn(`3${round}`, at("one"));
      await goesOn(`4${round}`, at("two"));
    }
    expect(ended(await send(["5"], at("three")))).toEqual(stopped);
    expect(ended(await send(["5"]))).toEqual(stopped);
    expect((await accepted(at("three"))).code).toBe(0);
    const documents = { three: "a", one: "b", two: "c" };
    for (const name of ["three", "one", "two", "three"] as const) await goesOn(documents[name], at(name));
  });

  test("is the whole of it in CI, with a settings folder that is new in each run or knows other journals", async () => {
    const { goesOn, send, folder } = await desk();
    const at = (name: string, home: string): At => ({
      ci: true,
      home: join(folder, home),
      journal: join(folder, name),
      mark: join(folder, `${name}.mark`),
      words: { firstRun: true },
    });
    await goesOn("1", at("one", "first"));
    await goesOn("2", at("one", "second"));
    expect(existsSync(join(folder, "second/config/journal-mark.db"))).toBe(false);
    expect(ended(await send(["3"], at("two", "first")))).toEqual([27, ["journal-incomplete"]]);
    copyFileSync(join(folder, "one.mark"), join(folder, "two.mark"));
    expect(ended(await send(["3"], at("two", "first")))).toEqual(stopped);
  });
});

describe("a second copy that cannot be used", () => {
  test("because it cannot be made stops nobody, which is said", async () => {
    const { send, created, home, mark } = await desk();
    mkdirSync(home, { recursive: true });
    symlinkSync("/proc/nowhere", join(home, "config"));
    for (const name of ["1", "2"]) {
      const came = await send([name]);
      expect([...ended(came), came.said]).toEqual([0, [], expect.stringContaining("could not be written")]);
      expect(came.said.match(/second copy/g)).toHaveLength(1);
      expect(came.said).toContain(`Only ${mark} remembers what is sent.`);
    }
    expect(await created()).toBe(2);
  });

  test("because it takes no more stops nobody, and what it knows still counts", async () => {
    const { send, goesOn, second, data, folder } = await desk();
    await goesOn("1");
    copy(data, join(folder, "empty"));
    await goesOn("2");
    inFile(second, "CREATE TRIGGER full BEFORE UPDATE ON mark BEGIN SELECT RAISE(FAIL, 'disk is full'); END");
    const came = await send(["3"]);
    expect([...ended(came), came.said]).toEqual([0, [], expect.stringContaining("could not be written: disk is full")]);
    copy(join(folder, "empty"), data);
    expect(ended(await send(["3"]))).toEqual(stopped);
  });

  test.skipIf(!mayMount())("because its disk is read-only stops nobody, and what it knows still counts", async () => {
    const { send, goesOn, home, data, second, folder, created } = await desk();
    const config = join(home, "config");
    await goesOn("1");
    copy(data, join(folder, "yesterday"));
    await goesOn("2");
    copyFileSync(second, join(folder, "kept"));
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", config]).status).toBe(0);
    onTestFinished(() => void spawnSync("umount", ["-l", config]));
    const remount = (how: string) => expect(spawnSync("mount", ["-o", `remount,${how}`, config]).status).toBe(0);
    for (const name of ["3", "4"]) {
      remount("ro");
      const came = await send([name]);
      expect([...ended(came), came.said]).toEqual([0, [], expect.stringContaining("could not be written")]);
      expect(existsSync(second)).toBe(name === "4");
      remount("rw");
      copyFileSync(join(folder, "kept"), second);
    }
    remount("ro");
    copy(join(folder, "yesterday"), data);
    expect(ended(await send(["5"]))).toEqual(stopped);
    expect(await created()).toBe(4);
  });

  test("because it takes no more keeps a journal from being accepted that it would go on to refuse", async () => {
    const { goesOn, accepted, send, second, folder } = await desk();
    await goesOn("1");
    const full = "BEFORE UPDATE ON mark BEGIN SELECT RAISE(FAIL, 'disk is full'); END";
    inFile(second, `CREATE TRIGGER full ${full}`);
    const other = { journal: join(folder, "other") };
    const came = await accepted(other);
    expect([...ended(came), came.words]).toEqual([27, ["mark-unusable"], expect.stringContaining(second)]);
    expect((await accepted({})).code).toBe(0);
    inFile(second, "DROP TRIGGER full");
    expect(ended(await send(["2"], other))).toEqual(stopped);
    expect((await accepted(other)).code).toBe(0);
    await goesOn("2", other);
  });

  test("because it is damaged sends nothing, until it is removed", async () => {
    const { send, goesOn, second, created } = await desk();
    await goesOn("1");
    writeFileSync(second, "this is a text that is no database, and long enough to be read as one");
    const came = await send(["2"]);
    expect(ended(came)).toEqual([27, ["mark-unusable"]]);
    expect(came.words).toContain(`The journal mark ${second} cannot be used, so nothing was sent`);
    expect(await created()).toBe(1);
    rmSync(second);
    await goesOn("2");
  });
});

test("doctor says where both are, and what the second one found", async () => {
  const { run, goesOn, data, mark, second } = await desk();
  await goesOn("1");
  const options = {
    offline: true,
  };
  const marks = async () => {
    const { report } = await run({}, (open) => runCommand(doctor, open, [], options));
    const { data: shown } = report.view as unknown as { data: { checks: { check: string }[] } };
    return shown.checks.find(({ check }) => check === "mark");
  };
  expect(await marks()).toMatchObject({ state: "ok", facts: { path: mark, second } });
  rmSync(data, { recursive: true });
  expect(await marks()).toMatchObject({ state: "error" });
});
