import { compareDocuments, fromAnswer, totalsOf, validationResultsOf } from "../../../src/contract/index.ts";
import { isJsonObject, parseJson } from "../../../src/json/index.ts";
import { classifyCreate } from "../../../src/send/index.ts";
import { classifyRead, type RequestContext } from "../../../src/send/read-answer.ts";
import { readers } from "../../../src/send/take-answer.ts";
import { changeJson } from "../change-json.ts";
import { counted, jsonSigns, judged, type Large, megabyte, pump, type Reader } from "../reader.ts";
import { filesOf } from "./documents.ts";

const token = "canary-4711-canary-4711";
const asked: RequestContext = { origin: "https://api.service.example", token, what: "the invoice 1", now: 0 };
/** Maximum number of bytes read from an answer. */
const most = 10 * megabyte;

const statuses = [200, 201, 302, 400, 401, 404, 409, 413, 422, 429, 500, 503];

/**
 * Reads the bytes as the answer to a create request, then to each kind of read request; the first byte selects the
 * status.
 */
function read(bytes: Buffer): string {
  const status = statuses[(bytes[0] ?? 0) % statuses.length] ?? 200;
  const body = bytes.subarray(1);
  const text = body.toString("latin1");
  const exchange = {
    armed: true,
    status,
    headers: { "retry-after": text.slice(0, 20), date: text.slice(0, 29), location: text.slice(0, 100) },
    body,
    complete: true,
  };
  const create = classifyCreate(exchange, {
    origin: asked.origin,
    token,
    success: 201,
    hasDocumentNumber: () => true,
    now: 0,
  });
  if (create.verdict === "created") takeDocument(create.body);
  judged(create.problems);
  const answer = classifyRead({ ...exchange, status: status === 201 ? 200 : status }, asked);
  if (!answer.ok) return `${create.verdict}, ${judged(answer.problems)}`;
  const taken = Object.values(readers).map((take) => (typeof take(answer.value, token) === "string" ? 0 : 1));
  return `${create.verdict}, ${taken.join("")}`;
}

/** Runs the code that reads a document from the service's answer. */
function takeDocument(body: string): void {
  const json = parseJson(body);
  if (!json.ok || !isJsonObject(json.value)) return;
  totalsOf(json.value);
  validationResultsOf(json.value);
  fromAnswer(json.value, "invoice");
  compareDocuments(sent, json.value, "invoice");
}

const example = parseJson(String(filesOf("templates", "standard-invoice.json")[0] ?? "{}"));
const sent = example.ok && isJsonObject(example.value) ? example.value : {};

const created = `${JSON.stringify({ id: "4bf90b8c", document_number: "SB-1", status: "CREATED", totals: { payable_amount: 10.5 } }).slice(0, -1)},"meta_info":{"peppol_status":{"overall_status":"PENDING","validation_results":[{"flag":"fatal","text":"a","location":"/Invoice"}]}}}`;
const bodies = [
  created,
  ...filesOf("templates", ".json")
    .slice(0, 3)
    .map((each) => `{"id":"4bf90b8c",${String(each).trim().slice(1)}`),
  '{"errors":{"document_lines[0].price.base_amount":["must be a number"],"message":"wrong"}}',
  '{"type":"about:blank","title":"Bad Request","detail":"no","errors":[{"field":"issueDate","message":"no"}]}',
  '{"content":[{"id":"1"},{"id":"2"}],"page_number":0,"total_pages":1,"total_elements":2}',
  '{"content":["4bf90b8c","5"],"total_pages":3}',
  '{"document_uuid":"1","to_c3":{"status":"DELIVERED","mls":{"code":"AP"},"transmission":{"errors":["a"]}},"validationResults":["a"],"lastUpdated":1760000000}',
  '[{"id":"1","event":"SENT","message":"a","timestamp":"2026-06-15T10:00:00Z"}]',
  "<html><title>502 Bad Gateway</title></html>",
];

/** First bytes of the answers below: they select the statuses 201, 400 and 200. */
const [success, refusal, ok] = ["\x01", "\x03", "\x00"];

const large: Readonly<Record<string, Large>> = {
  "errors in a list": pump(most, '"a",', `${refusal}{"errors":[`, '"a"]}`'.slice(0, -1)),
  "errors of fields": counted(most, (at) => `"f${at}":"a",`, `${refusal}{"errors":{`, '"a":"a"}}'),
  "messages in a list": pump(most, '"a",', `${refusal}{"errors":{"message":[`, '"a"]}}'),
  "a long name of a field": pump(most, "[", `${refusal}{"errors":{"`, '":"a"}}'),
  "a long message": pump(most, "a ", `${refusal}{"message":"`, '"}'),
  "a long page": pump(most, "<title", refusal),
  "a long text": pump(most, "a", refusal),
  "signed tokens": pump(most, "eyJ", `${refusal}{"message":"`, '"}'),
  "signed tokens with points": pump(most, "eyJhbGciOi.", `${refusal}{"message":"`, '"}'),
  "the token itself": pump(most, `${token} `, `${refusal}{"message":"`, '"}'),
  "beginnings of the token": pump(most, token.slice(0, 10), `${refusal}{"message":"`, '"}'),
  "a created document of lines": pump(
    most,
    '{"id":"1","quantity":1},',
    `${success}{"id":"1","document_lines":[`,
    "{}]}",
  ),
  "validation results": pump(
    most,
    '{"flag":"fatal","text":"a"},',
    `${success}{"id":"1","meta_info":{"peppol_status":{"validation_results":[`,
    "{}]}}}",
  ),
  documents: pump(most, '{"id":"1"},', `${ok}{"content":[`, "{}]}"),
  events: pump(most, '{"id":"1","timestamp":1},', `${ok}[`, "{}]"),
  "unknown names": counted(most, (at) => `"k${at}":1,`, `${ok}{`, '"content":[]}'),
  brackets: pump(most, "[", ok),
};

const words = [
  ...jsonSigns,
  '"id":"../x"',
  '"errors":',
  '"message":',
  '"content":',
  token,
  Buffer.from(token).toString("base64"),
  "eyJhbGciOi.eyJzdWIi.c2ln",
  "null",
  "\\u001b[2J",
  "validation_results",
  "documentXml",
  "1e999",
  '"total_pages":9e9',
  "field",
  "\u0000",
];

export const answers = (): Reader => ({
  name: "answers",
  what: "answers of the service, to creates and to reads",
  seeds: [
    ...bodies.map((body, at) => Buffer.from(`${String.fromCharCode(at)}${body}`)),
    Buffer.from(success + created),
    Buffer.from(ok + created),
  ],
  words,
  read,
  /** Changes the answer after the first byte. */
  change(seed, random) {
    const made = changeJson(seed.subarray(1).toString(), words, random);
    return made === undefined ? undefined : Buffer.concat([seed.subarray(0, 1), Buffer.from(made)]);
  },
  large,
});
