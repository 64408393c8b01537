import type { DocumentKind } from "../../document/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Services } from "../endpoint.ts";
import { acceptDocument } from "./accept.ts";
import { createDocument } from "./create-document.ts";
import { sameContent } from "./cross-checks.ts";

/**
 * Creates the initial documents, except those that already exist, judging by number or content. Problem:
 * `sandbox-unusable`, for the first document that is rejected.
 */
export async function createSeeds(seeds: readonly string[], services: Services): Promise<Result<void>> {
  for (const [place, body] of seeds.entries()) {
    const parsed = parseJson(body);
    const object = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    const kind = kindOf(object);
    if (exists(object, kind, services)) continue;
    const params = { business_profile_id: services.account.profileId };
    const version = services.settings.defaultVersion;
    const call = { params, query: new URLSearchParams(), version, headers: {}, body };
    const { status, body: answer } = await createDocument(kind, call, services);
    if (status === 201) continue;
    const message = `Document ${place + 1} to begin with was refused: ${reasons(String(answer))}`;
    return fail(problem("sandbox-unusable", message, "Correct it or leave it out. The sandbox was not started."));
  }
  return ok(undefined);
}

/** Determines the kind: only credit notes have a reason or a credit note type code. */
function kindOf({ discrepancy_response: reason, credit_note_type_code: code }: JsonObject): DocumentKind {
  return reason != null || code != null ? "credit-note" : "invoice";
}

function exists(body: JsonObject, kind: DocumentKind, { store, account, profileOf, settings }: Services): boolean {
  const number = body.document_number;
  if (typeof number === "string" && number.trim() !== "") return store.hasNumber(number);
  const profile = profileOf(account.profileId);
  if (profile === undefined) return false;
  const { defaultVersion: version, strict } = settings;
  const accepted = acceptDocument(body, { kind, version, profile, strict, numberTaken: () => false });
  return accepted.ok && sameContent(accepted.document, kind, store) !== undefined;
}

function reasons(answer: string): string {
  const parsed = parseJson(answer);
  const errors = parsed.ok && isJsonObject(parsed.value) ? parsed.value.errors : undefined;
  if (!isJsonObject(errors)) return answer;
  return Object.entries(errors)
    .map(([field, says]) => (field === "message" ? String(says) : `${field}: ${says}`))
    .join(" ");
}
