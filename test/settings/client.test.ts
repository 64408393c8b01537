import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  clientFor,
  fetchedFor,
  keepFetched,
  removeToken,
  resolveProfile,
  type Settings,
  saveProfile,
  storeClient,
  storeToken,
} from "../../src/settings/index.ts";
import { MemoryKeychain, problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";
const now = new Date("2026-06-15T08:00:00Z");
const acme = { id: "acme-1", secret: "canary-4711" };

function withProfile(given: Parameters<typeof settingsOf>[0] = {}): Settings {
  const home = given.home ?? tempHome();
  unwrap(saveProfile(settingsOf({ home }), "acme", { base_url: service }));
  return settingsOf({ ...given, home });
}
const find = (settings: Settings) => clientFor(settings, unwrap(resolveProfile(settings)));

test.each([[false], [true]])("a client is stored and found again, in a file: %s", async (insecureStorage) => {
  const settings = withProfile({ keychain: new MemoryKeychain(insecureStorage) });
  const stored = unwrap(await storeClient(settings, service, acme, { insecureStorage, now })).settings;
  const found = unwrap(await find(stored));
  expect(found).toMatchObject({ id: "acme-1", from: insecureStorage ? "file" : "keychain" });
  expect(unwrap((await found?.secret()) ?? { ok: true, value: "" })).toBe("canary-4711");
  expect(readFileSync(join(stored.folders.config, "settings.json"), "utf8")).not.toContain("canary");

  await keepFetched(stored, service, "acme-1", { token: "t-1", end: 90_000, renewAt: 30_000 });
  expect(await fetchedFor(stored, service, "acme-1")).toEqual({ token: "t-1", end: 90_000, renewAt: 30_000 });
  expect(await fetchedFor(stored, service, "another")).toBeUndefined();
  const gone = unwrap(await removeToken(stored, service)).settings;
  expect(await fetchedFor(stored, service, "acme-1")).toBeUndefined();
  expect(unwrap(await find(gone))).toBeUndefined();
});

test("a ready token that is stored afterwards takes the client's place, and forgets its token", async () => {
  const keychain = new MemoryKeychain();
  const stored = unwrap(await storeClient(withProfile({ keychain }), service, acme, { now })).settings;
  await keepFetched(stored, service, "acme-1", { token: "t-1" });
  const { settings } = unwrap(await storeToken(stored, service, "ready", { now }));
  expect(unwrap(await find(settings))).toBeUndefined();
  expect([...keychain.secrets]).toEqual([[service, "ready"]]);
});

test("the environment goes before what is stored, a ready token before a client, and half a client is a mistake", async () => {
  const home = tempHome();
  const file = join(home, "secret");
  writeFileSync(file, "from-file\n", { mode: 0o600 });
  const at = (env: Record<string, string>) => find(withProfile({ home, env: { SELFBILL_HOME: home, ...env } }));
  const client = { SELFBILL_CLIENT_ID: "env-1", SELFBILL_CLIENT_SECRET_FILE: file };
  const found = unwrap(await at(client));
  expect(found).toMatchObject({ id: "env-1", from: "SELFBILL_CLIENT_SECRET_FILE", warnings: [] });
  expect(unwrap((await found?.secret()) ?? { ok: true, value: "" })).toBe("from-file");
  expect(unwrap(await at({ ...client, SELFBILL_CLIENT_SECRET: "direct" }))).toMatchObject({
    from: "SELFBILL_CLIENT_SECRET",
  });
  expect(unwrap(await at({ ...client, SELFBILL_TOKEN: "ready" }))).toBeUndefined();
  expect(problemsOf(await at({ SELFBILL_CLIENT_ID: "env-1" }))).toMatchObject([{ code: "bad-setting" }]);
  expect(problemsOf(await at({ SELFBILL_CLIENT_SECRET: "x" }))).toMatchObject([{ code: "bad-setting" }]);
});

test("a client of the environment that is meant for another service is not asked to sign in to this one", async () => {
  const env = { SELFBILL_CLIENT_ID: "a", SELFBILL_CLIENT_SECRET: "b", SELFBILL_BASE_URL: "https://other.example" };
  const settings = withProfile({ env });
  const profile = { ...unwrap(resolveProfile(settings)), origin: service };
  expect(problemsOf(await clientFor(settings, profile))).toMatchObject([{ code: "token-elsewhere" }]);
});

test.each([["with space"], [""], ["é"]])("%j is no secret and no client id", async (text) => {
  const settings = withProfile();
  expect((await storeClient(settings, service, { id: "a", secret: text }, { now })).ok).toBe(false);
  expect((await storeClient(settings, service, { id: text, secret: "b" }, { now })).ok).toBe(false);
});
