import { isJsonObject, type JsonValue, parseJson } from "../../json/index.ts";
import { arrivesWhole, type LoggedRequest } from "../../sandbox/index.ts";

/**
 * Returns the complete 200 and 201 answers as JSON, with undefined for each one that cannot be read here, for instance
 * because the log has only part of it.
 */
function answersOf(seen: readonly LoggedRequest[]): (JsonValue | undefined)[] {
  return seen.flatMap(({ status, fault, answer }) => {
    if ((status !== 200 && status !== 201) || !arrivesWhole(fault)) return [];
    const read = parseJson(answer);
    return [read.ok ? read.value : undefined];
  });
}

/** Finds the document with this id in an answer, which may be the document itself or a list of documents. */
function documentIn(value: JsonValue | undefined, id: string) {
  if (!isJsonObject(value)) return undefined;
  const all = Array.isArray(value.content) ? value.content : [value];
  return all.find((each) => isJsonObject(each) && each.id === id);
}

/**
 * Returns every overall status that the service gave for a document, oldest first, with undefined for an answer without
 * one. The whole result is undefined if an answer could not be read here.
 */
export function statusesTold(seen: readonly LoggedRequest[], id: string): (string | undefined)[] | undefined {
  const about = seen.filter(({ answer }) => answer.includes(id));
  const answers = answersOf(about);
  if (answers.includes(undefined)) return undefined;
  return answers.flatMap((value) => {
    const found = documentIn(value, id);
    if (!isJsonObject(found) || !("meta_info" in found)) return [];
    const { meta_info } = found;
    const status = isJsonObject(meta_info) ? meta_info.peppol_status : undefined;
    const overall = isJsonObject(status) ? status.overall_status : undefined;
    return [typeof overall === "string" ? overall : undefined];
  });
}

/**
 * Whether the client could know the outcome: an answer contained the created document or, if none was created, every
 * answer refused it.
 */
export function wasTold(seen: readonly LoggedRequest[], ids: readonly string[]): boolean {
  if (ids.length > 0) return ids.some((id) => answersOf(seen).some((value) => documentIn(value, id) !== undefined));
  const sent = seen.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"));
  return sent.length > 0 && sent.every(({ status }) => status !== null && [400, 401, 403, 413].includes(status));
}
