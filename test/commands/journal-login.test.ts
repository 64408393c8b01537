import { expect, test } from "vitest";
import { auth } from "../../src/commands/auth.ts";
import { journal } from "../../src/commands/journal.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { settingsOf } from "../support/settings.ts";
import { type DeskFacts, type SettingsDesk, settingsDesk } from "../support/settings-desk.ts";

const address = "postgres://amina@db.example/books";
const key = "postgres://amina@db.example:5432/books";

const run = (desk: SettingsDesk, action: string, more: Given<typeof journal> = {}) =>
  runCommand(journal, desk, [action], more);

/** A new desk with the same home and keychain, and with these facts. */
const again = (desk: SettingsDesk, facts: DeskFacts = {}) =>
  settingsDesk({ home: desk.home, keychain: desk.keychain, journal: address, ...facts });

test("a typed password goes into the keychain, and is shown nowhere; logout deletes it", async () => {
  const desk = settingsDesk({ journal: address, typed: "canary 4711" });
  const kept = await run(desk, "login");
  expect(kept).toMatchObject({ outcome: "done", view: { data: { journal_sign_in: { address, kept: "keychain" } } } });
  expect([...desk.keychain.secrets]).toEqual([[key, "canary 4711"]]);
  expect(JSON.stringify([kept, desk.said, settingsOf({ home: desk.home }).file])).not.toContain("canary");
  const out = await run(again(desk), "logout");
  expect(out).toMatchObject({ outcome: "done", view: { data: { journal_sign_out: { address, had_password: true } } } });
  expect(desk.keychain.secrets.size).toBe(0);
  expect(await run(again(desk), "logout")).toMatchObject({
    view: { data: { journal_sign_out: { had_password: false } } },
  });
});

test("a password comes by standard input where it is said so; else somebody must be there to type it", async () => {
  const desk = settingsDesk({ journal: address, input: "canary\r\n" });
  expect(await run(desk, "login")).toMatchObject({ problems: [{ code: "needs-answer" }] });
  expect(await run(desk, "login", { withPassword: true })).toMatchObject({ outcome: "done" });
  expect(desk.keychain.secrets.get(key)).toBe("canary");
});

test("a variable that goes before it is named", async () => {
  const desk = settingsDesk({ journal: address, typed: "canary", env: { PGPASSFILE: "/x" } });
  expect(await run(desk, "login")).toMatchObject({
    outcome: "done",
    problems: [{ code: "token-elsewhere", severity: "warning", message: expect.stringContaining("PGPASSFILE is set") }],
  });
});

test("a journal in a folder has no password", async () => {
  for (const action of ["login", "logout"])
    expect(await run(settingsDesk({ typed: "canary" }), action)).toMatchObject({ problems: [{ code: "bad-usage" }] });
});

test("auth status tells where it is kept", async () => {
  const desk = settingsDesk({ journal: address, typed: "canary", env: { SELFBILL_TOKEN: "t-1" } });
  const env = { SELFBILL_TOKEN: "t-1", SELFBILL_BASE_URL: "https://einvoice.example" };
  const told = async (more = {}) => {
    const options = { ...Object.fromEntries(Object.keys(auth.options).map((name) => [name, undefined])), check: false };
    const report = await runCommand(auth, again(desk, { env: { ...env, ...more } }), ["status"], options);
    const { data } = report.view as { data?: { journal?: unknown } };
    return data?.journal;
  };
  expect(await told()).toEqual({ address, password_from: null });
  await run(desk, "login");
  expect(await told()).toEqual({ address, password_from: "keychain" });
  expect(await told({ PGPASSWORD: "x" })).toEqual({ address, password_from: "PGPASSWORD" });
});
