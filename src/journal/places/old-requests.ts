import { openRequestFile } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { isJsonObject, parseJson } from "../../json/index.ts";
import { keptTexts } from "../store/kept-texts.ts";
import type { Alone } from "./alone.ts";

/** A request whose documents were all issued before a given day; its file contains them in full. */
export interface OldRequest {
  /** `request` is the SHA-256 (hex) of what was signed, `file` that of the file's content. */
  readonly request: string;
  readonly file: string;
  readonly account: string;
  /** Number of its documents that exist only in this file, because they were never recorded. */
  readonly unsent: number;
}

/**
 * Returns the requests whose documents were all issued before a given day. Leaves out requests with a document that may
 * still be in progress or in doubt.
 */
export function requestsBefore(
  { database, notes }: { readonly database: Database; readonly notes: Pick<Alone["notes"], "all"> },
  before: string,
): OldRequest[] {
  const kept = keptTexts(database);
  return notes.all().flatMap(({ type, data: { request, file, account, keys } }): OldRequest[] => {
    if (type !== "requested" || typeof file !== "string" || !Array.isArray(keys)) return [];
    const text = kept.find(file);
    const opened = text === undefined || text === "" ? undefined : openRequestFile(text, "", { users: true });
    if (!opened?.ok || !opened.value.contents.every((content) => isBefore(content, before))) return [];
    const has = (table: "record" | "unsettled", key: unknown): boolean =>
      database.get(`SELECT 1 AS found FROM ${table} WHERE account = ? AND key = ?`, String(account), String(key)) !==
      undefined;
    if (keys.some((key) => has("unsettled", key))) return [];
    const unsent = keys.filter((key) => !has("record", key)).length;
    return [{ request: String(request), file, account: String(account), unsent }];
  });
}

/** Whether a document was issued before a given day; `content` is the document as JSON text. */
function isBefore(content: string, before: string): boolean {
  const json = parseJson(content);
  const day = json.ok && isJsonObject(json.value) ? json.value.issue_date : undefined;
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) && day < before;
}
