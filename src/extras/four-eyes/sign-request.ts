import { type ApprovalRequest, openRequest, overLimit, sealRequest, supplierIsNew } from "../../approval/index.ts";
import type { Checked } from "../../commands/create/check-documents.ts";
import type { Desk } from "../../desk/index.ts";
import { formatAmount, money } from "../../document/index.ts";
import { isJsonObject, type JsonObject, parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { accountRecords } from "./known-accounts.ts";
import type { Requesting } from "./requester.ts";

export interface MadeRequest {
  readonly request: ApprovalRequest;
  readonly hash: string;
  readonly envelope: JsonObject;
  readonly contents: readonly string[];
}

/**
 * Signs a request for the approval of these documents, which must be valid. Problems: `approval-invalid` for a document
 * above one of the person's limits; `fault`.
 */
export function signedRequest(
  all: readonly Checked[],
  { person, key, policy, profile, account }: Requesting,
  {
    sendAnyway,
    now,
    isNew,
  }: { readonly sendAnyway: boolean; readonly now: Date; readonly isNew: ReadonlySet<Checked> },
): Result<MadeRequest> {
  const { businessProfileId, businessProfile, serviceVersion, rulesEdition } = profile;
  const documents: ApprovalRequest["documents"] = [];
  const contents: string[] = [];
  const day = now.toISOString().slice(0, 10);
  for (const each of all) {
    const { file, kept, sums, key: content, held } = each;
    if (kept?.bodyText === undefined || sums === undefined || content === undefined) continue;
    const gross = formatAmount(sums.grossInAed);
    // Daily limits are checked when sending.
    const over = overLimit(person, { grossInAed: formatAmount(sums.counted) }, { day, spent: () => money.zero });
    if (over !== undefined) return fail(aboveLimit(file, over));
    const warnings = held.problems.map(({ code, message }) => ({ code, message }));
    if (isNew.has(each)) warnings.push(newSupplier);
    documents.push({ file, kind: held.kind, key: content, gross_aed: gross, warnings: changedFirst(warnings) });
    contents.push(contentOf(kept.bodyText, kept.corrects));
  }
  const request: ApprovalRequest = {
    by: { name: person.name, key: key.publicKey },
    at: now.toISOString(),
    policy: policy.policy.number,
    account,
    business_profile: businessProfileId,
    service_version: serviceVersion,
    ...(rulesEdition === undefined ? {} : { rules_edition: rulesEdition }),
    send_anyway: sendAnyway ? "yes" : "no",
    ...(businessProfile ? { buyer: businessProfile } : {}),
    documents,
  };
  const signed = openRequest(sealRequest(request, key), { users: true });
  if (signed) return ok({ ...signed, contents });
  return fail(problem("fault", "The request could not be signed.", "Report it, with the version."));
}

const newSupplier = {
  code: supplierIsNew,
  message: "Its supplier, or the account, was in no earlier document and not in the supplier book.",
};

/** Finds the documents with a supplier or account of which this computer has no record. */
export async function newSuppliers(all: readonly Checked[], account: string, desk: Desk): Promise<Set<Checked>> {
  const records = await accountRecords(account, desk);
  const found = new Set<Checked>();
  for (const each of all) if (each.kept?.document && (await records.check(each.kept)).isNew) found.add(each);
  return found;
}

/** Includes the id of the corrected document, so that it is approved too. */
function contentOf(bodyText: string, corrects: string | undefined): string {
  const body = corrects === undefined ? undefined : parseJson(bodyText);
  return body?.ok && isJsonObject(body.value) ? writeJson({ corrects: corrects ?? "", ...body.value }) : bodyText;
}

function changedFirst<T extends { readonly code: string }>(warnings: readonly T[]): T[] {
  const rank = ({ code }: T): number => (code === "supplier-changed" ? 0 : 1);
  return [...warnings].sort((a, b) => rank(a) - rank(b));
}

export function aboveLimit(file: string, why: string) {
  const message = `Nothing was signed: ${why}.`;
  const hint = `Somebody with a higher limit can do it: ${suggest`policy show`} lists who may do what.`;
  return problem("approval-invalid", message, hint, { where: { file } });
}
