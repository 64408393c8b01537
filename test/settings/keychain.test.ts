import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { systemKeychain } from "../../src/settings/index.ts";
import { tempHome } from "../support/settings.ts";

const service = "https://api.service.example";
const programs = ["dbus-daemon", "gnome-keyring-daemon"];
const missing = programs.filter((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0);
const skip = missing.length > 0 && process.env.SELFBILL_TEST_ALL !== "1";
if (skip) console.log(`skipped: the test of the real keychain needs ${missing.join(" and ")}`);

/** A session bus of its own with an unlocked, empty keyring; both end with the test. */
async function startKeyring(): Promise<void> {
  const home = tempHome();
  const before = { ...process.env };
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(async () => {
    for (const name of ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    bus.kill();
    await once(bus, "exit");
  });
  const [address] = await once(bus.stdout.setEncoding("utf8"), "data");
  Object.assign(process.env, { HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home });
  process.env.DBUS_SESSION_BUS_ADDRESS = String(address).trim();
  const options = { input: "\n", stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"] };
  expect(spawnSync("gnome-keyring-daemon", ["--unlock", "--components=secrets"], options).status).toBe(0);
}

test.skipIf(skip)("a token makes the round trip through a real Secret Service", async () => {
  expect(missing).toEqual([]);
  await startKeyring();
  const keychain = systemKeychain();
  expect(await keychain.read(service)).toBeUndefined();
  await keychain.write(service, "canary-4711");
  expect(await keychain.read(service)).toBe("canary-4711");
  expect(await keychain.read("https://other.example")).toBeUndefined();
  expect(await keychain.remove(service)).toBe(true);
  expect(await keychain.remove(service)).toBe(false);
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
