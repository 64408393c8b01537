import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  clientFor,
  fetchedFor,
  keepFetched,
  listProfiles,
  placeForNew,
  removeToken,
  resolveProfile,
  type Settings,
  saveProfile,
  storeClient,
  storeToken,
  tokenFor,
  tokenPlace,
} from "../../src/settings/index.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { MemoryKeychain, problemsOf, settingsOf, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";
const other = "https://other.service.example";
const now = new Date("2026-06-15T08:00:00Z");
const how = { insecureStorage: true, now };

/** Returns settings with three profiles, two of which share one address. */
function companies(keychain = new MemoryKeychain()): Settings {
  let settings = settingsOf({ keychain });
  for (const [name, url] of Object.entries({ co1: service, co2: `${service}/uae`, elsewhere: other }))
    settings = unwrap(saveProfile(settings, name, { base_url: url }));
  return settings;
}

async function login(settings: Settings, name: string, token: string, isNamed = true): Promise<Settings> {
  const { origin } = unwrap(resolveProfile(settings, { profile: name }));
  const place = (at: Pick<Settings, "file">) => placeForNew(at, { origin, name }, isNamed);
  return unwrap(await storeToken(settings, place, token, how)).settings;
}

async function tokenOf(settings: Settings, name: string): Promise<string> {
  const found = await tokenFor(settings, unwrap(resolveProfile(settings, { profile: name })));
  return found.ok ? found.value.token : found.problems[0].code;
}

const tokensOf = async (settings: Settings) => [await tokenOf(settings, "co1"), await tokenOf(settings, "co2")];

test("the first token of an address serves all of its profiles, a later one of a named profile that profile alone", async () => {
  const first = await login(companies(), "co1", "one");
  expect(await tokensOf(first)).toEqual(["one", "one"]);
  const second = await login(first, "co2", "two");
  expect(await tokensOf(second)).toEqual(["one", "two"]);
  expect(listProfiles(second).map(({ name, own_token }) => [name, own_token])).toEqual([
    ["co1", false],
    ["co2", true],
    ["elsewhere", false],
  ]);
  // Later tokens replace the earlier ones in the same place.
  const third = await login(await login(second, "co2", "new-two", false), "co1", "new-one", false);
  expect(await tokensOf(third)).toEqual(["new-one", "new-two"]);
  expect(await tokenOf(third, "elsewhere")).toBe("token-elsewhere");
});

test("without a named profile the token of the address is replaced for all that have none of their own", async () => {
  const first = await login(companies(), "co1", "one");
  expect(await tokensOf(await login(first, "co2", "two", false))).toEqual(["two", "two"]);
});

test("whether another profile has a token is asked when nobody else changes the settings", async () => {
  const settings = companies();
  await login(settings, "co1", "one");
  expect(await tokensOf(await login(settings, "co2", "two"))).toEqual(["one", "two"]);
});

test("a token of a profile's own never goes to another address, nor to another profile", async () => {
  const own = await login(await login(companies(), "co1", "one"), "co2", "two");
  const moved = unwrap(saveProfile(own, "co2", { base_url: other }));
  expect(await tokenOf(moved, "co2")).toBe("token-elsewhere");
  const renamed = unwrap(saveProfile(own, "co3", { base_url: service }));
  expect(await tokenOf(renamed, "co3")).toBe("one");
  const [first] = problemsOf(await tokenFor(moved, unwrap(resolveProfile(moved, { profile: "co2" }))));
  expect(JSON.stringify(first)).not.toContain("two");
  const back = unwrap(saveProfile(moved, "co2", { base_url: service }));
  expect(await tokenOf(back, "co2")).toBe("two");
});

test("forgetting one token leaves the others, in the keychain and in files", async () => {
  const keychain = new MemoryKeychain();
  const settings = companies(keychain);
  const one = unwrap(await storeToken(settings, service, "one", { now })).settings;
  const two = unwrap(await storeToken(one, `${service}#co2`, "two", { now })).settings;
  expect([...keychain.secrets]).toEqual([
    [service, "one"],
    [`${service}#co2`, "two"],
  ]);
  const gone = unwrap(await removeToken(two, `${service}#co2`)).settings;
  expect(await tokensOf(gone)).toEqual(["one", "one"]);
  expect(Object.keys(JSON.parse(readFileSync(join(settings.folders.config, "settings.json"), "utf8")))).not.toContain(
    "profile_sign_ins",
  );
  const again = unwrap(await storeToken(gone, `${service}#co2`, "two", { now })).settings;
  const shared = unwrap(await removeToken(again, service)).settings;
  expect(await tokensOf(shared)).toEqual(["no-token", "two"]);
});

test("a client of a profile's own has a secret and fetched tokens of its own", async () => {
  const first = await login(companies(), "co1", "one");
  const client = { id: "c2", secret: "secret-of-co2" };
  const settings = unwrap(await storeClient(first, `${service}#co2`, client, how)).settings;
  const clientOf = async (profile: string) =>
    unwrap(await clientFor(settings, unwrap(resolveProfile(settings, { profile }))));
  expect(await clientOf("co1")).toBeUndefined();
  expect(unwrap((await (await clientOf("co2"))?.secret()) ?? { ok: true, value: "" })).toBe("secret-of-co2");
  const place = tokenPlace(settings, { origin: service, name: "co2" });
  await keepFetched(settings, place, "c2", { token: "fetched" });
  expect(await fetchedFor(settings, place, "c2")).toMatchObject({ token: "fetched" });
  expect(await fetchedFor(settings, service, "c2")).toBeUndefined();
  expect(await tokenOf(settings, "co1")).toBe("one");
});

/** Creates a home with two profiles that share one address. */
async function home() {
  const folder = temporaryFolder();
  const run = (words: string, input = "") => runSelfbill(words.split(" "), { home: folder, input });
  for (const name of ["co1", "co2"])
    await run(`profile set ${name} --base-url ${service} --business-profile BP-${name}`);
  return { folder, run };
}

test("login, profile list, auth status, doctor and logout say whose token it is", async () => {
  const { folder, run } = await home();
  const keep = "--with-token --insecure-storage";
  expect((await run(`login --profile co1 ${keep}`, "one")).stdout).toMatch(/Used by\tevery profile .*: co1, co2/);
  expect((await run(`login --profile co2 ${keep}`, "two")).stdout).toMatch(/Used by\tthe profile co2 alone/);
  const listed = (await run("profile list")).stdout;
  expect(listed).toMatch(/co1 .*\tfile\n/);
  expect(listed).toMatch(/co2\t.*\tfile, its own\n/);
  expect((await run("auth status --profile co2")).stdout).toMatch(/Used by\tthe profile co2 alone/);
  expect((await run("auth status --profile co1")).stdout).toMatch(/Used by\tevery profile of this address: co1\n/);
  expect((await run("profile show co2")).stdout).toContain("this profile's own");
  const asked = await run("doctor --profile co2 --offline");
  expect(asked.stdout + asked.stderr).toContain(`for the profile co2 at ${service} alone`);
  expect((await run("logout --profile co2")).stdout).toMatch(
    /used by\tthe profile co2 alone\n.*\tthe token of the address, as by co1\n/,
  );
  await run(`login --profile co2 ${keep}`, "two");
  const out = await run("logout --profile co2 --json");
  expect(JSON.parse(out.stdout)).toMatchObject({ sign_out: { origin: service, profile: "co2", had_token: true } });
  expect(readdirSync(join(folder, "config", "tokens"))).toHaveLength(1);
  const last = (await run("logout --profile co2")).stdout;
  expect(last).toMatch(/It was used by\tevery profile of this address: co1, co2/);
});

test("--all-profiles replaces the token of the address, and the profile's own", async () => {
  const { folder, run } = await home();
  const keep = "--with-token --insecure-storage";
  for (const [name, token] of Object.entries({ co1: "one", co2: "two" }))
    await run(`login --profile ${name} ${keep}`, token);
  expect((await run(`login --profile co2 --all-profiles ${keep}`, "three")).code).toBe(0);
  expect(await tokensOf(settingsOf({ home: folder }))).toEqual(["three", "three"]);
  expect(readdirSync(join(folder, "config", "tokens"))).toHaveLength(1);
});
