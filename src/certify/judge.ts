import { isJsonObject, parseJson } from "../json/index.ts";
import type { ClientVerification, LoggedRequest } from "../sandbox/index.ts";
import type { CertifyCase } from "./cases.ts";

/** What a client says of itself in its last line. */
export interface Claim {
  readonly result: "created" | "not_sent" | "refused" | "in_doubt";
  readonly id: string | undefined;
  readonly status: string | undefined;
}

/** What a client did wrong. */
export type ClientFault =
  | "sent-twice"
  | "sent-again-blindly"
  | "lost-a-201"
  | "claims-too-much"
  | "misread-a-null"
  | "came-back-too-early"
  | "says-nothing";

export const faultWords: Readonly<Record<ClientFault, string>> = {
  "sent-twice": "The document was created twice.",
  "sent-again-blindly": "It was sent again although it may have been created, without a look.",
  "lost-a-201": "The document was created, and the client says that it was not.",
  "claims-too-much": "The client says that the document was created, and it was not, or under another id.",
  "misread-a-null": "The client names a status that the service did not tell.",
  "came-back-too-early": "It was sent again before the time that the 429 named.",
  "says-nothing": "The client ended without its line of JSON, or did not end.",
};

/** The results that a client may name. */
export const resultWords = ["created", "not_sent", "refused", "in_doubt"] as const;

/** The claim in the output of a client: the last line that is a JSON object with a result. */
export function claimIn(output: string): Claim | undefined {
  for (const line of output.split("\n").reverse()) {
    const read = parseJson(line);
    if (!read.ok || !isJsonObject(read.value)) continue;
    const result = resultWords.find((each) => isJsonObject(read.value) && each === read.value.result);
    if (result === undefined) continue;
    const { id, status } = read.value;
    const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
    return { result, id: text(id), status: text(status) };
  }
  return undefined;
}

/** What a client did wrong in one case; empty when nothing. */
export function judgeClient(
  { waits, statusUnknown }: CertifyCase,
  seen: readonly LoggedRequest[],
  verified: ClientVerification,
  claim: Claim | undefined,
): ClientFault[] {
  const found: ClientFault[] = [];
  const created = seen.flatMap(({ created: id }) => (id === null ? [] : [id]));
  const failed = (check: string): boolean => verified.checks.some((each) => each.check === check && !each.ok);
  if (created.length > 1) found.push("sent-twice");
  else if (failed("looks-before-resending")) found.push("sent-again-blindly");
  if (waits !== undefined && isEarly(seen, waits)) found.push("came-back-too-early");
  if (claim === undefined) return [...found, "says-nothing"];
  if (created.length > 0 && (claim.result === "not_sent" || claim.result === "refused")) found.push("lost-a-201");
  const right = claim.id === undefined || created.includes(claim.id);
  if (claim.result === "created" && (created.length === 0 || !right)) found.push("claims-too-much");
  if (statusUnknown && /^(?:APPROVED|REJECTED|VALIDATION_FAILED)$/i.test(claim.status ?? ""))
    found.push("misread-a-null");
  return found;
}

/** Whether a create came sooner after a 429 than it said; a tenth of a second is left to clocks. */
function isEarly(seen: readonly LoggedRequest[], seconds: number): boolean {
  const creates = seen.filter(({ method }) => method === "POST");
  return creates.some(({ status, at }, place) => {
    const next = creates[place + 1];
    return status === 429 && next !== undefined && next.at - at < seconds * 1000 - 100;
  });
}
