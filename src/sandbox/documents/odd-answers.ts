import { createHash } from "node:crypto";
import type { Endpoint } from "../../contract/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, parseJson, writeJson } from "../../json/index.ts";
import type { Call } from "../endpoint.ts";
import type { Reply } from "../reply.ts";
import type { Store } from "../store.ts";

/**
 * With `--odd-answers`, the sandbox does what the service's description leaves open: ids that are no UUIDs, and answers
 * without members that the description does not promise. Everything is worked out from the seed and the document's
 * sequence, so nothing of it is stored, and a document answers the same each time.
 */

/** Ids by the document's sequence. No two of them are the same text, because they would share their path. */
const shapes: readonly ((at: number) => string | JsonNumber)[] = [
  (at) => new JsonNumber(String(at)),
  (at) => new JsonNumber(`90071992547409${String(at).padStart(6, "0")}`),
  (at) => `00${at}`,
  (at) => `d/ö ${at}#?`,
  (at) => `urn:uuid:6F0D${at}`,
  (at) => `INV.2026.${at}`,
  // Ids that differ by case alone.
  (at) => `${at % 2 === 0 ? "Doc" : "dOC"}-${Math.floor(at / 2)}-x`,
  (at) => `../${at}`,
  (at) => `مستند ${at}`,
  (at) => `it's "${at}"`,
  (at) => `con.${at}`,
  (at) => `${"long-".repeat(100)}${at}`,
  (at) => `%2e%2e%2F${at}`,
];

/** Which parts a document's answers lack. */
interface Left {
  readonly number: boolean;
  readonly totals: "all" | "root" | "inner" | "none";
  readonly meta: "told" | "null" | "absent";
  readonly xml: "base64" | "plain";
}

const draw = <T>(choices: readonly T[], ...of: (string | number)[]): T => {
  const hash = createHash("sha256").update(of.join("\n")).digest();
  return choices[hash.readUInt32BE(0) % choices.length] as T;
};

function leftOf(seed: number, at: number): Left {
  return {
    number: draw([true, false], seed, at, "number"),
    totals: draw(["all", "root", "inner", "none"], seed, at, "totals"),
    meta: draw(["told", "told", "null", "absent"], seed, at, "meta"),
    xml: draw(["base64", "plain"], seed, at, "xml"),
  };
}

/** Members that no answer about a document has. */
export const alwaysLeftOut = [
  "org_id",
  "document_status",
  "document_source",
  "is_phase2_document",
  "custom_data",
  "tax_breakdown",
];

function oddId(seed: number, at: number): string | JsonNumber {
  // Two neighbours share a shape, so that there are pairs that differ by case alone.
  return draw(shapes, seed, Math.floor(at / 2), "id")(at);
}

/** The ids of one store by their text in a path, made as far as documents were asked for. */
const known = new WeakMap<Store, { readonly seed: number; readonly byId: Map<string, number>; upTo: number }>();

function sequenceOf(id: string, seed: number, store: Store): number | undefined {
  let made = known.get(store);
  if (made?.seed !== seed) made = { seed, byId: new Map(), upTo: 0 };
  known.set(store, made);
  const last = store.lastSequence();
  for (; made.upTo < last; made.upTo++) made.byId.set(String(oddId(seed, made.upTo + 1)), made.upTo + 1);
  return made.byId.get(id);
}

/** Puts the document's own id in place of the odd one. Only the odd one is known: the others do not exist. */
export function withOwnId(call: Call, { kind }: Endpoint, seed: number, store: Store): Call {
  const { id } = call.params;
  if (id === undefined || kind === "sales-credit-note") return call;
  const at = sequenceOf(id, seed, store);
  const own = at === undefined ? undefined : store.idAt(at);
  return { ...call, params: { ...call.params, id: own ?? `no document ${id}` } };
}

/** Rewrites an answer about documents; every other one stays as it is. */
export function oddReply(reply: Reply, endpoint: Endpoint, seed: number, store: Store): Reply {
  if (endpoint.kind === "none" || endpoint.kind === "sales-credit-note") return reply;
  if (reply.status >= 300 || reply.type !== "application/json" || typeof reply.body !== "string") return reply;
  const parsed = parseJson(reply.body);
  if (!parsed.ok) return reply;
  const value = parsed.value;
  const odd = (one: JsonValue): JsonValue => oddValue(one, seed, store);
  const changed =
    isJsonObject(value) && Array.isArray(value.content) ? { ...value, content: value.content.map(odd) } : odd(value);
  return { ...reply, body: writeJson(changed) };
}

function oddValue(value: JsonValue, seed: number, store: Store): JsonValue {
  if (Array.isArray(value)) return value.map((each) => (isJsonObject(each) ? oddEntry(each, seed, store) : each));
  if (typeof value === "string") {
    const at = store.sequenceOf(value);
    return at === undefined ? value : oddId(seed, at);
  }
  if (!isJsonObject(value)) return value;
  const at = typeof value.documentUuid === "string" ? store.sequenceOf(value.documentUuid) : undefined;
  if (at !== undefined) return leftOf(seed, at).xml === "plain" ? plainXml(value) : value;
  return typeof value.id === "string" ? oddDocument(value, value.id, seed, store) : value;
}

function oddDocument(document: JsonObject, id: string, seed: number, store: Store): JsonObject {
  const at = store.sequenceOf(id);
  if (at === undefined) return document;
  const left = leftOf(seed, at);
  const inner = isJsonObject(document.totals) ? document.totals : {};
  const names = left.totals === "inner" || left.totals === "none" ? Object.keys(inner) : [];
  const gone = [
    ...names,
    ...(left.totals === "root" || left.totals === "none" ? ["totals"] : []),
    ...(left.number ? ["document_number"] : []),
    ...(left.meta === "absent" ? ["meta_info"] : []),
    ...alwaysLeftOut,
  ];
  const kept = Object.fromEntries(Object.entries(document).filter(([name]) => !gone.includes(name)));
  return { ...kept, id: oddId(seed, at), ...(left.meta === "null" ? { meta_info: null } : {}) };
}

/** Entries of a log keep only what the description names. */
function oddEntry(entry: JsonObject, seed: number, store: Store): JsonObject {
  const at = typeof entry.document_uuid === "string" ? store.sequenceOf(entry.document_uuid) : undefined;
  if (at === undefined || !leftOf(seed, at).number) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

/** Writes the documents within a status as XML, not as Base64. */
function plainXml(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]): [string, JsonValue | undefined] => {
      if (isJsonObject(value)) return [name, plainXml(value)];
      const isXml = /^documentxml$/i.test(name) && typeof value === "string";
      return [name, isXml ? Buffer.from(value, "base64").toString("utf8") : value];
    }),
  );
}
