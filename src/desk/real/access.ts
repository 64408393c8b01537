import type { Caller } from "../../journal/index.ts";
import { map, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Pace, ServiceAccess } from "../../send/index.ts";
import {
  clientFor,
  type FoundClient,
  fetchedFor,
  keepFetched,
  type ServiceProfile,
  type Settings,
  tokenEnd,
  tokenFor,
  tokenPlace,
} from "../../settings/index.ts";
import type { Connection } from "../index.ts";
import { callerOf } from "./caller.ts";
import { renewingService, wasTokenEnded } from "./renewing-service.ts";
import { Tokens } from "./tokens.ts";

export interface AccessParts {
  readonly environment: ServiceAccess["environment"];
  /** Version for the User-Agent header. */
  readonly version: string;
  readonly trace: ServiceAccess["trace"];
  /** Called while waiting for an answer. */
  readonly waiting: () => void;
  readonly noWait: boolean;
  readonly say: (line: string) => void;
  readonly pause: (milliseconds: number) => Promise<boolean>;
  /** Shows warnings about a token or a secret. */
  readonly warn: (problems: readonly Problem[]) => void;
  /** Tokens by service and client, kept because a command may connect more than once. */
  readonly known: Map<string, Tokens>;
}

type AccessWords = Pick<AccessParts, "environment" | "version" | "trace"> &
  Partial<Pick<AccessParts, "waiting">> &
  Pick<ServiceAccess, "inside">;

export interface SignedIn {
  /** Opens the service once the rate limit is known. */
  readonly open: (pace: Pace | undefined) => Pick<Connection, "service" | "renewed">;
  readonly caller: Caller;
}

/**
 * Uses a given token, or fetches one for the client. Problems: any settings problem, any network-option problem, any
 * token-fetching problem.
 */
export async function signInTo(
  profile: ServiceProfile,
  settings: Settings,
  parts: AccessParts,
): Promise<Result<SignedIn>> {
  const client = await clientFor(settings, profile);
  if (!client.ok) return client;
  if (client.value !== undefined) return asClient(client.value, profile, settings, parts);
  const found = await tokenFor(settings, profile);
  if (!found.ok) return found;
  parts.warn(found.value.warnings);
  const { token, from } = found.value;
  return serviceWithToken(token, profile, parts, from === "keychain" || from === "file" ? undefined : from);
}

/** Prepares the service for a given token. Problems: any network-option problem. */
export async function serviceWithToken(
  token: string,
  profile: ServiceProfile,
  parts: AccessWords,
  tokenVariable?: string,
): Promise<Result<SignedIn>> {
  const { openService } = await import("../../send/index.ts");
  const access = await accessOf(profile, parts);
  const caller = callerOf(profile, { token });
  return map(access, (value) => ({
    caller,
    open: (pace) => ({ service: openService({ ...value, token, tokenVariable, pace }) }),
  }));
}

async function asClient(
  client: FoundClient,
  profile: ServiceProfile,
  settings: Settings,
  parts: AccessParts,
): Promise<Result<SignedIn>> {
  const { fetchToken, openService } = await import("../../send/index.ts");
  const access = await accessOf(profile, parts);
  if (!access.ok) return access;
  parts.warn(client.warnings);
  const { origin } = profile;
  const place = tokenPlace(settings, profile);
  const made = new Tokens({
    origin,
    kept: () => fetchedFor(settings, place, client.id),
    keep: (token) => keepFetched(settings, place, client.id, token),
    async ask() {
      const secret = await client.secret();
      if (!secret.ok) return { ok: false, problems: [secret.problems[0]] };
      const tokenVariable = client.from.startsWith("SELFBILL_") ? "SELFBILL_CLIENT_ID" : undefined;
      return fetchToken({ ...access.value, tokenVariable }, { id: client.id, secret: secret.value });
    },
    endOf: tokenEnd,
    wait: async (milliseconds) => {
      if (parts.noWait) return false;
      parts.say(`Waiting for the service's next token: ${Math.ceil(milliseconds / 1000)} seconds.`);
      return parts.pause(milliseconds);
    },
    now: Date.now,
  });
  const key = `${place} ${client.id}`;
  const tokens = parts.known.get(key) ?? made;
  parts.known.set(key, tokens);
  return map(await tokens.token(), () => ({
    caller: callerOf(profile, { clientId: client.id }),
    open: (pace) => ({
      service: renewingService((token) => openService({ ...access.value, token, pace }), tokens),
      renewed: async (problems) => wasTokenEnded(problems) && (await tokens.token()).ok,
    }),
  }));
}

async function accessOf(profile: ServiceProfile, parts: AccessWords) {
  const { networkFrom } = await import("../../send/index.ts");
  return map(networkFrom(parts.environment), (network) => ({
    baseUrl: profile.baseUrl,
    serviceVersion: profile.serviceVersion,
    versionHeader: profile.versionHeader,
    clientVersion: parts.version,
    environment: parts.environment,
    trace: parts.trace,
    waiting: parts.waiting,
    inside: parts.inside,
    ...network,
  }));
}

export function noBusinessProfile(): Problem {
  const hint = "selfbill profile set NAME --business-profile ID, or SELFBILL_BUSINESS_PROFILE_ID.";
  return problem("no-profile", "The profile names no business profile.", hint);
}
