import { expect, onTestFinished, test } from "vitest";
import { systemKeychain } from "../../src/settings/index.ts";
import { inParts, type Keychain } from "../../src/settings/keychain.ts";
import { missingForKeyring, startKeyring, withoutKeyring } from "../support/keyring.ts";

const service = "https://api.service.example";

test.skipIf(withoutKeyring)("a token makes the round trip through a real Secret Service", async () => {
  expect(missingForKeyring).toEqual([]);
  onTestFinished(await startKeyring());
  const keychain = systemKeychain();
  expect(await keychain.read(service)).toBeUndefined();
  await keychain.write(service, "canary-4711");
  expect(await keychain.read(service)).toBe("canary-4711");
  expect(await keychain.read("https://other.example")).toBeUndefined();
  expect(await keychain.remove(service)).toBe(true);
  expect(await keychain.remove(service)).toBe(false);
});

test("a secret that is longer than an entry may be is kept in several, whole or not at all", async () => {
  const entries = new Map<string, string>();
  const write: Keychain["write"] = async (account, secret) => {
    if (secret.length > 150) throw new Error("too long for an entry");
    entries.set(account, secret);
  };
  const system: Keychain = {
    write,
    read: async (account) => entries.get(account),
    remove: async (account) => entries.delete(account),
  };
  const keychain = inParts(system, 150);
  const long = (letter: string): string => `${letter}-0123456789`.repeat(40);
  for (const secret of [long("a"), long("b"), "short", long("a")]) {
    await keychain.write(service, secret);
    expect(await keychain.read(service)).toBe(secret);
    expect(entries.size).toBe(secret === "short" ? 1 : 1 + Math.ceil(secret.length / 150));
  }
  const [part = ""] = [...entries.keys()].filter((name) => name !== service);
  const kept = entries.get(part) ?? "";
  entries.set(part, kept.replace("a", "c"));
  await expect(keychain.read(service)).rejects.toThrow("a part of the secret is missing");
  entries.delete(part);
  await expect(keychain.read(service)).rejects.toThrow("sign in again");
  entries.set(part, kept);
  // A write that is interrupted before its last entry keeps the previous secret.
  const cut = inParts(
    { ...system, write: async (name, text) => (name === service ? expect.fail() : write(name, text)) },
    150,
  );
  await expect(cut.write(service, long("d"))).rejects.toThrow();
  expect(await keychain.read(service)).toBe(long("a"));
  expect(await keychain.remove(service)).toBe(true);
  expect([...entries.keys()].filter((name) => name.includes(part.slice(0, -1)))).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  "without a session bus the keychain fails; it does not fall back to the kernel's",
  async () => {
    const before = process.env.DBUS_SESSION_BUS_ADDRESS;
    process.env.DBUS_SESSION_BUS_ADDRESS = "unix:path=/nowhere/bus";
    onTestFinished(() => {
      if (before === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
      else process.env.DBUS_SESSION_BUS_ADDRESS = before;
    });
    await expect(systemKeychain().write(service, "canary-4711")).rejects.toThrow();
    await expect(systemKeychain().read(service)).rejects.toThrow();
  },
);
