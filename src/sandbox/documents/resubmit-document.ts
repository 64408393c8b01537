import type { DocumentKind } from "../../document/index.ts";
import { statusName } from "../../states/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { fieldErrors, json, message, type Reply } from "../reply.ts";
import { acceptDocument } from "./accept.ts";
import { documentBody, takenNumber } from "./create-document.ts";
import { crossErrors } from "./cross-checks.ts";
import { namingIgnored } from "./ignored-fields.ts";
import { editionNow, networkFailures, treeOf } from "./network-check.ts";
import { answerOf, currentStatus, findDocument } from "./retrieve-document.ts";

/** Replaces a whole document after its validation failed (endpoints 12 and 13). Source: contract §2, §8.3. */
export function resubmitDocument(kind: DocumentKind, call: Call, services: Services): Reply {
  const body = documentBody(call.body);
  if (!body.ok) return body.reply;
  const profileId = call.params.business_profile_id ?? "";
  const profile = services.profileOf(profileId);
  if (!profile) return message(404, `No business profile exists with id ${profileId}`);
  const found = findDocument(kind, call.params.id ?? "", services);
  if (!found.ok) return found.reply;
  const { stored } = found;
  if (currentStatus(stored, services).overall_status !== statusName.failed) {
    return fieldErrors(new Map([["document_status", "Resubmission is possible only after a failed validation"]]));
  }
  const accepted = acceptDocument(body.object, {
    kind,
    version: call.version,
    profile,
    strict: services.settings.strict,
    numberTaken: (number) => number.trim() !== stored.number && services.store.hasNumber(number),
  });
  if (!accepted.ok) return namingIgnored(fieldErrors(accepted.errors), accepted.ignored);
  const { document, ignored } = accepted;
  const edition = editionNow(services);
  const judge = (numbered: typeof document) => networkFailures(treeOf(kind, numbered, stored.id, profile), edition);
  let wrong = new Map<string, string>();
  const allowed = (): boolean => {
    wrong = crossErrors(document, kind, services, stored.id);
    return wrong.size === 0;
  };
  const given = { id: stored.id, kind, profileId, version: call.version, document, judge, allowed };
  const replaced = services.store.replace(stored, given, services.now());
  if (!replaced) return wrong.size > 0 ? fieldErrors(wrong) : takenNumber(document.document_number);
  return namingIgnored(json(200, answerOf(replaced, services)), ignored);
}
