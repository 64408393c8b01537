import type { Desk } from "../desk/index.ts";
import { problem } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { resolveProfile, tokenEnd, tokenFor } from "../settings/index.ts";
import { stoppedBy, tokenWords } from "./answer/stopped-by.ts";
import { defineCommand, flag } from "./command.ts";
import { refusal } from "./doctor/service.ts";
import { loginOptions, signIn } from "./login.ts";
import { signOut } from "./logout.ts";

export const auth = defineCommand({
  words: "auth <login|logout|status>",
  summary: "login, logout, or show where the token is kept",
  options: { ...loginOptions, check: flag("--check", "status: also ask the service whether it accepts the token") },
  examples: [
    { type: "selfbill auth login", does: "the same as selfbill login" },
    { type: "selfbill auth status", does: "shows where the token is kept; exit code 4 when there is none" },
    { type: "selfbill auth status --check", does: "also asks the service; exit code 4 when it refuses the token" },
  ],
  run(input, desk): Promise<Report> {
    const [action] = input.words;
    if (action === "login") return signIn(input, desk);
    if (action === "logout") return signOut(input.options.profile, desk);
    if (action === "status") return status(input.options.profile, input.options.check, desk);
    const hint = "Type selfbill auth login, selfbill auth logout or selfbill auth status.";
    return Promise.resolve(
      stoppedBy([problem("bad-usage", `Unknown action ${JSON.stringify(action)} for auth.`, hint)]),
    );
  },
});

/** Looks for the token without showing it; asks the service only when told to. */
async function status(name: string | undefined, check: boolean, desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const profile = resolveProfile(settings.value, { profile: name });
  if (!profile.ok) return stoppedBy(profile.problems);
  const { origin, sandbox } = profile.value;
  const token = await tokenFor(settings.value, profile.value);
  if (!token.ok) return stoppedBy(token.problems, sandbox);
  const since = settings.value.file.sign_ins[origin]?.since;
  const stored = token.value.from === "keychain" || token.value.from === "file";
  const ends = tokenEnd(token.value.token)?.toISOString();
  const facts: [string, string][] = [
    ["Service", origin],
    ["Token", tokenWords(token.value.from)],
    ...(stored && since ? ([["Since", since]] as [string, string][]) : []),
    ["Ends", ends ?? "the token does not say"],
  ];
  if (check) {
    const asked = { sandbox: false, profile: name, businessProfile: undefined, serviceVersion: undefined };
    const connection = await desk.connect(asked);
    if (!connection.ok) return stoppedBy(connection.problems, sandbox);
    const refused = await refusal(connection.value);
    if (refused) return stoppedBy([refused], sandbox);
    facts.push(["Service says", "the token is accepted"]);
  }
  const from = token.value.from;
  const data = {
    sign_in: {
      origin,
      from,
      since: stored ? (since ?? null) : null,
      ends: ends ?? null,
      accepted: check ? true : null,
    },
  };
  return { outcome: "done", sandbox, view: { view: "facts", facts, data }, problems: token.value.warnings };
}
