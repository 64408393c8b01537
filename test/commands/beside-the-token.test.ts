import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { doctor } from "../../src/commands/doctor.ts";
import type { OpenDesk } from "../../src/desk/real/index.ts";
import { policy } from "../../src/extras/four-eyes/policy.ts";
import type { Report } from "../../src/report/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { copyFolder, ended, keptToken } from "../support/kept-token.ts";
import { startKeyring, withoutKeyring } from "../support/keyring.ts";
import { runCommand } from "../support/run-command.ts";

beforeAll(async () => (withoutKeyring ? undefined : startKeyring()));

const stopped = [27, ["journal-behind"]];
const sent = [0, []];

type Kept = Parameters<typeof keptToken>[0];

/** Puts the home back as it was, but for secrets, which a backup leaves out. */
function putBack(home: string, backup: string): void {
  const tokens = join(home, "config/tokens");
  const aside = `${home}-tokens`;
  if (existsSync(tokens)) copyFolder(tokens, aside);
  copyFolder(backup, home);
  if (existsSync(aside)) copyFolder(aside, tokens);
}

describe.each<[Kept, boolean]>([
  ["file", false],
  ["keychain", withoutKeyring],
])("beside a token in the %s", (kept, skip) => {
  test.skipIf(skip)("a home that is put back is behind its note, also without lists", async () => {
    const { send, accepted, created, home, folder } = await keptToken(kept);
    const backup = join(folder, "backup");
    expect(ended(await send(["1"]))).toEqual(sent);
    copyFolder(home, backup);
    expect(ended(await send(["2"]))).toEqual(sent);
    putBack(home, backup);
    for (const names of [["2"], ["3"], ["1"]]) {
      const came = await send(names);
      expect(ended(came)).toEqual(stopped);
      expect(came.words).toMatch(/Nothing was sent: this journal is an older copy.*The note beside the token, in /s);
    }
    expect(await created()).toBe(2);
    expect((await accepted()).code).toBe(0);
    expect(ended(await send(["3"]))).toEqual(sent);
    expect(ended(await send(["4"]))).toEqual(sent);
    expect(await created()).toBe(4);
  });

  test.skipIf(skip)("a copy of the database file is behind, whatever folder and mark are named", async () => {
    const { send, created, home, folder } = await keptToken(kept);
    const copy = join(folder, "copy");
    expect(ended(await send(["1"]))).toEqual(sent);
    copyFolder(join(home, "data"), copy);
    copyFolder(home, join(folder, "backup"));
    expect(ended(await send(["2"]))).toEqual(sent);
    for (const mark of [join(home, "data/journal-mark.db"), join(home, "config/journal-mark.db")]) rmSync(mark);
    expect(ended(await send(["2"], { journal: copy }))).toEqual(stopped);
    expect(ended(await send(["2"], { journal: copy, mark: join(folder, "own.mark") }))).toEqual(stopped);
    expect(ended(await send(["2"]))).toEqual(sent);
    expect(await created()).toBe(2);
  });

  test.skipIf(skip)("several journals and processes share the place, and no note is set back", async () => {
    const { send, created, folder, home } = await keptToken(kept);
    const journals = ["one", "two"].map((name) => ({
      journal: join(folder, name),
      mark: join(folder, `${name}.mark`),
    }));
    const [one = {}, two = {}] = journals;
    expect(ended(await send(["1"], one))).toEqual(sent);
    // Each mark has a second copy of its own; one that is new would be asked about.
    rmSync(join(home, "config/journal-mark.db"));
    expect(ended(await send(["2"], two))).toEqual(sent);
    const rounds = [one, two, one, two].map((at, nth) => send([`3${nth}a`, `3${nth}b`, `3${nth}c`], at));
    for (const came of await Promise.all(rounds)) expect(ended(came)).toEqual(sent);
    expect(await created()).toBe(14);
    for (const [nth, at] of journals.entries()) {
      copyFolder(at.journal, join(folder, "older"));
      expect(ended(await send([`4${nth}`], at))).toEqual(sent);
      rmSync(join(home, "config/journal-mark.db"));
      rmSync(at.mark);
      expect(ended(await send([`4${nth}`], { ...at, journal: join(folder, "older") }))).toEqual(stopped);
    }
    expect(await created()).toBe(16);
  });
});

test("doctor and policy say when there is no place for a note, and doctor where it is", async () => {
  const place = await keptToken("file");
  const { at, run, send } = place;
  expect(ended(await send(["1"]))).toEqual(sent);
  const people = await office();
  const policyFile = join(place.folder, "policy.json");
  const wanted = people.policy({ business_profile: place.sandbox.businessProfileId });
  writeFileSync(policyFile, signedPolicy(wanted, people.owner));
  const words = { SELFBILL_TOKEN: place.sandbox.token };
  const sentence = "with the token in SELFBILL_TOKEN nothing is noted beside it";
  const says = async (work: (desk: OpenDesk) => Promise<Report>, env = {}) => (await run(at({ env }), work)).words;
  const examined = (desk: OpenDesk) => runCommand(doctor, desk, [], { offline: true });
  const set = (desk: OpenDesk) => runCommand(policy, desk, ["set", policyFile], { yes: true });
  const shown = (desk: OpenDesk) => runCommand(policy, desk, ["show"]);
  for (const work of [set, shown, examined]) {
    expect(await says(work)).not.toContain(sentence);
    expect(await says(work, words)).toContain(sentence);
  }
});

test("an emptied note is damage, and one that is missing is made", async () => {
  const { send, created, home } = await keptToken("file");
  const note = join(home, "config/tokens/journal-notes.db");
  expect(ended(await send(["1"]))).toEqual(sent);
  copyFileSync("/dev/null", note);
  expect(ended(await send(["2"]))).toEqual([27, ["mark-unusable"]]);
  rmSync(note);
  expect(ended(await send(["2"]))).toEqual(sent);
  expect(existsSync(note)).toBe(true);
  expect(await created()).toBe(2);
});
