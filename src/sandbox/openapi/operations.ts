import {
  answerSchemas,
  type Endpoint,
  endpointKinds,
  endpoints,
  type Parameter,
  profileNotFoundSchema,
  queryOf,
  segmentNames,
  segmentWords,
} from "../../contract/index.ts";
import { codes, type DocumentKind } from "../../document/index.ts";
import { foreignDocumentId } from "../gaps.ts";
import { answerSchema } from "./answer-schema.ts";
import type { Components, Schema } from "./components.ts";
import { answerExample, requestExamples } from "./example-answers.ts";
import { oddSchema } from "./odd-schema.ts";
import { headerRefs, refusals } from "./refusals.ts";

export const tags = {
  "Purchase invoices": "Self-billed invoices (type 389): create, read, list, send again, follow.",
  "Purchase credit notes": "Self-billed credit notes (type 261): create, read, list, send again, follow.",
  "Sales credit notes": "Status of credit notes that the organization issued as a seller; seeded in the sandbox.",
  Account: "Token, business profile and code lists.",
} as const satisfies Record<(typeof endpointKinds)[keyof typeof endpointKinds]["tag"], string>;

/** The input needed to describe any operation. */
interface Making {
  readonly components: Components;
  /** References to the bodies of the create requests. */
  readonly bodies: Readonly<Record<"invoice" | "credit-note", Schema>>;
  /** Whether answers about documents are odd ones. */
  readonly hasOddAnswers: boolean;
}

/** Merges paths that differ only in their segment names, and uses the names from the GET call. */
export function pathItems(making: Making): Record<string, Schema> {
  const form = (path: string): string => path.replace(/\{\w+\}/g, "{}");
  const readers = new Map(endpoints.flatMap(({ method, path }) => (method === "GET" ? [[form(path), path]] : [])));
  const items: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = readers.get(form(endpoint.path)) ?? endpoint.path;
    items[path] = { ...items[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, path, making) };
  }
  return items;
}

/** Describes one call of the service; `path` may name its segments differently from the endpoint's own path. */
function operationOf(endpoint: Endpoint, path: string, making: Making): Schema {
  const { definition, kind } = endpoint;
  const { headers: sent = {}, success = 200, token = true, version = true } = definition;
  const shown = segmentNames(path);
  const summary = inWords(definition.summary, endpoint);
  return {
    operationId: endpoint.operation,
    tags: [endpointKinds[kind].tag],
    summary,
    description: inWords(definition.description, endpoint),
    parameters: [
      ...segmentNames(endpoint.path).map((name, index) => inPath(name, shown[index] ?? name)),
      ...queryOf(endpoint).map(([name, each]) => parameter("query", name, each)),
      ...Object.entries(sent).map(([name, each]) => parameter("header", name, each)),
      ...(version ? [{ $ref: "#/components/parameters/ServiceVersion" }] : []),
    ],
    ...(token ? {} : { security: [] }),
    ...(definition.does === "changes" ? { requestBody: requestBody(documentKind(endpoint), making) } : {}),
    responses: { [success]: answer(endpoint, summary, making), ...refusalsOf(endpoint, making) },
  };
}

function inWords(template: string, { kind }: Endpoint): string {
  const { noun, a } = endpointKinds[kind];
  return template.replace("{noun}", noun).replace("{a}", a).replace("{foreign}", foreignDocumentId);
}

/** The document kind whose schema describes the bodies of the call. */
const documentKind = ({ kind }: Endpoint): DocumentKind => (kind === "credit-note" ? kind : "invoice");

function requestBody(kind: DocumentKind, { bodies }: Making): Schema {
  return {
    required: true,
    content: { "application/json": { schema: bodies[kind], examples: requestExamples(kind) } },
  };
}

function inPath(name: string, shown: string): Schema {
  if (!(name in segmentWords)) return { $ref: "#/components/parameters/DocumentId" };
  const { description, schema } = segmentWords[name as keyof typeof segmentWords];
  return { name: shown, in: "path", required: true, description, schema };
}

function parameter(place: "query" | "header", name: string, { description, schema, required }: Parameter): Schema {
  return { name, in: place, description, ...(required ? { required } : {}), schema };
}

/** Media types allowed for an attachment. */
const attachmentTypes: readonly string[] = Object.keys(codes.attachmentTypes);

function answer(endpoint: Endpoint, summary: string, { components, hasOddAnswers }: Making): Schema {
  const { answers } = endpoint.definition;
  if (answers === "attachment") {
    const bytes = { schema: { type: "string", format: "binary" } };
    return {
      description: summary,
      headers: headerRefs(["Content-Disposition", "X-Suggested-Filename"]),
      content: Object.fromEntries(attachmentTypes.map((type) => [type, bytes])),
    };
  }
  if (answers === "xml") {
    return {
      description: summary,
      headers: headerRefs(),
      content: { "application/xml": { schema: { type: "string" } } },
    };
  }
  const kind = documentKind(endpoint);
  // An answer named Document… has a separate component for each kind.
  const name = answers.replace(/^Document/, kind === "invoice" ? "Invoice" : "CreditNote");
  const ordinary = answerSchema(answerSchemas[answers](kind));
  const schema = components.add(hasOddAnswers ? oddSchema(ordinary) : ordinary, name, "Answer");
  const shown = answers === "Document" ? { example: answerExample(kind) } : {};
  return { description: summary, headers: headerRefs(), content: { "application/json": { schema, ...shown } } };
}

/** Returns a response for every status that the call can return, other than its success status. */
function refusalsOf({ name, definition }: Endpoint, { components }: Making): Schema {
  const limited = definition.token !== false || definition.ownQuota !== undefined;
  const statuses = new Set<number>([...definition.refuses, ...(limited ? [401, 429] : []), 500]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      if (status !== 404 || name !== "businessProfile")
        return [status, { $ref: `#/components/responses/${refusals[status]?.name}` }];
      const schema = components.add(answerSchema(profileNotFoundSchema), "ProfileNotFound");
      const example = { error: "profile not found" };
      const description = refusals[404]?.description;
      return [404, { description, headers: headerRefs(), content: { "application/json": { schema, example } } }];
    }),
  );
}
