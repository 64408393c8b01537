import type { DocumentKind } from "../../document/index.ts";
import { dayInUae } from "../clock.ts";
import type { Call, Services } from "../endpoint.ts";
import { isDate, paginate, readPaging } from "../page.ts";
import { fieldErrors, json, type Reply } from "../reply.ts";

/**
 * Answers with the ids of the documents created on a day (UAE time, gap G-11), newest first (endpoint 11). Source:
 * contract §2.
 */
export function listUuids(kind: DocumentKind, { query }: Call, { store }: Services): Reply {
  const paging = readPaging(query);
  const day = query.get("created_on") ?? "";
  if (!isDate(day)) paging.errors.set("created_on", "created_on is mandatory, a date written YYYY-MM-DD");
  if (paging.errors.size > 0) return fieldErrors(paging.errors);
  const { from, before } = dayInUae(day);
  return json(200, paginate(store.idsCreated(kind, from, before), paging));
}
