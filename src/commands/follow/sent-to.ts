import { objectNamed, textNamed } from "../../contract/index.ts";
import { isDay } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import type { DocumentName, SentTo } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { networkAddress } from "../../suppliers/index.ts";

/** Returns the address that the service shows; undefined without an address or an issue date. */
export function shownAddress(shown: JsonObject | undefined, id: string): SentTo | undefined {
  const address = addressOf(shown);
  const day = textNamed(shown ?? {}, "issueDate")?.slice(0, 10) ?? "";
  return address && isDay(day) ? { address, day, called: textNamed(shown ?? {}, "documentNumber") ?? id } : undefined;
}

/** Returns the address in the content as sent; undefined if the content was not stored. Problem: `journal-unusable`. */
export async function keptAddress(
  { account, id }: DocumentName,
  journal: Pick<Journal, "tries" | "kept">,
): Promise<Result<SentTo | undefined>> {
  const past = await journal.tries.last(
    "id",
    id,
    ({ state, intent }) => state === "created" && intent.account === account,
  );
  if (!past.ok || past.value === undefined) return past.ok ? ok(undefined) : past;
  const { intent, documentNumber = id } = past.value;
  const body = await journal.kept(intent.bodyHash);
  if (!body.ok) return body;
  const read = body.value === undefined ? undefined : parseJson(body.value);
  const address = read?.ok && isJsonObject(read.value) ? addressOf(read.value) : undefined;
  return ok(address === undefined ? undefined : { address, day: intent.issueDate, called: documentNumber });
}

function addressOf(document: JsonObject | undefined): string | undefined {
  const party = objectNamed(document ?? {}, "accountingSupplierParty") ?? {};
  const [id, scheme] = ["endpointId", "endpointSchemeId"].map((name) => textNamed(party, name));
  return networkAddress({ endpoint_id: id, endpoint_scheme_id: scheme });
}
