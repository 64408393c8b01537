import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ok } from "../../src/problem/index.ts";
import { openSettings, profileSettings, saveProfile, settingNames } from "../../src/settings/index.ts";
import { changeUserFile } from "../../src/settings/settings.ts";
import { openBook } from "../../src/suppliers/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { problemsOf, settingsOf, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";
const twelve = Array.from({ length: 12 }, (_, index) => `co${index + 1}`);

test("of twelve profiles that are set at once all are kept", async () => {
  const home = temporaryFolder();
  const set = (name: string) => runSelfbill(["profile", "set", name, "--base-url", service], { home });
  const ran = await Promise.all(twelve.map(set));
  expect(ran.map(({ code, stdout }) => [code, stdout.includes("Saved")])).toEqual(twelve.map(() => [0, true]));
  expect(Object.keys(settingsOf({ home }).file.profiles).sort()).toEqual([...twelve].sort());
});

test("of twelve values of one profile that are set at once all are kept", async () => {
  const home = temporaryFolder();
  await runSelfbill(["profile", "set", "acme", "--base-url", service], { home });
  const names = settingNames.filter((name) => name !== "base_url" && !profileSettings[name].flags.endsWith("<file>"));
  const values = names.map((name) => {
    const { flags, example } = profileSettings[name];
    // Its example is the newer version, of which a person is warned.
    const value = name === "service_version" ? "20260101" : example;
    return ["profile", "set", "acme", flags.replace(/ .*/, ""), value];
  });
  const runs = [...values, ["profile", "set", "other", "--base-url", service]];
  const ran = await Promise.all(runs.map((words) => runSelfbill(words, { home })));
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]));
  const { acme = {}, ...others } = settingsOf({ home }).file.profiles;
  expect(Object.keys(acme).sort()).toEqual(["base_url", ...names].sort());
  expect(Object.keys(others)).toEqual(["other"]);
});

test("of twelve suppliers that are added at once all are kept", async () => {
  const home = temporaryFolder();
  const set = ["--set", "trn=100123456700003", "--set", "iban=AE070331234567890123456"];
  const ran = await Promise.all(twelve.map((name) => runSelfbill(["suppliers", "add", name, ...set], { home })));
  expect(ran.map(({ code }) => code)).toEqual(twelve.map(() => 0));
  const book = openBook(settingsOf({ home }).folders);
  expect(book.ok && book.value.suppliers.map(({ supplier }) => supplier).sort()).toEqual([...twelve].sort());
});

/** Starts another process that holds the lock of these settings until it is killed. */
async function holder(home: string) {
  mkdirSync(join(home, "config"), { recursive: true, mode: 0o700 });
  const sqlite = pathToFileURL(join(top, "node_modules/@photostructure/sqlite/dist/index.mjs")).href;
  const script = `import { DatabaseSync } from ${JSON.stringify(sqlite)};
    globalThis.file = new DatabaseSync(${JSON.stringify(join(home, "config", "settings.lock"))});
    globalThis.file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    process.stdout.write("held");
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("who waits too long says that nothing was changed; a holder that is killed keeps nobody waiting", async () => {
  const home = temporaryFolder();
  expect((await runSelfbill(["profile", "set", "acme", "--base-url", service], { home })).code).toBe(0);
  const settings = join(home, "config", "settings.json");
  const before = readFileSync(settings);
  const child = await holder(home);
  const set = ["profile", "set", "other", "--base-url", service];
  const add = ["suppliers", "add", "desert-lime", "--set", "trn=100123456700003"];
  const login = ["login", "--profile", "acme", "--with-token", "--insecure-storage"];
  const [refused, supplier, token, listed] = await Promise.all([
    runSelfbill(set, { home }),
    runSelfbill(add, { home }),
    runSelfbill(login, { home, input: "secret" }),
    runSelfbill(["profile", "list"], { home }),
  ]);
  for (const each of [refused, supplier, token]) {
    expect([each.code, each.stdout]).toEqual([27, ""]);
    expect(each.stderr).toMatch(/was not changed: another selfbill process has been changing this folder/);
  }
  expect([listed.code, readFileSync(settings), readdirSync(join(home, "config")).sort()]).toEqual([
    0,
    before,
    ["settings.json", "settings.lock"],
  ]);
  child.kill("SIGKILL");
  await once(child, "exit");
  const ran = await runSelfbill(set, { home });
  expect([ran.code, Object.keys(settingsOf({ home }).file.profiles)]).toEqual([0, ["acme", "other"]]);
});

test("what another program writes while a change is made is kept, and the change is made on it", () => {
  const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
  const path = join(settings.folders.config, "settings.json");
  let calls = 0;
  const changed = changeUserFile(settings, (file) => {
    calls += 1;
    if (calls === 2) writeFileSync(path, JSON.stringify({ ...file, current_profile: "theirs" }));
    return ok({ ...file, profiles: { ...file.profiles, mine: { base_url: service } } });
  });
  expect([calls, unwrap(changed).file]).toMatchObject([3, { current_profile: "theirs", profiles: { mine: {} } }]);
  expect(unwrap(openSettings(settings.env, settings.folders)).file).toEqual(JSON.parse(readFileSync(path, "utf8")));
});

test("a change that does not stay is not called saved", () => {
  const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
  const path = join(settings.folders.config, "settings.json");
  let calls = 0;
  const changed = changeUserFile(settings, (file) => {
    calls += 1;
    writeFileSync(path, JSON.stringify({ ...file, current_profile: `theirs-${calls}` }));
    return ok({ ...file, profiles: {} });
  });
  expect(problemsOf(changed)[0]).toMatchObject({ code: "settings-unwritable" });
  expect(problemsOf(changed)[0]?.message).toContain("does not have this change");
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ profiles: { acme: {} } });
});

test("settings are read where no lock can be made, and a change is refused", async () => {
  const home = temporaryFolder();
  expect((await runSelfbill(["profile", "set", "acme", "--base-url", service], { home })).code).toBe(0);
  rmSync(join(home, "config", "settings.lock"));
  mkdirSync(join(home, "config", "settings.lock"));
  const listed = await runSelfbill(["profile", "list"], { home });
  expect([listed.code, listed.stdout.includes("acme")]).toEqual([0, true]);
  const refused = await runSelfbill(["profile", "set", "other", "--base-url", service], { home });
  expect([refused.code, refused.stdout]).toEqual([27, ""]);
  expect(refused.stderr).toContain("cannot be written");
  expect(Object.keys(settingsOf({ home }).file.profiles)).toEqual(["acme"]);
});
