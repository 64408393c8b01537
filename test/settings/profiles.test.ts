import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  foldersFor,
  listProfiles,
  openSettings,
  removeProfile,
  saveProfile,
  useProfile,
} from "../../src/settings/index.ts";
import { palmLedger } from "../support/documents.ts";
import { problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";

test("a new profile pins the stable version, and the first one becomes the current one", () => {
  const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service, business_profile_id: "BP-1" }));
  expect(listProfiles(settings)).toEqual([
    expect.objectContaining({
      name: "acme",
      current: true,
      sandbox: false,
      base_url: service,
      business_profile_id: "BP-1",
      service_version: "20260101",
    }),
  ]);
});

test("what is saved is there again when the settings are opened anew", () => {
  const home = tempHome();
  const saved = unwrap(
    saveProfile(settingsOf({ home }), "acme", { base_url: service, extras: false, business_profile: palmLedger }),
  );
  expect(settingsOf({ home }).file).toEqual(JSON.parse(JSON.stringify(saved.file)));
});

test("a change keeps what it does not name", () => {
  const first = unwrap(
    saveProfile(settingsOf(), "acme", { base_url: service, business_profile_id: "BP-1", version_header: "X-BRAND" }),
  );
  const second = unwrap(saveProfile(first, "acme", { service_version: "20260507" }));
  expect(second.file.profiles.acme).toMatchObject({
    base_url: service,
    business_profile_id: "BP-1",
    version_header: "X-BRAND",
    service_version: "20260507",
  });
});

test("the party of one business profile is forgotten with its id", () => {
  const first = unwrap(
    saveProfile(settingsOf(), "acme", { base_url: service, business_profile_id: "BP-1", business_profile: palmLedger }),
  );
  expect(
    unwrap(saveProfile(first, "acme", { business_profile_id: "BP-1" })).file.profiles.acme?.business_profile,
  ).toBeDefined();
  expect(
    unwrap(saveProfile(first, "acme", { business_profile_id: "BP-2" })).file.profiles.acme?.business_profile,
  ).toBeUndefined();
});

test("every wrong value is named at once, and nothing is written", () => {
  const settings = settingsOf();
  const problems = problemsOf(
    saveProfile(settings, "acme", {
      base_url: "http://x.example",
      business_profile_id: "..",
      service_version: "2026",
      version_header: "host",
    }),
  );
  expect(problems.map((each) => each.where?.path)).toEqual([
    "base_url",
    "business_profile_id",
    "service_version",
    "version_header",
  ]);
  expect(existsSync(settings.folders.config)).toBe(false);
});

test("a profile without a base URL is not made", () => {
  expect(problemsOf(saveProfile(settingsOf(), "acme", { business_profile_id: "BP-1" }))[0]).toMatchObject({
    code: "bad-setting",
    where: { path: "base_url" },
  });
});

test("another profile can be made current, and an unknown one is answered with those there are", () => {
  let settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
  settings = unwrap(saveProfile(settings, "practice", { base_url: "http://127.0.0.1:4010" }));
  settings = unwrap(useProfile(settings, "practice"));
  expect(listProfiles(settings).map(({ name, current, sandbox }) => ({ name, current, sandbox }))).toEqual([
    { name: "acme", current: false, sandbox: false },
    { name: "practice", current: true, sandbox: true },
  ]);
  expect(problemsOf(useProfile(settings, "toString"))[0]).toMatchObject({
    code: "no-profile",
    hint: "There are: acme, practice.",
  });
});

test("a removed current profile leaves none current", () => {
  const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
  const removed = unwrap(removeProfile(settings, "acme"));
  expect(removed.file.current_profile).toBeUndefined();
  expect(listProfiles(removed)).toEqual([]);
});

test("two processes that change different profiles both get their way", () => {
  const home = tempHome();
  const [one, two] = [settingsOf({ home }), settingsOf({ home })];
  unwrap(saveProfile(one, "one", { base_url: service }));
  unwrap(saveProfile(two, "two", { base_url: service }));
  expect(Object.keys(settingsOf({ home }).file.profiles).sort()).toEqual(["one", "two"]);
});

describe.skipIf(process.platform === "win32")("the settings file", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test("is for its owner alone whatever the umask, and no draft is left behind", () => {
    const before = process.umask(0);
    try {
      const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
      expect(modeOf(settings.folders.config)).toBe("700");
      expect(modeOf(join(settings.folders.config, "settings.json"))).toBe("600");
      expect(readdirSync(settings.folders.config)).toEqual(["settings.json", "settings.lock"]);
    } finally {
      process.umask(before);
    }
  });

  test("in a folder that was open to others is closed to them when it is written", () => {
    const settings = settingsOf();
    mkdirSync(settings.folders.config, { recursive: true });
    chmodSync(settings.folders.config, 0o777);
    unwrap(saveProfile(settings, "acme", { base_url: service }));
    expect(modeOf(settings.folders.config)).toBe("700");
  });

  test("that others can write to is not believed", () => {
    const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
    chmodSync(join(settings.folders.config, "settings.json"), 0o666);
    expect(problemsOf(openSettings(settings.env, settings.folders))[0]).toMatchObject({
      code: "settings-broken",
      message: expect.stringContaining("write to it"),
    });
  });

  test("that cannot be written is a problem with its path", () => {
    const home = tempHome();
    writeFileSync(join(home, "config"), "a file where the folder should be");
    const settings = settingsOf({ home: tempHome() });
    const folders = { ...settings.folders, config: join(home, "config", "inner") };
    const [problem] = problemsOf(saveProfile({ ...settings, folders }, "acme", { base_url: service }));
    expect(problem?.outcome).toBe("local_state");
  });

  test("may be a link, as those have it who keep their settings elsewhere", () => {
    const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service }));
    const other = tempHome();
    mkdirSync(join(other, "config"));
    symlinkSync(join(settings.folders.config, "settings.json"), join(other, "config", "settings.json"));
    expect(Object.keys(settingsOf({ home: other }).file.profiles)).toEqual(["acme"]);
  });
});

test.each([
  ["{", "bad JSON", 1],
  ['{\n "profiles": {},\n "profiles": {} }', "twice", 3],
  ['{ "profiles": { "acme": { "base_url": true } } }', "true for a text", undefined],
  ['{ "profiles": { "acme": { "base_url": "https://x.example", "token": "abc" } } }', "an unknown member", undefined],
  ['{ "profiles": { "a b": { "base_url": "https://x.example" } } }', "a name with a blank", undefined],
  ['{ "profiles": { "__proto__": { "base_url": "https://x.example" } } }', "a forbidden key", 1],
  ["[]", "a list", undefined],
])("a broken settings file %s (%s) is told, not guessed", (text, _what, line) => {
  const home = tempHome();
  const folders = unwrap(foldersFor({ SELFBILL_HOME: home }));
  mkdirSync(folders.config, { mode: 0o700 });
  writeFileSync(join(folders.config, "settings.json"), text, { mode: 0o600 });
  const [problem] = problemsOf(openSettings({}, folders));
  expect(problem).toMatchObject({ code: "settings-broken", where: { file: join(folders.config, "settings.json") } });
  if (line !== undefined) expect(problem?.where?.line).toBe(line);
});

test("no token ever stands in the settings file", () => {
  const settings = unwrap(
    saveProfile(settingsOf({ env: { SELFBILL_TOKEN: "canary-4711" } }), "acme", { base_url: service }),
  );
  expect(readFileSync(join(settings.folders.config, "settings.json"), "utf8")).not.toContain("canary");
});

test("what could not be read again is not written: a buyer of megabytes leaves the settings as they were", () => {
  const settings = unwrap(saveProfile(settingsOf(), "acme", { base_url: service, business_profile_id: "BP-1" }));
  const before = readFileSync(join(settings.folders.config, "settings.json"), "utf8");
  const party = { ...palmLedger, logo: "x".repeat(4_500_000) };
  const [found] = problemsOf(saveProfile(settings, "acme", { business_profile: party }));
  expect(found).toMatchObject({ code: "settings-unwritable", message: expect.stringContaining("larger than 4000000") });
  expect(readFileSync(join(settings.folders.config, "settings.json"), "utf8")).toBe(before);
});
