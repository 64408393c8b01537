import type { Database } from "../../database/index.ts";
import { endedWith } from "../server/company-rights.ts";
import type { keptTexts } from "../store/kept-texts.ts";
import type { HandedRequest, QueuedDecision, QueuedRequest } from "./queue.ts";

/** Selects requests that were recorded with their documents: only their notes name a file. */
const isQueued = "type = 'requested' AND data::jsonb->>'file' IS NOT NULL";

/** Selects the keys of a request's documents, except those that an attempt created or may have created. */
const unsentOf = `SELECT jsonb_agg(key ORDER BY place) FROM jsonb_array_elements_text(asked.data::jsonb->'keys') WITH ORDINALITY AS each (key, place)
  WHERE NOT EXISTS (SELECT 1 FROM record AS armed WHERE armed.account = asked.data::jsonb->>'account' AND armed.key = each.key
    AND armed.type = 'armed' AND coalesce((SELECT last.data::jsonb->>'verdict' FROM record AS last
      WHERE last.attempt = armed.attempt AND last.type IN ('result', 'resolved') ORDER BY last.sequence DESC LIMIT 1), 'in-doubt')
      IN ('created', 'in-doubt'))`;

/** Whether the request was marked as done: by `selfbill due HASH --done REASON`, or by a purge of its file. */
const isDealtWith = `EXISTS (SELECT 1 FROM note AS said WHERE said.type = 'dealt-with'
  AND said.data::jsonb->>'id' = asked.data::jsonb->>'request' AND said.data::jsonb->>'what' = 'approval')`;

/** A request ends when its requester leaves the team. */
const isRequestEnded = (database: Database): string => `EXISTS (SELECT 1 FROM note AS asked WHERE type = 'requested'
  AND asked.data::jsonb->>'request' = said.data::jsonb->>'request' AND ${endedWith(database, "asked")})`;

interface Rows {
  readonly database: Database;
  readonly kept: Pick<ReturnType<typeof keptTexts>, "find">;
}

/** Reads the approval queue, which is empty unless the journal is on a server. */
export function queueRows({ database, kept }: Rows) {
  const none = database.engine === "sqlite";
  return {
    /** The database user of this session. */
    me: (): string | undefined => (none ? undefined : String(database.get("SELECT session_user AS name")?.name)),
    open(): QueuedRequest[] {
      if (none) return [];
      const sql = `SELECT * FROM (SELECT sequence, at, writer, data, (${unsentOf}) AS unsent FROM note AS asked
        WHERE ${isQueued} AND NOT ${isDealtWith} AND NOT ${endedWith(database, "asked")}) AS found WHERE unsent IS NOT NULL ORDER BY sequence`;
      const rows = database.all(sql);
      const requests = rows.map(({ data }) => String(parsed(data).request));
      const decisions = decisionsOf({ database, kept }, requests);
      const handed = handedTo(database, requests);
      return rows.map((row) => {
        const { request, file, keys, names } = parsed(row.data);
        return {
          hash: String(request),
          at: String(row.at),
          writer: String(row.writer),
          file: String(file),
          keys: texts(keys),
          names: texts(names),
          unsent: texts(typeof row.unsent === "string" ? JSON.parse(row.unsent) : row.unsent),
          decisions: decisions.get(String(request)) ?? [],
          handedTo: handed.get(String(request)),
        };
      });
    },
    decisionsOn(key: string): string[] {
      if (none) return [];
      const sql = `SELECT data FROM note AS said WHERE type IN ('approved', 'rejected') AND data::jsonb->'keys' @> to_jsonb(CAST(? AS text))
        AND (type = 'rejected' OR NOT (${endedWith(database, "said")} OR ${isRequestEnded(database)})) ORDER BY sequence`;
      return database.all(sql, key).flatMap(({ data }) => {
        const { file } = parsed(data);
        return typeof file === "string" ? (kept.find(file) ?? []) : [];
      });
    },
    myName(): string | undefined {
      if (none) return undefined;
      const sql = `SELECT data FROM note WHERE writer = session_user AND type IN ('requested', 'approved', 'rejected')
        ORDER BY sequence DESC LIMIT 1`;
      const [row] = database.all(sql);
      const by = row && parsed(row.data).by;
      const name = typeof by === "object" && by !== null && "name" in by ? by.name : by;
      return typeof name === "string" ? name : undefined;
    },
  };
}

function decisionsOf({ database, kept }: Rows, requests: readonly string[]): Map<string, QueuedDecision[]> {
  const found = new Map<string, QueuedDecision[]>();
  if (requests.length === 0) return found;
  const sql = `SELECT at, type, writer, data FROM note AS said WHERE type IN ('approved', 'rejected')
      AND (type = 'rejected' OR NOT ${endedWith(database, "said")}) AND data::jsonb->>'request' = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(? AS jsonb)))) ORDER BY sequence`;
  for (const { at, type, writer, data } of database.all(sql, JSON.stringify(requests))) {
    const { request, file } = parsed(data);
    const decision: QueuedDecision = {
      at: String(at),
      writer: String(writer),
      isRejection: type === "rejected",
      text: typeof file === "string" ? kept.find(file) : undefined,
    };
    found.set(String(request), [...(found.get(String(request)) ?? []), decision]);
  }
  return found;
}

/** The approver to whom each request was last handed, keyed by request. */
function handedTo(database: Database, requests: readonly string[]): Map<string, HandedRequest> {
  const sql = `SELECT data FROM note AS said WHERE type = 'handed-to' AND NOT ${endedWith(database, "said")}
      AND data::jsonb->>'request' = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(? AS jsonb)))) ORDER BY sequence`;
  const notes = requests.length === 0 ? [] : database.all(sql, JSON.stringify(requests));
  return new Map(
    notes.map(({ data }) => {
      const { request, to, key, by } = parsed(data);
      return [String(request), { name: String(to), key: String(key), by: String(by) }] as const;
    }),
  );
}

function parsed(data: unknown): Record<string, unknown> {
  return JSON.parse(String(data));
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
