import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { profile } from "../../src/commands/profile.ts";
import { openJournal } from "../../src/journal/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Creates the profile `mine` for a service that is not a sandbox; its journal is the home's usual one (`usual`). */
async function withProfile() {
  const place = await behindTunnel();
  const { sandbox, tunnel, run } = place;
  const set = (journal: string | undefined, at: At = {}, name = "mine"): Promise<Came> => {
    const options = { base_url: tunnel.baseUrl, business_profile_id: sandbox.businessProfileId, journal };
    return run(at, (desk) => runCommand(profile, desk, ["set", name], options));
  };
  expect((await set(undefined)).code).toBe(0);
  const settings = join(place.folder, "home", "config", "settings.json");
  return { ...place, set, settings, usual: join(place.folder, "home", "data") };
}

const has = (folder: string): boolean => existsSync(join(folder, "journal.db"));

test("a profile names the journal of its runs; a flag and the environment go before it", async () => {
  const { set, send, folderOf, usual } = await withProfile();
  const [own, flag, environment] = [folderOf("own"), folderOf("flag"), folderOf("environment")];
  expect((await set(own)).code).toBe(0);
  expect((await send(["1"])).code).toBe(0);
  expect([has(own), has(usual)]).toEqual([true, false]);
  // Other journals do not contain the document; the mark reveals this.
  const env = { SELFBILL_JOURNAL: environment };
  expect((await send(["2"], { env })).problems).toEqual(["journal-behind"]);
  expect((await send(["2"], { env, journal: flag })).problems).toEqual(["journal-behind"]);
  expect([has(environment), has(flag)]).toEqual([false, false]);
  expect((await send(["2"])).code).toBe(0);
});

test("each profile has its own journal, and a command looks into that of the profile it is run with", async () => {
  const { set, send, run, folderOf } = await withProfile();
  await set(folderOf("one"));
  await set(folderOf("two"), {}, "other");
  expect((await send(["1"])).code).toBe(0);
  const placeWith = async (SELFBILL_PROFILE: string) => {
    let path = "";
    await run({ env: { SELFBILL_PROFILE } }, async (desk) => {
      const place = await desk.journalPlace();
      path = place.ok ? place.value.path : (place.problems[0]?.code ?? "");
      return { outcome: "done", sandbox: false, view: { view: "nothing" }, problems: [] };
    });
    return path;
  };
  expect(await placeWith("mine")).toBe(join(folderOf("one"), "journal.db"));
  expect(await placeWith("other")).toBe(join(folderOf("two"), "journal.db"));
  expect(await placeWith("nobody")).toBe("no-profile");
});

test("the list of profiles has a column of journals as soon as one has its own", async () => {
  const { set, run, folderOf } = await withProfile();
  const listed = async (): Promise<unknown> => {
    const { report } = await run({}, (desk) => runCommand(profile, desk, ["list"]));
    const { view } = report;
    return view.view === "table" ? [view.columns.at(-1), view.rows.map((row) => row.at(-1))] : view;
  };
  expect(await listed()).toEqual(["Token", ["none"]]);
  await set(folderOf("two"), {}, "other");
  expect(await listed()).toEqual(["Journal", ["this computer", folderOf("two")]]);
});

test("what goes on with another profile, as a draft that was begun with it, has that one's journal", async () => {
  const { set, run, folderOf, send, usual } = await withProfile();
  await set(folderOf("one"));
  await set(folderOf("two"), {}, "other");
  await run({}, async (desk) => {
    const pathWith = async ({ sandbox = false, profile = "" }) => {
      const words = { sandbox, profile: profile || undefined, businessProfile: undefined, serviceVersion: undefined };
      expect((await desk.profile(words)).ok).toBe(true);
      given(await desk.journal());
      return given(await desk.journalPlace()).path;
    };
    expect(await pathWith({})).toBe(join(folderOf("one"), "journal.db"));
    expect(await pathWith({ profile: "other" })).toBe(join(folderOf("two"), "journal.db"));
    expect(await pathWith({ sandbox: true })).toBe(join(usual, "journal.db"));
    expect(await pathWith({})).toBe(join(folderOf("one"), "journal.db"));
    return { outcome: "done", sandbox: false, view: { view: "nothing" }, problems: [] };
  });
  // All journals are closed now, so another process may use them.
  expect((await send(["1"])).code).toBe(0);
});

test("the sandbox inside the program has no profile, and so not its journal", async () => {
  const { folder, set, usual, folderOf } = await withProfile();
  const own = folderOf("own");
  await set(own);
  const home = join(folder, "home");
  const words = ["create-invoice", "templates/standard-invoice.yaml", "--yes"];
  const practised = await runSelfbill([...words, "--sandbox"], { home });
  expect([practised.code, has(usual), has(own)]).toEqual([0, true, false]);
});

test("it is shown with where it comes from, and none takes it away", async () => {
  const { set, folder, folderOf } = await withProfile();
  const home = join(folder, "home");
  const shown = async (env: Record<string, string> = {}) => {
    const told = JSON.parse((await runSelfbill(["profile", "show", "--json"], { home, env })).stdout);
    return [told.profile.journal, told.profile.sources.journal];
  };
  expect(await shown()).toEqual([null, "default"]);
  await set(folderOf("own"));
  expect(await shown()).toEqual([folderOf("own"), "user file"]);
  expect(await shown({ SELFBILL_JOURNAL: "postgres://amina:canary@db.example/books" })).toEqual([
    "postgres://amina:…@db.example/books",
    "environment",
  ]);
  expect((await set("none")).code).toBe(0);
  expect(await shown()).toEqual([null, "default"]);
});

test.each([
  ["a password", "postgres://amina:canary@db.example/books", "bad-usage"],
  ["a password with signs of its own", "postgres://amina:can@ry@db.example/books", "bad-usage"],
  ["a password as a setting", "postgres://amina@db.example/books?password=canary", "bad-usage"],
  ["no database", "postgres://amina@db.example", "bad-usage"],
  [
    "a certificate authority of the folder one stands in, which holds no certificate",
    "postgres://amina@db.example/books?sslrootcert=package.json",
    "bad-usage",
  ],
])("an address with %s is not kept, and not shown", async (_, address, code) => {
  const { set, settings } = await withProfile();
  const before = readFileSync(settings, "utf8");
  const refused = await set(address);
  expect([refused.code, refused.problems]).toEqual([2, [code]]);
  expect(refused.words).not.toMatch(/can@?ary/);
  expect(readFileSync(settings, "utf8")).toBe(before);
});

test.each([
  ["a password", "postgres://amina:canary@db.example/books"],
  ["a password as a setting", "postgres://amina@db.example/books?password=canary"],
  ["a password as another setting", "postgres://amina@db.example/books?schema=x&sslPassword=canary"],
  ["a certificate authority that is no path", "postgres://amina@db.example/books?sslrootcert=%canary"],
  ["half a path", "books/canary"],
])("a settings file that was given %s by hand is refused, and it is not shown", async (_, journal) => {
  const { settings, folder } = await withProfile();
  const text = readFileSync(settings, "utf8");
  writeFileSync(settings, text.replace('"base_url"', `"journal": "${journal}", "base_url"`), { mode: 0o600 });
  for (const words of [["profile", "list"], ["profile", "show"], ["doctor", "--offline"], ["history"]]) {
    const ran = await runSelfbill([...words, "--json"], { home: join(folder, "home") });
    expect([words, ran.code === 0]).toEqual([words, false]);
    expect(ran.stdout).toContain("mine.journal");
    expect(ran.stdout + ran.stderr).not.toContain("canary");
  }
});

test("a profile keeps its journal while a document of it is in doubt", async () => {
  const { set, send, sandbox, folderOf, run } = await withProfile();
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
  expect((await send(["1"])).code).toBe(23);
  const refused = await set(folderOf("own"));
  expect([refused.code, refused.problems]).toEqual([23, ["still-in-doubt"]]);
  expect(refused.words).toContain("selfbill resolve --profile mine");
  // Another profile is not affected, and unchanged settings need no confirmation.
  const options = { base_url: "https://einvoice.example", business_profile_id: "BP-1", journal: folderOf("own") };
  expect((await run({}, (desk) => runCommand(profile, desk, ["set", "other"], options))).code).toBe(0);
  expect((await set(undefined)).code).toBe(0);
  // Importing a list of profiles does not switch a profile to another journal either.
  const list = join(folderOf("lists"), "list.csv");
  writeFileSync(list, `Name,Journal\nmine,${folderOf("own")}\n`);
  const imported = await run({}, (desk) => runCommand(profile, desk, ["import", list]));
  expect([imported.code, imported.problems]).toEqual([23, ["still-in-doubt"]]);
  expect((await send(["2"])).words).not.toContain("journal-behind");
});

test("doctor tells of the journals that are not used now, and of what is in doubt there", async () => {
  const { set, send, sandbox, folderOf, folder, settings, usual } = await withProfile();
  const others = async (env: Record<string, string> = {}) => {
    const ran = await runSelfbill(["doctor", "--offline", "--json"], { home: join(folder, "home"), env });
    const { checks } = JSON.parse(ran.stdout) as {
      checks: { check: string; state: string; says: string; hint: string }[];
    };
    return checks.filter(({ check }) => check === "other-journal").map(({ state, says, hint }) => [state, says, hint]);
  };
  expect(await others()).toEqual([]);
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
  expect((await send(["1"])).code).toBe(23);
  expect(await others()).toEqual([]);
  // A manual change to the file needs no confirmation.
  const text = readFileSync(settings, "utf8");
  const own = folderOf("own");
  writeFileSync(settings, text.replace('"base_url"', `"journal": ${JSON.stringify(own)}, "base_url"`), { mode: 0o600 });
  expect(await others()).toEqual([
    ["warning", expect.stringContaining("1 document may or may not"), `selfbill resolve --journal ${usual}`],
  ]);
  expect((await set("postgres://amina@127.0.0.1:1/books", {}, "team")).code).toBe(0);
  const [doubt, ...more] = await others();
  expect([doubt?.[0], more]).toEqual([
    "warning",
    [["skipped", "not asked: postgres://amina@127.0.0.1:1/books (profile team)", null]],
  ]);
  expect(await others({ SELFBILL_PROFILE: "team" })).toEqual([doubt]);
  // Another user of the same server has the same journal.
  expect((await set("postgres://sara@127.0.0.1:1/books", {}, "second")).code).toBe(0);
  expect(await others({ SELFBILL_PROFILE: "team" })).toEqual([doubt]);
});

test("what opens a server has its whole address, with the certificate authority that it names", async () => {
  const { folder, set, run } = await withProfile();
  const authority = join(folder, "authority.pem");
  const ca = "-----BEGIN CERTIFICATE----- of our own";
  writeFileSync(authority, ca);
  expect((await set(`postgres://amina@db.example/books?sslrootcert=${authority}`)).code).toBe(0);
  await run({}, async (desk) => {
    const place = await desk.journalPlace();
    expect(place).toMatchObject({ value: { onServer: true, address: { server: { tls: { ca } } } } });
    return { outcome: "done", sandbox: false, view: { view: "nothing" }, problems: [] };
  });
});

test("where documents are left behind it says so, and nothing is sent from a journal that does not know them", async () => {
  const { set, send, folderOf, usual, created } = await withProfile();
  expect((await send(["1"])).code).toBe(0);
  const own = folderOf("own");
  const left = await set(own);
  expect([left.code, left.problems]).toEqual([0, ["journal-behind"]]);
  expect(left.words).toContain(`selfbill journal move --to PLACE --journal ${usual}`);
  expect((await send(["1", "2"])).problems).toContain("journal-behind");
  expect(await created()).toBe(1);
  // A journal that cannot be read may contain doubts, so switching away from it gives a warning.
  expect((await set("none")).code).toBe(0);
  writeFileSync(join(usual, "journal.db"), "no journal");
  const unread = await set(own);
  expect([unread.code, unread.problems]).toEqual([0, ["journal-unusable"]]);
});

test("a moved journal is that of the profiles which had it", async () => {
  const { set, send, folderOf, journal, folder, created, settings } = await withProfile();
  await set(folderOf("another"), {}, "other");
  expect((await send(["1"])).code).toBe(0);
  const to = join(folder, "new");
  const moved = await journal(["move"], {}, { to });
  expect([moved.code, moved.words]).toEqual([0, expect.stringContaining("mine: use it from now on")]);
  expect((await send(["1", "2"])).code).not.toBe(27);
  expect(await created()).toBe(2);
  const { profiles } = JSON.parse(readFileSync(settings, "utf8"));
  expect([profiles.mine.journal, profiles.other.journal]).toEqual([to, folderOf("another")]);
});

test("practice goes on when the journal of this computer was moved", async () => {
  const { set, send, journal, folder, usual } = await withProfile();
  expect((await send(["1"])).code).toBe(0);
  await set(undefined);
  const [home, to] = [join(folder, "home"), join(folder, "new")];
  const moved = await journal(["move"], {}, { to });
  expect(moved.words).toContain(`--sandbox is recorded in ${to} from now on`);
  const words = ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"];
  expect(await runSelfbill(words, { home })).toMatchObject({ code: 0 });
  expect(has(usual)).toBe(true);
  // Moving a journal chosen with --journal changes no profiles and moves no practice documents.
  const apart = { journal: join(folder, "apart") };
  expect((await runSelfbill([...words, "--journal", apart.journal], { home })).code).toBe(0);
  expect((await journal(["move"], apart, { to: join(folder, "third") })).words).not.toMatch(/Profiles|Practice/);
});

test("a profile that names another journal does not get around an approval policy", async () => {
  const { set, send, accept, folderOf, sandbox, created } = await withProfile();
  const people = await office();
  const policy = people.policy({ business_profile: sandbox.businessProfileId });
  const kept = folderOf("kept");
  await set(kept);
  const journal = given(openJournal(join(kept, "journal.db")));
  given(await journal.policies.set(signedPolicy(policy, people.owner), "owner"));
  journal.close();
  expect((await send(["1"])).problems).toContain("approval-missing");
  for (const place of [folderOf("elsewhere"), "none"]) {
    expect((await set(place)).code).toBe(0);
    expect((await send(["1"])).problems).toEqual(["journal-behind"]);
    // Accepting the empty journal does not get around the policy either.
    expect((await accept({}, { head: "empty", yes: true })).code).toBe(0);
    const sent = await send(["1"]);
    expect([sent.code, sent.problems]).toEqual([27, ["policy-missing"]]);
  }
  expect(await created()).toBe(0);
});

test("with a profile's journal on a server nothing of the other commands asks for it", async () => {
  const home = temporaryFolder();
  const address = "postgres://amina@127.0.0.1:1/books";
  const set = ["profile", "set", "mine", "--base-url", "https://einvoice.example", "--journal", address];
  expect((await runSelfbill(set, { home })).code).toBe(0);
  for (const words of [
    ["validate", "templates/standard-invoice.yaml"],
    ["profile", "show"],
    ["completion", "bash"],
  ])
    expect([words, (await runSelfbill(words, { home })).code]).toEqual([words, 0]);
  const asked = await runSelfbill(["history"], { home });
  expect([asked.code, asked.stderr]).toEqual([27, expect.stringContaining("cannot be used, so nothing was sent")]);
});

test("another user or certificate authority in the address of a server is the same journal, and asks for nothing", async () => {
  const home = temporaryFolder();
  const set = (address: string) =>
    runSelfbill(["profile", "set", "mine", "--base-url", "https://einvoice.example", "--journal", address], { home });
  const own = ["profile", "set", "mine", "--business-profile", "BP-7Q2M4X9KTD"];
  const ca = join(home, "ca.pem");
  writeFileSync(ca, rootCertificates[0] ?? "");
  expect((await set("postgres://amina@127.0.0.1:1/books")).code).toBe(0);
  expect((await runSelfbill(own, { home })).code).toBe(0);
  for (const same of [
    "postgres://127.0.0.1:1/books?schema=selfbill",
    `postgres://sara@127.0.0.1:1/books?sslrootcert=${ca}`,
  ])
    expect([same, (await set(same)).stderr]).toEqual([same, ""]);
  const socket = (user: string) => `postgres://${user}@/books?host=${home}`;
  expect((await set(socket("amina"))).stderr).toContain("is not known");
  expect((await set(socket("sara"))).stderr).toBe("");
  expect((await set("postgresql://db.example/books")).stderr).toContain("is not known");
  expect((await set("postgres://db.example:5432/books")).stderr).toBe("");
  for (const other of ["postgres://127.0.0.1:2/books", "postgres://sara@127.0.0.1:2/books?schema=other"])
    expect((await set(other)).stderr).toContain("is not known");
});
