import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { absentPrograms } from "./browser.ts";
import { leavesOut } from "./left-out.ts";

/** The programs of a real keychain that this computer lacks. */
export const missingForKeyring = absentPrograms(["dbus-daemon", "gnome-keyring-daemon"]);
export const withoutKeyring = leavesOut(missingForKeyring);

const variables = ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"] as const;

/**
 * Starts a separate session bus with an unlocked, empty keyring, for this process and those that it starts, once in each
 * file of tests: the native package keeps its first connection. Returns a function that ends both.
 */
export async function startKeyring(): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "selfbill-keyring-"));
  const before = { ...process.env };
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = async (): Promise<void> => {
    for (const name of variables) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    bus.kill();
    await once(bus, "exit");
    rmSync(home, { recursive: true, force: true });
  };
  const [address] = await once(bus.stdout.setEncoding("utf8"), "data");
  Object.assign(process.env, { HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home });
  process.env.DBUS_SESSION_BUS_ADDRESS = String(address).trim();
  const options = { input: "\n", stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"] };
  expect(spawnSync("gnome-keyring-daemon", ["--unlock", "--components=secrets"], options).status).toBe(0);
  return end;
}
