import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auth } from "../../src/commands/auth.ts";
import { login, loginOptions } from "../../src/commands/login.ts";
import { logout } from "../../src/commands/logout.ts";
import { saveProfile } from "../../src/settings/index.ts";
import { runCommand } from "../support/run-command.ts";
import { MemoryKeychain, settingsOf, tempHome, unwrap } from "../support/settings.ts";
import { settingsDesk } from "../support/settings-desk.ts";

const service = "https://api.service.example";
const nothing = {
  profile: undefined,
  baseUrl: undefined,
  withToken: false,
  clientId: undefined,
  withSecret: false,
  allProfiles: false,
  insecureStorage: false,
  check: false,
};

function homeWithAcme(): string {
  const home = tempHome();
  unwrap(saveProfile(settingsOf({ home }), "acme", { base_url: service }));
  return home;
}

test("a typed token goes into the keychain of the current profile's service", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), typed: "canary-4711" });
  const report = await runCommand(login, desk);
  expect(report).toMatchObject({ outcome: "done", view: { data: { sign_in: { origin: service, kept: "keychain" } } } });
  expect([...desk.keychain.secrets]).toEqual([[service, "canary-4711"]]);
  expect(JSON.stringify(report)).not.toContain("canary");
});

test("--with-token reads it from standard input and asks nothing", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), input: "canary-4711\n" });
  const report = await runCommand(auth, desk, ["login"], { withToken: true });
  expect(report.outcome).toBe("done");
  expect(desk.keychain.secrets.get(service)).toBe("canary-4711");
});

test("--client-id asks for the client's secret, which is kept like a token; status tells of it, logout forgets it", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), typed: "canary-4711" });
  const report = await runCommand(login, desk, [], { clientId: "acme-1" });
  expect(report).toMatchObject({ outcome: "done", view: { data: { sign_in: { client_id: "acme-1" } } } });
  expect([...desk.keychain.secrets]).toEqual([[service, "canary-4711"]]);
  const status = await runCommand(auth, desk, ["status"]);
  expect(status).toMatchObject({
    outcome: "done",
    view: { data: { sign_in: { client_id: "acme-1", from: "keychain", ends: null } } },
  });
  expect(JSON.stringify([report, status])).not.toContain("canary");
  await runCommand(logout, desk);
  expect(desk.keychain.secrets.size).toBe(0);
});

test("--with-secret reads the secret, and what standard input holds is named for what it is", async () => {
  const run = (options: Partial<typeof nothing> & { clientId?: string }) => {
    const desk = settingsDesk({ home: homeWithAcme(), input: "canary-4711\n" });
    return runCommand(login, desk, [], options);
  };
  expect((await run({ clientId: "acme-1" as never, withSecret: true })).outcome).toBe("done");
  expect((await run({ clientId: "acme-1" as never, withToken: true })).outcome).toBe("usage");
  expect((await run({ withSecret: true })).outcome).toBe("usage");
});

test("no option takes a token or a secret", () => {
  for (const option of Object.values(loginOptions)) expect(option.flags).not.toMatch(/secret[ =]?[<[]/);

  for (const option of Object.values(loginOptions)) expect(option.flags).not.toMatch(/token[ =]?[<[]/);
});

test("where nobody can be asked it ends at once and names the flag", async () => {
  const report = await runCommand(login, settingsDesk({ home: homeWithAcme() }));
  expect(report).toMatchObject({
    outcome: "usage",
    problems: [{ code: "needs-answer", hint: expect.stringContaining("--with-token") }],
  });
});

test("an address without a profile makes one", async () => {
  const desk = settingsDesk({ typed: "canary-4711" });
  expect((await runCommand(login, desk, [], { baseUrl: service })).outcome).toBe("done");
  expect(settingsOf({ home: desk.home }).file).toMatchObject({
    current_profile: "default",
    profiles: { default: { base_url: service } },
  });
});

test("without a keychain nothing is left behind", async () => {
  const desk = settingsDesk({ keychain: new MemoryKeychain(true), typed: "canary-4711" });
  const report = await runCommand(login, desk, [], { baseUrl: service });
  expect(report).toMatchObject({ outcome: "local_state", problems: [{ code: "keychain-missing" }] });
  expect(existsSync(join(desk.home, "config"))).toBe(false);
});

test("--insecure-storage says so before it writes the file", async () => {
  const desk = settingsDesk({ keychain: new MemoryKeychain(true), typed: "canary-4711" });
  const report = await runCommand(login, desk, [], { baseUrl: service, insecureStorage: true });
  expect(report.outcome).toBe("done");
  expect(desk.said).toEqual([expect.stringContaining("not in a keychain")]);
  expect(readFileSync(join(desk.home, "config", "settings.json"), "utf8")).not.toContain("canary");
});

test("an address that is not the profile's is not signed in to by the way", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), typed: "canary-4711" });
  const report = await runCommand(login, desk, [], { baseUrl: "https://evil.example" });
  expect(report).toMatchObject({ outcome: "usage", problems: [{ code: "bad-usage" }] });
  expect(desk.keychain.secrets.size).toBe(0);
});

test("without any service it says how to name one", async () => {
  const report = await runCommand(login, settingsDesk({ typed: "x" }));
  expect(report).toMatchObject({
    outcome: "usage",
    problems: [{ code: "no-profile", hint: expect.stringContaining("--base-url") }],
  });
});

test("a token of the environment that hides the stored one is mentioned", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), typed: "stored", env: { SELFBILL_TOKEN: "from-env" } });
  const report = await runCommand(login, desk);
  expect(report.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("SELFBILL_TOKEN") }]);
});

test("status tells where the token is, logout forgets it, and status then ends with the code for no access", async () => {
  const desk = settingsDesk({ home: homeWithAcme(), typed: "canary-4711" });
  await runCommand(login, desk);
  const status = await runCommand(auth, desk, ["status"]);
  expect(status).toMatchObject({
    outcome: "done",
    view: { data: { sign_in: { from: "keychain", since: "2026-06-15T08:00:00.000Z" } } },
  });
  expect(JSON.stringify(status)).not.toContain("canary");
  expect(await runCommand(logout, desk)).toMatchObject({
    view: { data: { sign_out: { had_token: true } } },
  });
  expect(desk.keychain.secrets.size).toBe(0);
  expect(await runCommand(auth, desk, ["status"])).toMatchObject({ outcome: "auth" });
  expect(await runCommand(auth, desk, ["logout"])).toMatchObject({
    view: { data: { sign_out: { had_token: false } } },
  });
});

test("an unknown word after auth is refused", async () => {
  expect(await runCommand(auth, settingsDesk(), ["frob"])).toMatchObject({ outcome: "usage" });
});
