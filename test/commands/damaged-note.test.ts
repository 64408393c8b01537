import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { turnAt } from "../../src/settings/change-file.ts";
import { foldersFor, openSettings, parseBaseUrl } from "../../src/settings/index.ts";
import { notePlace } from "../../src/settings/note-place.ts";
import { tokenFilePath } from "../../src/settings/token-file.ts";
import { userFilePath } from "../../src/settings/user-file.ts";
import { ended, keptToken } from "../support/kept-token.ts";
import { startKeyring, withoutKeyring } from "../support/keyring.ts";
import { unwrap } from "../support/settings.ts";

beforeAll(async () => (withoutKeyring ? undefined : startKeyring()));

async function desk(kept: "keychain" | "file") {
  const place = await keptToken(kept);
  const env = { SELFBILL_HOME: place.home };
  const settings = unwrap(openSettings(env, unwrap(foldersFor(env))));
  const { origin } = unwrap(parseBaseUrl(place.tunnel.baseUrl));
  const policy = `policy ${place.sandbox.businessProfileId.toLowerCase()}`;
  return { ...place, settings, origin, policy };
}

test("a damaged note of a policy in a file says where it is, and that the policy is set again", async () => {
  const { send, settings, origin, policy } = await desk("file");
  const path = tokenFilePath(settings.folders, origin);
  const content = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...content, notes: { [policy]: "{" } }));
  const came = await send(["1"]);
  expect(ended(came)).toEqual([27, ["mark-unusable"]]);
  expect(came.words).toContain(`removed the note "${policy}" in the files of ${join(path, "..")}: selfbill policy set`);
});

test.skipIf(withoutKeyring)("a damaged note in the keychain names its entry", async () => {
  const { send, settings, policy } = await desk("keychain");
  await settings.keychain.write(`note ${policy}`, "{");
  const came = await send(["1"]);
  expect(ended(came)).toEqual([27, ["mark-unusable"]]);
  const entry = `the entry of the service "selfbill" with the account "note ${policy}"`;
  expect(came.words).toContain(`removed ${entry}: selfbill policy set`);
});

test.skipIf(withoutKeyring)("a note in the keychain does not wait for the settings", async () => {
  const { settings, origin } = await desk("keychain");
  const turn = unwrap(turnAt(userFilePath(settings.folders), "settings file"));
  const problem = await notePlace(settings, { origin })?.change("one", () => "text");
  turn.end();
  expect(problem).toBe(undefined);
  expect(await settings.keychain.read("note one")).toBe("text");
});
