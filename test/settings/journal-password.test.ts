import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forgetPassword, keepPassword, passwordSource, withKeptPassword } from "../../src/settings/index.ts";
import { MemoryKeychain, problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const server = { host: "db.example", port: 5432, database: "books", user: "amina" };
const plain = { insecureStorage: false, now: new Date("2026-06-15T08:00:00Z") };

/** Stores amina's password; each call to `settings` reads it again, as a new run would. */
async function kept(options = plain, keychain = new MemoryKeychain()) {
  const home = tempHome();
  const settings = (env = {}) => settingsOf({ home, keychain, env });
  const stored = unwrap(await keepPassword(settings(), server, "open sésame \n", options));
  return { home, keychain, settings, stored };
}

test("it is kept in the keychain, with its blanks, and handed out with the address", async () => {
  const { home, keychain, settings, stored } = await kept();
  expect(stored).toEqual({ kept: "keychain", path: undefined });
  expect([...keychain.secrets]).toEqual([["postgres://amina@db.example:5432/books", "open sésame "]]);
  expect(unwrap(await withKeptPassword({ server, schema: "x" }, settings()))).toEqual({
    server: { ...server, password: "open sésame " },
    schema: "x",
  });
  expect(readFileSync(join(home, "config", "settings.json"), "utf8")).not.toContain("sésame");
});

test.each([
  ["host", { host: "other.example" }],
  ["port", { port: 5433 }],
  ["database", { database: "book" }],
  ["user", { user: "omar" }],
])("another %s gets none, and the keychain is not asked for it", async (_, other) => {
  const { settings } = await kept();
  const keychain = new MemoryKeychain(true);
  const address = { server: { ...server, ...other } };
  expect(unwrap(await withKeptPassword(address, { ...settings(), keychain }))).toBe(address);
  expect(passwordSource(settings(), address.server)).toBeUndefined();
});

test.each([{ PGPASSWORD: "x" }, { PGPASSFILE: "/x" }, { SELFBILL_JOURNAL_PASSWORD_FILE: "/x" }])(
  "%o goes before it",
  async (env) => {
    const { settings } = await kept();
    const address = { server };
    expect(unwrap(await withKeptPassword(address, settings(env)))).toBe(address);
    expect(passwordSource(settings(env), server)).toBe(Object.keys(env)[0]);
    expect(passwordSource(settings(), server)).toBe("keychain");
  },
);

test("where it is allowed it lies in a file that only its user can read, and not in the keychain any more", async () => {
  const { home, keychain, settings } = await kept();
  const stored = unwrap(await keepPassword(settings(), server, "new", { ...plain, insecureStorage: true }));
  expect([stored.kept, keychain.secrets.size]).toEqual(["file", 0]);
  if (process.platform !== "win32") expect(statSync(stored.path ?? "").mode & 0o777).toBe(0o600);
  expect(unwrap(await withKeptPassword({ server }, settings())).server).toMatchObject({ password: "new" });
  // The next password is stored in the keychain again.
  unwrap(await keepPassword(settings(), server, "newer", plain));
  expect([existsSync(stored.path ?? ""), readdirSync(join(home, "config", "tokens"))]).toEqual([false, []]);
  expect(unwrap(await withKeptPassword({ server }, settings())).server).toMatchObject({ password: "newer" });
});

test("without a keychain nothing is kept, and what cannot be read is told without being sent", async () => {
  const broken = settingsOf({ keychain: new MemoryKeychain(true) });
  expect(problemsOf(await keepPassword(broken, server, "x", plain))).toMatchObject([{ code: "keychain-missing" }]);
  expect(broken.file.journal_passwords).toBeUndefined();
  const { settings } = await kept();
  for (const keychain of [new MemoryKeychain(true), new MemoryKeychain()]) {
    const found = problemsOf(await withKeptPassword({ server }, { ...settings(), keychain }));
    expect(found).toMatchObject([
      { code: "journal-unusable", hint: expect.stringContaining("selfbill journal login") },
    ]);
  }
});

test.each([
  ["", "is empty"],
  ["\n", "is empty"],
  ["one\ntwo", "more than one line"],
  ["x".repeat(1_001), "longer than"],
])("%j is no password", async (text, why) => {
  const settings = settingsOf();
  const [found] = problemsOf(await keepPassword(settings, server, text, plain));
  expect([found?.code, found?.message]).toEqual(["bad-usage", expect.stringContaining(why)]);
});

test("it is forgotten wherever it is kept, and a keychain that is away is told", async () => {
  for (const insecureStorage of [false, true]) {
    const { keychain, settings } = await kept({ ...plain, insecureStorage });
    expect(unwrap(await forgetPassword(settings(), { ...server, user: "omar" }))).toBe(false);
    expect(unwrap(await forgetPassword(settings(), server))).toBe(true);
    expect([keychain.secrets.size, passwordSource(settings(), server)]).toEqual([0, undefined]);
    expect(unwrap(await forgetPassword(settings(), server))).toBe(false);
  }
  const { settings } = await kept();
  const away = { ...settings(), keychain: new MemoryKeychain(true) };
  expect(problemsOf(await forgetPassword(away, server))).toMatchObject([{ code: "keychain-missing" }]);
  expect(passwordSource(settings(), server)).toBe("keychain");
});
