import type { Desk } from "../desk/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { gulfTime } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import {
  clientFor,
  type FoundClient,
  type FoundToken,
  fetchedFor,
  isOwnPlace,
  passwordSource,
  resolveProfile,
  type ServiceProfile,
  type Settings,
  signInAt,
  tokenEnd,
  tokenFor,
  tokenPlace,
} from "../settings/index.ts";
import { stoppedBy, succeeded, tokenWords } from "./answer/stopped-by.ts";
import { usersOf } from "./answer/token-users.ts";
import { defineCommand, flag } from "./command.ts";
import { refusal } from "./doctor/service.ts";
import { clearWords, loginOptions, signIn } from "./login.ts";
import { signOut } from "./logout.ts";

export const auth = defineCommand({
  words: "auth <login|logout|status>",
  summary: "login, logout, or show where the token is kept",
  group: "Set up",
  practice: "refused",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: true },
  answers: ({ records }) => [records.signedIn, records.signedOut, records.signInStatus],
  options: { ...loginOptions, check: flag("--check", "status: also ask the service whether it accepts the token") },
  examples: [
    { type: "selfbill auth login", does: "the same as selfbill login" },
    { type: "selfbill auth status", does: "shows where the token is kept; exit code 4 when there is none" },
    { type: "selfbill auth status --check", does: "also asks the service; exit code 4 when it refuses the token" },
  ],
  input(words, options) {
    const [action = ""] = words;
    if (action === "login") return clearWords(words, options);
    if (action === "logout" || action === "status") return ok({ words, options });
    const hint = `Type ${suggest`auth login`}, ${suggest`auth logout`} or ${suggest`auth status`}.`;
    return fail(problem("bad-usage", `Unknown action ${JSON.stringify(action)} for auth.`, hint));
  },
  run({ words, options }, desk): Promise<Report> {
    if (words[0] === "login") return signIn({ words, options }, desk);
    if (words[0] === "logout") return signOut(options.profile, desk);
    return status(options.profile, options.check, desk);
  },
});

/** Never shows the token; queries the service only on request. */
async function status(name: string | undefined, check: boolean, desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const profile = resolveProfile(settings.value, { profile: name });
  if (!profile.ok) return stoppedBy(profile.problems);
  const { origin, sandbox } = profile.value;
  // Must come first, because it fetches the client's token.
  const refused = check ? await refusedBy(name, desk) : undefined;
  if (refused && refused.severity !== "warning") return stoppedBy([refused], sandbox);
  const found = await standing(settings.value, profile.value);
  if (!found.ok) return stoppedBy(found.problems, sandbox);
  const { from, clientId, ends, warnings } = found.value;
  const at = from === "keychain" || from === "file" ? tokenPlace(settings.value, profile.value) : undefined;
  const since = at === undefined ? undefined : signInAt(settings.value.file, at)?.since;
  const owner = at !== undefined && isOwnPlace(at) ? profile.value.name : undefined;
  const end = ends?.toISOString();
  const place = await desk.journalPlace();
  const address = place.ok ? place.value.address : undefined;
  const source = address && passwordSource(settings.value, address.server);
  const facts: [string, string][] = [
    ["Service", origin],
    ...(clientId === undefined ? [] : ([["Client id", clientId]] as [string, string][])),
    [clientId === undefined ? "Token" : "Secret", tokenWords(from)],
    ...(at === undefined ? [] : ([["Used by", usersOf(settings.value, origin, owner)]] as [string, string][])),
    ...(since ? ([["Since", gulfTime(Date.parse(since))]] as [string, string][]) : []),
    [clientId === undefined ? "Expires" : "Token expires", ends ? gulfTime(ends.getTime()) : found.value.noEnd],
    ...(address
      ? ([
          ["Journal", address.address],
          ["Its password", tokenWords(source)],
        ] as [string, string][])
      : []),
    ...(check ? ([["Service says", "the token is accepted"]] as [string, string][]) : []),
  ];
  const data = {
    ...(address ? { journal: { address: address.address, password_from: source ?? null } } : {}),
    sign_in: {
      origin,
      from,
      client_id: clientId ?? null,
      profile: owner ?? null,
      since: since ?? null,
      ends: end ?? null,
      accepted: check ? true : null,
    },
  };
  return succeeded({ view: "facts", facts, data }, sandbox, [...warnings, ...(refused ? [refused] : [])]);
}

async function refusedBy(profile: string | undefined, desk: Desk): Promise<Problem | undefined> {
  const asked = { sandbox: false, profile, businessProfile: undefined, serviceVersion: undefined };
  const connection = await desk.connect(asked);
  return connection.ok ? refusal(connection.value) : connection.problems[0];
}

interface Standing {
  readonly from: FoundToken["from"] | FoundClient["from"];
  readonly clientId?: string;
  readonly ends: Date | undefined;
  readonly noEnd: string;
  readonly warnings: readonly Problem[];
}

async function standing(settings: Settings, profile: ServiceProfile): Promise<Result<Standing>> {
  const client = await clientFor(settings, profile);
  if (!client.ok) return client;
  if (client.value === undefined) {
    const token = await tokenFor(settings, profile);
    if (!token.ok) return token;
    const { from, warnings } = token.value;
    return ok({ from, ends: tokenEnd(token.value.token), noEnd: "not known: the token does not say", warnings });
  }
  const { id: clientId, from, warnings } = client.value;
  const kept = await fetchedFor(settings, tokenPlace(settings, profile), clientId);
  const ends = kept?.end === undefined ? undefined : new Date(kept.end);
  const noEnd = kept ? "not known: the token does not say" : "no token is kept: one is fetched when it is needed";
  return ok({ from, clientId, ends, noEnd, warnings });
}
