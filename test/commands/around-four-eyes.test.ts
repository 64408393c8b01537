import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { attacks, type Scene } from "../support/around-four-eyes.ts";
import { given } from "../support/journal-file.ts";
import { keptToken, noVariables } from "../support/kept-token.ts";
import { startKeyring, withoutKeyring } from "../support/keyring.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { template } from "../support/sender.ts";

beforeAll(async () => (withoutKeyring ? undefined : startKeyring()));

/** A home whose policy was in force when somebody tried to send, and a copy of it from before. */
async function desk(kept: "keychain" | "file") {
  const place = await keptToken(kept);
  const { home, folder, sandbox, tunnel } = place;
  const people = await office();
  const before = join(folder, "before");
  const file = join(folder, "invoice.yaml");
  writeFileSync(file, template);
  const run = (words: readonly string[], at: string, env: Record<string, string> = {}, input = "") =>
    runSelfbill(words, { home: at, env: { ...noVariables, ...env }, input });
  await run(["create-invoice", file, "--dry-run"], home);
  given(openJournal(join(home, "data/journal.db"))).close();
  cpSync(home, before, { recursive: true });
  const journal = given(openJournal(join(home, "data/journal.db")));
  const policy = people.policy({ business_profile: sandbox.businessProfileId });
  given(await journal.policies.set(signedPolicy(policy, people.owner), "owner"));
  journal.close();
  expect(await run(["create-invoice", file, "--yes"], home)).toMatchObject({ code: 2 });
  const scene = (): Scene => {
    const own = temporaryFolder();
    const at = join(own, "home");
    cpSync(home, at, { recursive: true });
    const words = {
      run: (typed: readonly string[], env?: Record<string, string>, input?: string) => run(typed, at, env, input),
    };
    return {
      ...people,
      ...words,
      home: at,
      folder: own,
      file,
      before,
      businessProfile: sandbox.businessProfileId,
      baseUrl: tunnel.baseUrl,
      token: sandbox.token,
      how: kept === "file" ? ["--insecure-storage"] : [],
      send: (more = [], env = {}) => words.run(["create-invoice", file, "--yes", ...more], env),
    };
  };
  return { ...place, scene };
}

describe.each<["keychain" | "file", boolean]>([
  ["file", false],
  ["keychain", withoutKeyring],
])("with the token in the %s", (kept, skip) => {
  test.skipIf(skip)("nothing is sent that nobody approved", { timeout: 600_000 }, async () => {
    const { scene, created } = await desk(kept);
    const passed: string[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      const before = await created();
      const came = await attack(scene());
      if ((await created()) > before) passed.push(name);
      expect.soft(came.code === 0, name).toBe(name === "as practice");
    }
    expect(passed).toEqual([]);
  });

  test.skipIf(skip)("a fresh sign-in into a file of another home knows no policy, as the manual says", async () => {
    const { scene, created } = await desk(kept);
    const { run, send, folder, baseUrl, businessProfile, token } = scene();
    const env = { SELFBILL_HOME: join(folder, "fresh") };
    const place = ["--base-url", baseUrl, "--business-profile", businessProfile, "--extras", "no"];
    const before = await created();
    expect(await run(["profile", "set", "acme", ...place], env)).toMatchObject({ code: 0 });
    expect(await run(["login", "--with-token", "--insecure-storage"], env, token)).toMatchObject({ code: 0 });
    expect(await send([], env)).toMatchObject({ code: 0 });
    expect(await created()).toBe(before + 1);
  });
});
