import { createHmac } from "node:crypto";
import { type Endpoint, pathOf, segmentNames, segmentWords } from "../../src/contract/index.ts";
import { type Body, creditNoteBody, invoiceBody, lineBody } from "../contract/bodies.ts";
import type { TestSandbox } from "./start-sandbox.ts";

/** The arguments of `TestSandbox.call`. */
export type CallWords = readonly [
  method: string,
  path: string,
  body: Body | undefined,
  headers?: Record<string, string>,
];

/**
 * Returns a request that the sandbox answers with success, and creates the document that it needs. `change` replaces
 * path segments.
 */
export async function requestTo(
  sandbox: TestSandbox,
  endpoint: Endpoint,
  change: Readonly<Record<string, string>> = {},
): Promise<CallWords> {
  const { query = {}, headers = {}, does } = endpoint.definition;
  const { id: clientId, secret } = sandbox.client;
  const signature = createHmac("sha256", secret).update(clientId).digest("base64");
  const own: Readonly<Record<string, string>> = { client_id: clientId, "x-service-signature": signature };
  const givenFor = (name: string, example?: string): string => {
    const value = own[name] ?? example;
    if (value === undefined) throw new Error(`${endpoint.operation} needs an example of ${name}`);
    return value;
  };
  const needed = Object.entries(query).filter(([, { required }]) => required);
  const asked = new URLSearchParams(needed.map(([name, { example }]) => [name, givenFor(name, example)]));
  const sent = Object.keys(headers).map((name) => [name, givenFor(name)]);
  const path = pathOf(endpoint, { ...(await segmentsFor(sandbox, endpoint)), ...change });
  const body = does === "changes" ? bodyOf(endpoint)({ document_number: "SB-SENT" }) : undefined;
  return [endpoint.method, asked.size > 0 ? `${path}?${asked}` : path, body, Object.fromEntries(sent)];
}

const bodyOf = ({ kind }: Endpoint) => (kind === "credit-note" ? creditNoteBody : invoiceBody);

/** Path segments that refer to existing objects. */
export async function segmentsFor(sandbox: TestSandbox, endpoint: Endpoint): Promise<Record<string, string>> {
  const names = segmentNames(endpoint.path);
  const [seeded] = sandbox.salesCreditNotes;
  const created =
    names.includes("id") && endpoint.kind !== "sales-credit-note" ? await aDocument(sandbox, endpoint) : {};
  const values: Readonly<Record<string, string | undefined>> = {
    id: created.id ?? seeded?.id,
    attachment_id: created.attachments?.[0]?.id,
    business_profile_id: sandbox.businessProfileId,
  };
  return Object.fromEntries(
    names.map((name) => [name, values[name] ?? segmentWords[name as keyof typeof segmentWords]?.example ?? ""]),
  );
}

/** Creates a document with a final network status: approved, or failed if the document must be replaced. */
async function aDocument(sandbox: TestSandbox, endpoint: Endpoint): Promise<Body> {
  const failed = { document_lines: [lineBody({ commodity_classification: { commodity_code: "G" } })] };
  const file = { file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };
  const body = bodyOf(endpoint)({ attachments: [file], ...(endpoint.definition.does === "changes" ? failed : {}) });
  const path = endpoint.kind === "credit-note" ? "purchase-credit-notes" : "purchase-invoices";
  const made = await sandbox.call("POST", `/api/${path}/${sandbox.businessProfileId}`, body);
  if (made.status !== 201) throw new Error(made.text);
  sandbox.clock.advance(10);
  return made.body;
}
