import type { Desk } from "../desk.ts";
import { problem } from "../problem/index.ts";
import type { Report } from "../render/index.ts";
import { resolveProfile, tokenFor } from "../settings/index.ts";
import { defineCommand } from "./command.ts";
import { loginOptions, signIn } from "./login.ts";
import { signOut } from "./logout.ts";
import { stoppedBy, tokenWords } from "./profile-report.ts";

export const auth = defineCommand({
  words: "auth <login|logout|status>",
  summary: "login, logout, or where the token is kept",
  options: loginOptions,
  examples: [
    { type: "selfbill auth login", does: "the same as selfbill login" },
    { type: "selfbill auth status", does: "tells where the token is kept; exit code 4 when there is none" },
  ],
  run(input, desk): Promise<Report> {
    const [action] = input.words;
    if (action === "login") return signIn(input, desk);
    if (action === "logout") return signOut(input.options.profile, desk);
    if (action === "status") return status(input.options.profile, desk);
    const hint = "Type selfbill auth login, selfbill auth logout or selfbill auth status.";
    return Promise.resolve(stoppedBy([problem("bad-usage", `auth does not know ${JSON.stringify(action)}.`, hint)]));
  },
});

/** Looks for the token without showing it and without asking the service. */
async function status(name: string | undefined, desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const profile = resolveProfile(settings.value, { profile: name });
  if (!profile.ok) return stoppedBy(profile.problems);
  const { origin, sandbox } = profile.value;
  const token = await tokenFor(settings.value, profile.value);
  if (!token.ok) return stoppedBy(token.problems, sandbox);
  const since = settings.value.file.sign_ins[origin]?.since;
  const stored = token.value.from === "keychain" || token.value.from === "file";
  const facts: [string, string][] = [
    ["Service", origin],
    ["Token", tokenWords(token.value.from)],
    ...(stored && since ? ([["Since", since]] as [string, string][]) : []),
  ];
  const data = { sign_in: { origin, from: token.value.from, since: stored ? (since ?? null) : null } };
  return { outcome: "done", sandbox, view: { view: "facts", facts, data }, problems: token.value.warnings };
}
