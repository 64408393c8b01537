import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Environment } from "../../src/environment/index.ts";
import type { Problem, Result } from "../../src/problem/index.ts";
import { foldersFor, type Keychain, openSettings, type Settings } from "../../src/settings/index.ts";

/** A keychain in memory; `broken` makes every call fail, as without a session bus. */
export class MemoryKeychain implements Keychain {
  readonly secrets = new Map<string, string>();
  readonly broken: boolean;
  constructor(broken = false) {
    this.broken = broken;
  }
  async read(account: string): Promise<string | undefined> {
    this.demand();
    return this.secrets.get(account);
  }
  async write(account: string, secret: string): Promise<void> {
    this.demand();
    this.secrets.set(account, secret);
  }
  async remove(account: string): Promise<boolean> {
    this.demand();
    return this.secrets.delete(account);
  }
  private demand(): void {
    if (this.broken) throw new Error("no session bus");
  }
}

/** A home that is removed after the test. */
export function tempHome(): string {
  const home = mkdtempSync(join(tmpdir(), "selfbill-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** The settings in a home, by default an empty one. */
export function settingsOf(given: { home?: string; env?: Environment; keychain?: Keychain } = {}): Settings {
  const env = { SELFBILL_HOME: given.home ?? tempHome(), ...given.env };
  return unwrap(openSettings(env, unwrap(foldersFor(env)), given.keychain ?? new MemoryKeychain()));
}

/** Returns the value of a result; throws an error with the codes and messages of the problems if it has none. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problems.map((each) => `${each.code}: ${each.message}`).join("\n"));
}

/** Returns the problems of a result, which must not have succeeded. */
export function problemsOf(result: { ok: boolean; problems?: readonly Problem[] }): readonly Problem[] {
  if (result.ok || !result.problems) throw new Error("it succeeded");
  return result.problems;
}
