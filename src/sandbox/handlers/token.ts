import { createHmac, timingSafeEqual } from "node:crypto";
import { answeredAs, issuedToken } from "../../contract/index.ts";
import { issueToken } from "../account.ts";
import type { Call, Services } from "../endpoint.ts";
import { fieldErrors, json, message, type Reply } from "../reply.ts";

const day = 86_400;

/** Issues a token that is valid for a day. Source: contract §18.1. */
export function makeToken(_: "none", { query, headers }: Call, { account, now, newId }: Services): Reply {
  const clientId = query.get("client_id");
  if (!clientId) return fieldErrors(new Map([["client_id", "client_id is mandatory"]]));
  const expected = createHmac("sha256", account.clientSecret).update(account.clientId).digest("base64");
  if (clientId !== account.clientId || !isSame(String(headers["x-service-signature"] ?? ""), expected)) {
    return message(401, "The client id or its signature is wrong");
  }
  const exp = Math.floor(now() / 1000) + day;
  const token = issueToken(account.key, { iss: "selfbill-sandbox", sub: account.orgId, jti: newId(), exp });
  return json(200, answeredAs(issuedToken, { token, expires_in: day, expires_at: exp }));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
