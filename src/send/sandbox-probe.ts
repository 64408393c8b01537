import { isJsonObject, parseJson } from "../json/index.ts";
import { defaultPatience } from "./access.ts";
import { exchange } from "./exchange.ts";

/** Where a sandbox tells that it is one, without a token. */
const path = "/sandbox";
/** What it calls itself. */
const itself = "selfbill sandbox";
/** A sandbox answers from this computer at once; milliseconds. */
const patience = {
  ...defaultPatience,
  connect: 2_000,
  pauses: [],
  head: 2_000,
  idle: 2_000,
  whole: 4_000,
  answerBytes: 4_096,
};

/** What listens behind an address of this computer. */
export type Behind =
  | { readonly is: "sandbox"; readonly id: string }
  /** Something that does not say so: a service at the other end of a tunnel, perhaps. */
  | { readonly is: "other" }
  | { readonly is: "nobody" };

/** Asks what listens there. It is told nothing: no token, no id. Never throws. */
export async function whatIsBehind(baseUrl: string, clientVersion: string): Promise<Behind> {
  const url = new URL(baseUrl);
  const headers = {
    "user-agent": `selfbill/${clientVersion}`,
    accept: "application/json",
    "accept-encoding": "identity",
  };
  const request = { method: "GET", path: url.pathname.replace(/\/$/, "") + path, headers } as const;
  const answer = await exchange(request, { origin: url.origin, patience });
  if (!answer.armed && answer.failure?.kind === "connect") return { is: "nobody" };
  const id = answer.status === 200 && answer.complete ? idIn(answer.body) : undefined;
  return id === undefined ? { is: "other" } : { is: "sandbox", id };
}

function idIn(body: Uint8Array): string | undefined {
  const json = parseJson(new TextDecoder().decode(body));
  if (!json.ok || !isJsonObject(json.value)) return undefined;
  const { service, id } = json.value;
  return service === itself && typeof id === "string" && /^[A-Z0-9]{1,64}$/.test(id) ? id : undefined;
}
