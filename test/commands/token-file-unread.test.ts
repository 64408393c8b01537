import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { foldersFor, openSettings, removeToken } from "../../src/settings/index.ts";
import { notePlace } from "../../src/settings/note-place.ts";
import { tokenFilePath, writeFileNote } from "../../src/settings/token-file.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { given } from "../support/journal-file.ts";
import { ended, keptToken } from "../support/kept-token.ts";
import { unwrap } from "../support/settings.ts";

/** A token's file with the note of a policy, as it is after somebody tried to send. */
async function noted() {
  const place = await keptToken("file");
  const { home, sandbox, tunnel } = place;
  expect(ended(await place.send(["1"]))).toEqual([0, []]);
  const people = await office();
  const journal = given(openJournal(join(home, "data/journal.db")));
  const policy = people.policy({ business_profile: sandbox.businessProfileId });
  given(await journal.policies.set(signedPolicy(policy, people.owner), "owner"));
  journal.close();
  await place.send(["2"]);
  const env = { SELFBILL_HOME: home };
  const settings = () => unwrap(openSettings(env, unwrap(foldersFor(env))));
  const { origin } = new URL(tunnel.baseUrl);
  const path = tokenFilePath(settings().folders, origin);
  const content = () => JSON.parse(readFileSync(path, "utf8"));
  expect(Object.keys(content().notes)).toEqual([expect.stringMatching(/^policy /)]);
  return { ...place, settings, origin, path, content };
}

test("a file that cannot be used is never written for a note", async () => {
  const { settings, origin, path, content } = await noted();
  const { folders } = settings();
  const before = content();
  chmodSync(path, 0o644);
  expect(() => writeFileNote(folders, origin, "one", "text")).toThrow("other users can read it");
  expect(content()).toEqual(before);
  writeFileSync(path, "{", { mode: 0o600 });
  chmodSync(path, 0o600);
  expect(() => writeFileNote(folders, origin, "one", "text")).toThrow("it is damaged");
  expect(readFileSync(path, "utf8")).toBe("{");
  const problem = await notePlace(settings(), { origin })?.change("one", () => "text");
  expect(problem?.code).toBe("settings-unwritable");
  expect(readFileSync(path, "utf8")).toBe("{");
});

test("a token's file of another profile that cannot be used stops what is sent", async () => {
  const { send, path, settings, created } = await noted();
  const before = await created();
  const other = tokenFilePath(settings().folders, "https://other.example");
  const stops = async (why: string) => {
    const came = await send(["3"]);
    expect(ended(came)).toEqual([27, ["mark-unusable"]]);
    expect(came.words).toContain(why);
    expect(came.words).toContain(`chmod 600 ${other}`);
  };
  writeFileSync(other, readFileSync(path));
  chmodSync(other, 0o644);
  await stops("other users can read it");
  writeFileSync(other, "{");
  chmodSync(other, 0o600);
  await stops("it is damaged");
  writeFileSync(other, JSON.stringify({ origin: "https://other.example", notes: "none" }));
  expect(ended(await send(["3"]))).toEqual([27, ["mark-unusable"]]);
  expect(await created()).toBe(before);
});

test("signing in and out keeps the notes of a file that others can read", async () => {
  const { signIn, settings, origin, path, content } = await noted();
  const { token, notes } = content();
  chmodSync(path, 0o644);
  await signIn();
  expect(content()).toEqual({ origin, token, notes });
  chmodSync(path, 0o644);
  unwrap(await removeToken(settings(), origin));
  expect(content()).toEqual({ origin, notes });
});
