import { isJsonObject, JsonNumber, parseJson } from "../json/index.ts";
import { defaultPatience } from "./access.ts";
import { overNetwork } from "./over-network.ts";

/** A sandbox identifies itself here, without a token. */
const path = "/sandbox";
/** The name that a sandbox reports. */
const itself = "selfbill sandbox";
/** In milliseconds: a sandbox on this computer answers quickly, unless the computer is very busy. */
const patience = {
  ...defaultPatience,
  connect: 5_000,
  pauses: [],
  head: 10_000,
  idle: 5_000,
  whole: 15_000,
  answerBytes: 4_096,
};

/** The program that is listening on a local address. */
export type Behind =
  /** `free` means that no account has a request limit. */
  | { readonly is: "sandbox"; readonly id: string; readonly free: boolean }
  /** For example, a service at the other end of a tunnel. */
  | { readonly is: "other" }
  | { readonly is: "nobody" };

/**
 * Finds out which program is listening at a local address; sends neither a token nor an id. `waiting` is called while
 * the answer is pending. Never throws.
 */
export async function whatIsBehind(baseUrl: string, clientVersion: string, waiting?: () => void): Promise<Behind> {
  const url = new URL(baseUrl);
  // A sandbox uses plain http; https on a local address means another program.
  if (url.protocol === "https:") return { is: "other" };
  const headers = {
    "user-agent": `selfbill/${clientVersion}`,
    accept: "application/json",
    "accept-encoding": "identity",
  };
  const request = { method: "GET", path: url.pathname.replace(/\/$/, "") + path, headers } as const;
  const answer = await overNetwork(request, { origin: url.origin, patience }, { waiting });
  if (!answer.armed && answer.failure?.kind === "connect") return { is: "nobody" };
  return (answer.status === 200 && answer.complete ? sandboxIn(answer.body) : undefined) ?? { is: "other" };
}

function sandboxIn(body: Uint8Array): Behind | undefined {
  const json = parseJson(new TextDecoder().decode(body));
  if (!json.ok || !isJsonObject(json.value)) return undefined;
  const { service, id, rate_limit } = json.value;
  if (service !== itself || typeof id !== "string" || !/^[A-Z0-9]{1,64}$/.test(id)) return undefined;
  return { is: "sandbox", id, free: rate_limit instanceof JsonNumber && rate_limit.text === "0" };
}
