import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../src/environment/index.ts";
import { foldersFor, openSettings, parseBaseUrl, saveProfile, storeToken } from "../../src/settings/index.ts";
import { type At, behindTunnel, type Came } from "./behind-tunnel.ts";
import { unwrap } from "./settings.ts";

/** Blank variables count as unset, so that the token is the one that is kept. */
export const noVariables = { SELFBILL_BASE_URL: "", SELFBILL_TOKEN: "", SELFBILL_BUSINESS_PROFILE_ID: "" };

export const ended = ({ code, problems }: Came) => [code, problems.filter((each) => each !== "buyer-unknown")];

export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

/** A service without lists behind a tunnel, and a home that is signed in to it. */
export async function keptToken(kept: "keychain" | "file") {
  const place = await behindTunnel();
  const { sandbox, tunnel, folder } = place;
  const home = join(folder, "home");
  /** Signs in to the service as the profile `name` of a home. */
  const signIn = async (into = home, name = "acme"): Promise<void> => {
    const env: Environment = { SELFBILL_HOME: into };
    const settings = unwrap(openSettings(env, unwrap(foldersFor(env))));
    const { baseUrl } = tunnel;
    const named = { base_url: baseUrl, business_profile_id: sandbox.businessProfileId, extras: false };
    const saved = unwrap(saveProfile(settings, name, named));
    const { origin } = unwrap(parseBaseUrl(baseUrl));
    unwrap(await storeToken(saved, origin, sandbox.token, { insecureStorage: kept === "file", now: new Date() }));
  };
  await signIn();
  const at = (words: At = {}): At => ({ ...words, env: { ...noVariables, ...words.env } });
  const head = async (words: At) => /--head (\w+)/.exec((await place.accept(at(words))).words)?.[1] ?? "";
  return {
    ...place,
    home,
    signIn,
    at,
    send: (names: readonly string[], words: At = {}) => place.send(names, at(words)),
    accepted: async (words: At = {}) => place.accept(at(words), { yes: true, head: await head(words) }),
  };
}
