import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Probed } from "../../send/index.ts";
import {
  clientFor,
  type FoundClient,
  fetchedFor,
  isOwnPlace,
  type ServiceProfile,
  type Settings,
  tokenEnd,
  tokenFor,
  tokenPlace,
} from "../../settings/index.ts";
import { tokenWords } from "../answer/stopped-by.ts";
import { extrasMissing } from "../follow/extras-missing.ts";
import { type Check, faulty, fine, skipped } from "./check.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** The same tolerance for clock differences as when sending. */
const clockMargin = 5 * minute;

export function reachChecks(probed: Probed, now: number): Check[] {
  if (probed.is === "not-reached")
    return [faulty("service", "Service", probed.problem), skipped("clock", "Clock", "the service was not reached")];
  return [certificate(probed.secure, now), clock(probed.clockAhead)];
}

function certificate(secure: Extract<Probed, { is: "reached" }>["secure"], now: number): Check {
  if (secure === undefined)
    return fine("service", "Service", "reached, without encryption: it is on this computer", { protocol: null });
  const { protocol, validTo } = secure;
  const until = validTo === undefined ? null : gulfDay(new Date(validTo));
  const facts = { protocol, certificate_until: until };
  if (validTo !== undefined && validTo - now < 14 * day) {
    const found = problem(
      "certificate-ending",
      `The certificate of the service expires on ${until}.`,
      "Ask the service to renew it in time.",
      { severity: "warning" },
    );
    return faulty("service", "Service", found, facts);
  }
  return fine(
    "service",
    "Service",
    `reached by ${protocol}${until === null ? "" : `, certificate until ${until}`}`,
    facts,
  );
}

function clock(ahead: number | undefined): Check {
  if (ahead === undefined) return skipped("clock", "Clock", "the service did not send its time");
  const facts = { service_ahead_seconds: Math.round(ahead / 1000) };
  if (Math.abs(ahead) <= clockMargin) return fine("clock", "Clock", "agrees with the service", facts);
  const minutes = Math.round(Math.abs(ahead) / minute);
  const message = `The clock of this computer is ${minutes} minutes ${ahead > 0 ? "behind" : "ahead of"} the service.`;
  const found = problem("clock-off", message, "Set the clock. Dates and limits depend on it.", { severity: "warning" });
  return faulty("clock", "Clock", found, facts);
}

/** Never shows the token; the expiry is read from the token itself. */
export async function tokenCheck(
  settings: Settings,
  profile: ServiceProfile,
  { now, onlyReads }: { readonly now: number; readonly onlyReads: boolean },
): Promise<Check> {
  const client = await clientFor(settings, profile);
  if (!client.ok) return faulty("token", "Token", client.problems[0]);
  if (client.value) return clientCheck(client.value, settings, profile);
  const found = await tokenFor(settings, profile);
  if (!found.ok && onlyReads && found.problems[0].code === "no-token")
    return skipped("token", "Token", "none: not needed to read the journal");
  if (!found.ok) return faulty("token", "Token", found.problems[0]);
  const { from, token, warnings } = found.value;
  const end = tokenEnd(token);
  const renewal = from === "keychain" || from === "file" ? `then ${suggest`login`}.` : `and set ${from} to it.`;
  const facts = { from, origin: profile.origin, ends: end?.toISOString() ?? null };
  if (end !== undefined && end.getTime() <= now) {
    const message = `The token expired on ${gulfTime(end.getTime()).slice(0, 16)} (Gulf time).`;
    return faulty("token", "Token", problem("token-refused", message, `Get a new token, ${renewal}`), facts);
  }
  const [warning] = warnings;
  if (warning) return faulty("token", "Token", warning, facts);
  const says = `${tokenWords(from)}, for ${tokenOf(from, settings, profile)}`;
  if (end === undefined) return fine("token", "Token", `${says}; it does not say when it expires`, facts);
  const until = gulfTime(end.getTime()).slice(0, 10);
  if (end.getTime() - now < 7 * day) {
    const ending = problem("token-ending", `The token expires on ${until}.`, `Get a new token in time, ${renewal}`, {
      severity: "warning",
    });
    return faulty("token", "Token", ending, facts);
  }
  return fine("token", "Token", `${says}, until ${until}`, facts);
}

function tokenOf(from: string, settings: Settings, profile: ServiceProfile): string {
  const isKept = from === "keychain" || from === "file";
  const isOwn = isKept && isOwnPlace(tokenPlace(settings, profile));
  return isOwn ? `the profile ${profile.name} at ${profile.origin} alone` : profile.origin;
}

/** Does not report an expired token, because selfbill renews the tokens of a client itself. */
async function clientCheck(client: FoundClient, settings: Settings, profile: ServiceProfile): Promise<Check> {
  const { id, from, warnings } = client;
  const kept = await fetchedFor(settings, tokenPlace(settings, profile), id);
  const ends = kept?.end === undefined ? null : new Date(kept.end).toISOString();
  const facts = { from, origin: profile.origin, ends, client_id: id };
  const [warning] = warnings;
  if (warning) return faulty("token", "Token", warning, facts);
  return fine(
    "token",
    "Token",
    `fetched as client ${id} for ${tokenOf(from, settings, profile)}; secret ${tokenWords(from)}`,
    facts,
  );
}

/** Checks whether the service accepts the token; does not create or change anything. */
export async function accessCheck(words: ConnectionWords, desk: Desk): Promise<Check> {
  const connection = await desk.connect(words);
  if (!connection.ok) return faulty("access", "Access", connection.problems[0]);
  const refused = await refusal(connection.value);
  const { businessProfileId } = connection.value;
  const facts = { business_profile_id: businessProfileId };
  if (refused) return faulty("access", "Access", refused, facts);
  return fine("access", "Access", `the service accepts the token for ${businessProfileId}`, facts);
}

/** An id that no document has; used to test whether the token is accepted. */
const noDocument = "selfbill-doctor";

/**
 * Returns a problem if the service cannot be used with the token; only a warning if it accepts the token, but lacks the
 * extras that the profile says it has.
 */
export async function refusal({ service, profile, businessProfileId }: Connection): Promise<Problem | undefined> {
  if (!profile.extras) return refusalOfSix(service);
  const answer = await service.businessProfile(businessProfileId);
  if (answer.ok) return undefined;
  const [found] = answer.problems;
  if (found.code === "status-forbidden") return undefined;
  const what = "lists, documents and business profiles";
  const missing = found.code === "not-found" ? await extrasMissing(service, what, profile.name) : undefined;
  if (missing === undefined) return found;
  return (await refusalOfSix(service)) ?? { ...missing, severity: "warning" };
}

async function refusalOfSix(service: Connection["service"]): Promise<Problem | undefined> {
  const answer = await service.status("credit-note", noDocument);
  if (answer.ok) return undefined;
  const [found] = answer.problems;
  return found.code === "status-forbidden" || found.code === "not-found" ? undefined : found;
}
