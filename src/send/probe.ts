import { type Problem, problem } from "../problem/index.ts";
import { defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { openConnection, type Secured, securedBy } from "./connect.ts";
import { hintNotConnected, whyNotConnected } from "./in-words.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import { WireError, type WireFailure } from "./wire.ts";

/** Short time limits in milliseconds, because no document depends on a probe. */
const patience = { ...defaultPatience, pauses: [], head: 15_000, idle: 5_000, whole: 30_000, answerBytes: 65_536 };

/** Facts about a service that can be found out without a token. */
export type Probed =
  | {
      readonly is: "reached";
      /** Absent for plain http on this computer. */
      readonly secure?: Secured | undefined;
      /** The answer's `Date` minus this computer's clock, in milliseconds; absent if the answer had none. */
      readonly clockAhead?: number | undefined;
    }
  | { readonly is: "not-reached"; readonly problem: Problem };

/** The parts of `ServiceAccess` that a probe needs; none of them identifies the user. */
export type ProbeAccess = Pick<ServiceAccess, "baseUrl" | "clientVersion" | "environment" | "extraCa">;

/** Requests the base URL without a token, id or version; the content of the answer does not matter. Never throws. */
export async function probe(access: ProbeAccess): Promise<Probed> {
  const ban = forbidden(access);
  if (ban) return { is: "not-reached", problem: ban };
  const { origin, pathname } = new URL(access.baseUrl);
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience };
  let secure: Secured | undefined;
  try {
    const socket = await openConnection(route, AbortSignal.timeout(patience.whole));
    socket.on("error", () => undefined);
    secure = securedBy(socket);
    socket.destroy();
  } catch (error) {
    if (error instanceof WireError) return { is: "not-reached", problem: notReached(origin, error.failure) };
    throw error;
  }
  const headers = { "user-agent": `selfbill/${access.clientVersion}`, "accept-encoding": "identity" };
  const answer = await overNetwork({ method: "GET", path: pathname, headers }, route);
  if (answer.status === undefined && answer.failure)
    return { is: "not-reached", problem: notReached(origin, answer.failure) };
  const told = Date.parse(answer.headers.date ?? "");
  return { is: "reached", secure, clockAhead: Number.isNaN(told) ? undefined : told - Date.now() };
}

/** Returns the proxy for display, without credentials; undefined if there is no proxy. */
export function proxyOf(baseUrl: string, environment: ServiceAccess["environment"]): string | undefined {
  return proxyFor(new URL(baseUrl).origin, environment)?.origin;
}

function notReached(origin: string, failure: WireFailure): Problem {
  const cause = { code: failure.code, message: failure.message };
  return problem(
    "not-connected",
    `${origin} cannot be reached: ${whyNotConnected(failure)}.`,
    hintNotConnected(failure),
    { cause },
  );
}
