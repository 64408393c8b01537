import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../src/environment/index.ts";
import {
  listProfiles,
  removeToken,
  resolveProfile,
  type ServiceProfile,
  type Settings,
  saveProfile,
  storeToken,
  tokenFor,
} from "../../src/settings/index.ts";
import { MemoryKeychain, problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";
const now = new Date("2026-06-15T08:00:00Z");
const inFile = { insecureStorage: true, now };

function acme(given: { env?: Environment; keychain?: MemoryKeychain; home?: string; url?: string } = {}): {
  settings: Settings;
  profile: ServiceProfile;
} {
  const settings = unwrap(saveProfile(settingsOf(given), "acme", { base_url: given.url ?? service }));
  return { settings, profile: unwrap(resolveProfile(settings)) };
}

const tokens = (settings: Settings) => join(settings.folders.config, "tokens");

test("a token goes into the keychain, and into no file", async () => {
  const keychain = new MemoryKeychain();
  const { settings, profile } = acme({ keychain });
  const stored = unwrap(await storeToken(settings, profile.origin, "canary-4711\n", { now }));
  expect(stored.kept).toBe("keychain");
  expect([...keychain.secrets]).toEqual([[service, "canary-4711"]]);
  expect(existsSync(tokens(settings))).toBe(false);
  expect(readFileSync(join(settings.folders.config, "settings.json"), "utf8")).not.toContain("canary");
  expect(unwrap(await tokenFor(stored.settings, profile))).toMatchObject({ token: "canary-4711", from: "keychain" });
  expect(listProfiles(stored.settings)[0]?.sign_in).toEqual({ kept: "keychain", since: "2026-06-15T08:00:00.000Z" });
});

test("without a keychain nothing is stored and no file appears, until it is allowed", async () => {
  const { settings, profile } = acme({ keychain: new MemoryKeychain(true) });
  const [problem] = problemsOf(await storeToken(settings, profile.origin, "canary-4711", { now }));
  expect(problem).toMatchObject({
    code: "keychain-missing",
    outcome: "local_state",
    hint: expect.stringContaining("--insecure-storage"),
  });
  expect(existsSync(tokens(settings))).toBe(false);
  const stored = unwrap(await storeToken(settings, profile.origin, "canary-4711", inFile));
  expect(unwrap(await tokenFor(stored.settings, profile))).toMatchObject({ token: "canary-4711", from: "file" });
});

test("signing in again in the other way leaves one copy", async () => {
  const keychain = new MemoryKeychain();
  const { settings, profile } = acme({ keychain });
  const first = unwrap(await storeToken(settings, profile.origin, "one", inFile));
  const second = unwrap(await storeToken(first.settings, profile.origin, "two", { now }));
  expect(readdirSync(tokens(settings))).toEqual([]);
  const third = unwrap(await storeToken(second.settings, profile.origin, "three", inFile));
  expect(keychain.secrets.size).toBe(0);
  expect(unwrap(await tokenFor(third.settings, profile)).token).toBe("three");
});

test("logout forgets it in both places, and says whether there was one", async () => {
  const keychain = new MemoryKeychain();
  const { settings, profile } = acme({ keychain });
  const stored = unwrap(await storeToken(settings, profile.origin, "one", { now }));
  const gone = unwrap(await removeToken(stored.settings, profile.origin));
  expect(gone.had).toBe(true);
  expect(keychain.secrets.size).toBe(0);
  expect(problemsOf(await tokenFor(gone.settings, profile))[0]).toMatchObject({ code: "no-token", outcome: "auth" });
  expect(unwrap(await removeToken(gone.settings, profile.origin)).had).toBe(false);
});

test("logout without the keychain that holds the token does not claim to have forgotten it", async () => {
  const home = tempHome();
  const { settings, profile } = acme({ home });
  unwrap(await storeToken(settings, profile.origin, "one", { now }));
  const later = settingsOf({ home, keychain: new MemoryKeychain(true) });
  expect(problemsOf(await removeToken(later, profile.origin))[0]?.code).toBe("keychain-missing");
});

describe("a token of one origin", () => {
  test.each(["https://other.example", "https://api.service.example:8443", "http://127.0.0.1:4010"])(
    "is not handed out for %s",
    async (elsewhere) => {
      const { settings, profile } = acme();
      const stored = unwrap(await storeToken(settings, profile.origin, "canary-4711", inFile));
      const moved = unwrap(saveProfile(stored.settings, "acme", { base_url: elsewhere }));
      const answer = await tokenFor(moved, unwrap(resolveProfile(moved)));
      expect(problemsOf(answer)[0]).toMatchObject({ code: "token-elsewhere", outcome: "auth" });
      expect(JSON.stringify(answer)).not.toContain("canary");
    },
  );

  test("is found with the settings that noted it alone, and so with the mark beside them", async () => {
    const keychain = new MemoryKeychain();
    const { settings, profile } = acme({ keychain });
    const stored = unwrap(await storeToken(settings, profile.origin, "canary-4711", { now }));
    expect(unwrap(await tokenFor(stored.settings, profile)).from).toBe("keychain");
    const elsewhere = acme({ keychain });
    expect(elsewhere.settings.folders.marks).not.toBe(settings.folders.marks);
    expect(problemsOf(await tokenFor(elsewhere.settings, elsewhere.profile))).toMatchObject([{ code: "no-token" }]);
  });

  test("serves every profile and path of that origin", async () => {
    const { settings, profile } = acme();
    const stored = unwrap(await storeToken(settings, profile.origin, "one", { now }));
    const more = unwrap(saveProfile(stored.settings, "second", { base_url: `${service}/uae` }));
    expect(unwrap(await tokenFor(more, unwrap(resolveProfile(more, { profile: "second" })))).token).toBe("one");
  });

  test("is refused when its file was put in the place of another's", async () => {
    const { settings, profile } = acme();
    const one = unwrap(await storeToken(settings, profile.origin, "one", inFile));
    const two = unwrap(await storeToken(one.settings, "https://other.example", "two", inFile));
    renameSync(two.path ?? "", one.path ?? "");
    expect(problemsOf(await tokenFor(two.settings, profile))[0]).toMatchObject({
      code: "bad-token",
      message: expect.stringContaining("another service"),
    });
  });
});

describe.skipIf(process.platform === "win32")("the token's file", () => {
  async function stored() {
    const { settings, profile } = acme();
    const { path = "", settings: after } = unwrap(await storeToken(settings, profile.origin, "canary-4711", inFile));
    return { path, settings: after, profile };
  }

  test("is 0600 in 0700 whatever the umask", async () => {
    const before = process.umask(0);
    try {
      const { path, settings } = await stored();
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(tokens(settings)).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  test.each([0o644, 0o640, 0o604, 0o622])("with mode %o is not used", async (mode) => {
    const { path, settings, profile } = await stored();
    chmodSync(path, mode);
    const answer = await tokenFor(settings, profile);
    expect(problemsOf(answer)[0]).toMatchObject({ code: "bad-token", where: { file: path } });
    expect(JSON.stringify(answer)).not.toContain("canary");
  });

  test.skipIf(process.getuid?.() !== 0)("of another user is not used", async () => {
    const { path, settings, profile } = await stored();
    chownSync(path, 65_534, 65_534);
    expect(problemsOf(await tokenFor(settings, profile))[0]?.message).toContain("belongs to another user");
  });

  test("behind a link is not used", async () => {
    const { path, settings, profile } = await stored();
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
    expect(problemsOf(await tokenFor(settings, profile))[0]?.message).toContain("symbolic link");
  });

  test("that is a folder, damaged or empty is not used", async () => {
    const { path, settings, profile } = await stored();
    for (const content of [
      "",
      "{",
      "[]",
      '{"token":"x"}',
      `{"origin":"${service}"}`,
      `{"origin":"${service}","token":"a b"}`,
    ]) {
      writeFileSync(path, content);
      expect(problemsOf(await tokenFor(settings, profile))[0]?.code, content).toBe("bad-token");
    }
    renameSync(path, `${path}.real`);
    mkdirSync(path);
    expect(problemsOf(await tokenFor(settings, profile))[0]?.message).toContain("not a regular file");
  });

  test("that is gone means signing in again", async () => {
    const { path, settings, profile } = await stored();
    renameSync(path, `${path}.real`);
    expect(problemsOf(await tokenFor(settings, profile))[0]?.code).toBe("no-token");
  });
});

describe("the environment's token", () => {
  test("wins over the stored one", async () => {
    const home = tempHome();
    const { settings, profile } = acme({ home, env: { SELFBILL_TOKEN: " from-env\n" } });
    const stored = unwrap(await storeToken(settings, profile.origin, "stored", inFile));
    expect(unwrap(await tokenFor(stored.settings, profile))).toEqual({
      token: "from-env",
      from: "SELFBILL_TOKEN",
      warnings: [],
    });
  });

  test("may be a file, also one behind a link, as mounted secrets are", async () => {
    const home = tempHome();
    writeFileSync(join(home, "secret"), "\uFEFFfrom-file\r\n", { mode: 0o600 });
    symlinkSync(join(home, "secret"), join(home, "link"));
    const { settings, profile } = acme({ home, env: { SELFBILL_TOKEN_FILE: join(home, "link") } });
    expect(unwrap(await tokenFor(settings, profile))).toEqual({
      token: "from-file",
      from: "SELFBILL_TOKEN_FILE",
      warnings: [],
    });
  });

  test.skipIf(process.platform === "win32")("in a file that all can read is used with a warning", async () => {
    const home = tempHome();
    writeFileSync(join(home, "secret"), "from-file");
    chmodSync(join(home, "secret"), 0o644);
    const { settings, profile } = acme({ home, env: { SELFBILL_TOKEN_FILE: join(home, "secret") } });
    const found = unwrap(await tokenFor(settings, profile));
    expect(found.warnings).toMatchObject([{ severity: "warning", where: { file: join(home, "secret") } }]);
  });

  test("in a file that is missing, a folder, empty or huge is a problem, not a reason to take another token", async () => {
    const home = tempHome();
    writeFileSync(join(home, "empty"), "");
    writeFileSync(join(home, "huge"), "x".repeat(70_000));
    for (const name of ["missing", ".", "empty", "huge"]) {
      const { settings, profile } = acme({ home, env: { SELFBILL_TOKEN_FILE: join(home, name) } });
      expect(problemsOf(await tokenFor(settings, profile))[0]?.code, name).toBe("bad-token");
    }
  });

  test("that is malformed is named by its variable and not shown", async () => {
    const { settings, profile } = acme({ env: { SELFBILL_TOKEN: "canary 4711" } });
    const [problem] = problemsOf(await tokenFor(settings, profile));
    expect(problem?.message).toContain("SELFBILL_TOKEN");
    expect(problem?.message).not.toContain("canary");
  });

  test("belongs to the base URL of the environment, and is not taken elsewhere by a flag", async () => {
    const settings = settingsOf({ env: { SELFBILL_BASE_URL: service, SELFBILL_TOKEN: "canary-4711" } });
    expect((await tokenFor(settings, unwrap(resolveProfile(settings)))).ok).toBe(true);
    const other = unwrap(resolveProfile(settings, { baseUrl: "https://other.example" }));
    const answer = await tokenFor(settings, other);
    expect(problemsOf(answer)[0]?.code).toBe("token-elsewhere");
    expect(JSON.stringify(answer)).not.toContain("canary");
  });
});

test("without a token the way to one is told, with the profile's name", async () => {
  const { settings, profile } = acme();
  expect(problemsOf(await tokenFor(settings, profile))[0]).toMatchObject({
    code: "no-token",
    hint: expect.stringContaining("selfbill login --profile acme"),
  });
});
