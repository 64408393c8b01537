import {
  openPolicy,
  type Policy,
  readPolicy,
  type SignedPolicy,
  type SigningKey,
  sealPolicy,
} from "../../approval/index.ts";
import type { Desk } from "../../desk/index.ts";
import { isJsonObject, parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { decode, readValues } from "../../read/index.ts";

export interface ReadyPolicy extends SignedPolicy {
  readonly envelope: string;
}

export interface Signer {
  /** Undefined if no key was given. */
  key(): Promise<Result<SigningKey> | undefined>;
  /** Returns the business profile for a policy that names none. */
  businessProfile(): Promise<Result<string>>;
}

export async function policyFrom(file: string, signer: Signer, desk: Desk): Promise<Result<ReadyPolicy>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, file);
  if (!text.ok) return text;
  const json = parseJson(text.value);
  if (json.ok && isJsonObject(json.value) && "payloadType" in json.value) {
    const signed = openPolicy(json.value);
    if (signed) return ok({ ...signed, envelope: writeJson(json.value) });
    const message = `${file} is not a policy, or was changed after its owner signed it.`;
    const hint = `Ask the owner for the file as ${suggest`policy sign`} wrote it.`;
    return fail(problem("policy-not-valid", message, hint, { where: { file } }));
  }
  const values = readValues(bytes.value, file);
  if (!values.ok) return values;
  const { business_profile: one, business_profiles: several } = values.value.values;
  const named = one === undefined && several === undefined ? await signer.businessProfile() : ok(undefined);
  if (!named.ok) return named;
  const own = named.value === undefined ? {} : { business_profile: named.value };
  const policy = readPolicy({ ...values.value.values, ...own }, file);
  if (!policy.ok) return policy;
  const owner = await signer.key();
  if (owner === undefined) return fail(problem("bad-usage", `${file} is not signed.`, "Add --key OWNER.key."));
  return owner.ok ? signedNow(policy.value, owner.value, file) : owner;
}

function signedNow(policy: Policy, owner: SigningKey, file: string): Result<ReadyPolicy> {
  const envelope = sealPolicy(policy, owner);
  const signed = openPolicy(envelope);
  if (signed) return ok({ ...signed, envelope: writeJson(envelope) });
  return fail(problem("policy-not-valid", `${file} could not be signed.`, "Correct it.", { where: { file } }));
}
