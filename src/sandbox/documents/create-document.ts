import type { DocumentKind } from "../../document/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { fieldErrors, json, message, type Reply } from "../reply.ts";
import { atCreation } from "../state.ts";
import { acceptDocument, numberIsTaken } from "./accept.ts";
import { documentAnswer } from "./answer.ts";
import { crossErrors } from "./cross-checks.ts";
import { namingIgnored } from "./ignored-fields.ts";
import { editionNow, networkFailures, treeOf } from "./network-check.ts";

/** Endpoints 1 and 2. The document is on disk before the answer is written. Source: contract §1.4, §2, §11. */
export async function createDocument(kind: DocumentKind, call: Call, services: Services): Promise<Reply> {
  const body = documentBody(call.body);
  if (!body.ok) return body.reply;
  const profileId = call.params.business_profile_id ?? "";
  const profile = services.profileOf(profileId);
  if (!profile) return message(400, `No business profile exists with id ${profileId}`);
  const accepted = acceptDocument(body.object, {
    kind,
    version: call.version,
    profile,
    strict: services.settings.strict,
    numberTaken: (number) => services.store.hasNumber(number),
  });
  const { ignored } = accepted;
  if (!accepted.ok) return namingIgnored(fieldErrors(accepted.errors), ignored);
  const id = services.newId();
  const { document } = accepted;
  const judge = (numbered: typeof document) =>
    networkFailures(treeOf(kind, numbered, id, profile), editionNow(services));
  let wrong = new Map<string, string>();
  const allowed = (): boolean => {
    wrong = crossErrors(document, kind, services);
    return wrong.size === 0;
  };
  const given = { id, kind, profileId, version: call.version, document, judge, allowed };
  const stored = await services.store.add(given, services.now());
  if (!stored) return wrong.size > 0 ? fieldErrors(wrong) : takenNumber(document.document_number);
  const { phase2 } = services.settings;
  const answer = documentAnswer(stored, { orgId: services.account.orgId, profile, phase2, status: atCreation });
  return namingIgnored(json(201, answer), ignored);
}

/** Returns the answer for a number that another process took between the check and the write. */
export function takenNumber(number = ""): Reply {
  return fieldErrors(new Map([["document_number", numberIsTaken(number)]]));
}

/** Returns the body as an object, or a 400 if it is not one. */
export function documentBody(text: string): { ok: true; object: JsonObject } | { ok: false; reply: Reply } {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const [{ message: sentence, where }] = parsed.problems;
    const place = where?.line === undefined ? "" : ` (line ${where.line}, column ${where.column})`;
    return { ok: false, reply: message(400, `The request body cannot be read${place}: ${sentence}`) };
  }
  if (isJsonObject(parsed.value)) return { ok: true, object: parsed.value };
  return { ok: false, reply: message(400, "The request body must be a JSON object") };
}
