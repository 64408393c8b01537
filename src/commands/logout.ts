import type { Desk } from "../desk/index.ts";
import type { Report } from "../report/index.ts";
import { removeToken, resolveProfile } from "../settings/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, text } from "./command.ts";

export const logoutOptions = {
  profile: text("--profile <name>", "the stored profile whose service it is"),
} as const;

export const logout = defineCommand({
  words: "logout",
  summary: "delete the stored token of a service",
  options: logoutOptions,
  examples: [{ type: "selfbill logout", does: "deletes the token of the current profile's service" }],
  run: ({ options }, desk) => signOut(options.profile, desk),
});

/** Forgets a token. The profiles stay. `logout` and `auth logout` are the same. */
export async function signOut(profile: string | undefined, desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const resolved = resolveProfile(settings.value, { profile });
  if (!resolved.ok) return stoppedBy(resolved.problems);
  const { origin, sandbox } = resolved.value;
  const removed = await removeToken(settings.value, origin);
  if (!removed.ok) return stoppedBy(removed.problems, sandbox);
  const { had } = removed.value;
  const facts: [string, string][] = [
    ["Service", origin],
    ["Token", had ? "deleted on this computer; the service still accepts it until it expires" : "there was none"],
  ];
  const data = { sign_out: { origin, had_token: had } };
  return { outcome: "done", sandbox, view: { view: "facts", title: "Signed out", facts, data }, problems: [] };
}
