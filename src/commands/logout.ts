import type { Desk } from "../desk/index.ts";
import type { Report } from "../report/index.ts";
import {
  isOwnPlace,
  removeToken,
  resolveProfile,
  type Settings,
  sharersOf,
  signInAt,
  tokenPlace,
} from "../settings/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { usersOf } from "./answer/token-users.ts";
import { anyWords, defineCommand, text } from "./command.ts";

export const logoutOptions = {
  profile: text("--profile <name>", "the stored profile whose service it is", { look: "profile" }),
} as const;

export const logout = defineCommand({
  words: "logout",
  summary: "delete the stored token of a service",
  help: `It deletes the token that the profile uses: its own, or else that of its address, which other profiles of the address then lack as well.`,
  group: "Set up",
  practice: "refused",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ records }) => [records.signedOut],
  options: logoutOptions,
  examples: [{ type: "selfbill logout", does: "deletes the token of the current profile's service" }],
  input: anyWords,
  run: ({ options }, desk) => signOut(options.profile, desk),
});

export async function signOut(profile: string | undefined, desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const resolved = resolveProfile(settings.value, { profile });
  if (!resolved.ok) return stoppedBy(resolved.problems);
  const { origin, sandbox, name } = resolved.value;
  const at = tokenPlace(settings.value, resolved.value);
  const owner = isOwnPlace(at) ? name : undefined;
  const users = usersOf(settings.value, origin, owner);
  const removed = await removeToken(settings.value, at);
  if (!removed.ok) return stoppedBy(removed.problems, sandbox);
  const { had } = removed.value;
  const isLeft = owner !== undefined && signInAt(removed.value.settings.file, origin) !== undefined;
  const facts: [string, string][] = [
    ["Service", origin],
    ["Token", had ? "deleted on this computer; the service still accepts it until it expires" : "there was none"],
    ...(had ? ([["It was used by", users]] as [string, string][]) : []),
    ...(isLeft
      ? ([["Token now used", `the token of the address${others(removed.value.settings, origin, owner)}`]] as [
          string,
          string,
        ][])
      : []),
  ];
  const data = { sign_out: { origin, profile: owner ?? null, had_token: had } };
  return succeeded({ view: "facts", title: "Signed out", facts, data }, sandbox);
}

function others(settings: Settings, origin: string, owner: string): string {
  const names = sharersOf(settings, origin).filter((name) => name !== owner);
  return names.length === 0 ? "" : `, as by ${names.join(", ")}`;
}
