/** The sandbox's description of the service for tools: OpenAPI 3.1, made from the endpoints and schemas that the service itself uses. */
import { type Endpoint, endpoints, serviceVersions, versionHeader } from "../../contract/index.ts";
import { writeJson } from "../../json/index.ts";
import { answerSchema } from "./answer-schema.ts";
import { Components, type Schema } from "./components.ts";
import { answerExample, requestExamples } from "./example-answers.ts";
import { attachmentTypes, describeOperations, type Operation, type Parameter, tags } from "./operations.ts";
import { headerRefs, headers, refusalComponents, refusals } from "./refusals.ts";
import { requestSchema } from "./request-schema.ts";

/** The words that every operation's description is made with. */
interface Making {
  readonly components: Components;
  /** References to the create bodies. */
  readonly bodies: Readonly<Record<"invoice" | "credit-note", Schema>>;
}

const made = new Map<boolean, Schema>();
/** The last text that was asked for: to write it anew costs more than everything else about a request. */
let written: { readonly baseUrl: string; readonly strict: boolean; readonly text: string } | undefined;

/** The description as a text, with the address under which it was asked for; a strict sandbox demands more of a document (Decision 1). */
export function openApiText(baseUrl: string, strict: boolean): string {
  if (written?.baseUrl !== baseUrl || written.strict !== strict) {
    written = { baseUrl, strict, text: writeJson(openApi(baseUrl, strict)) };
  }
  return written.text;
}

function openApi(baseUrl: string, strict: boolean): Schema {
  const described = made.get(strict) ?? describe(strict);
  made.set(strict, described);
  return { ...described, servers: [{ url: baseUrl, description: "This sandbox" }] };
}

function describe(strict: boolean): Schema {
  const components = new Components();
  const responses = refusalComponents(components);
  const bodies = {
    invoice: components.add(requestSchema("invoice", strict), "New invoice"),
    "credit-note": components.add(requestSchema("credit-note", strict), "New credit note"),
  };
  const paths = pathItems({ components, bodies });
  return {
    openapi: "3.1.0",
    info: {
      title: "Self-billed purchase documents over Peppol (UAE)",
      version: serviceVersions.stable,
      summary: "The service as the selfbill sandbox serves it; nothing leaves this computer.",
      description: `${says} ${strict ? "" : forgives}`.trim(),
      contact: { name: "selfbill" },
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      parameters: {
        ServiceVersion: {
          name: versionHeader,
          in: "header",
          description: "Version of the contract; the organization's default where it is left out",
          schema: { type: "string", enum: [...serviceVersions.all] },
          example: serviceVersions.stable,
        },
        DocumentId: {
          name: "id",
          in: "path",
          required: true,
          description: "Id of the document",
          schema: { type: "string" },
        },
      },
      headers,
      responses,
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const says =
  "Creates self-billed invoices and credit notes (PINT AE Self-Billing), and tells their status in the Peppol network. Amounts are JSON numbers: read their digits as decimals, never as binary floating-point numbers. A request may have them as texts too. A member that is null or blank counts as absent. Answers may get more members at any time.";
const forgives =
  "This sandbox accepts documents that lack what can be derived or left empty. Another service may refuse them: the description of `selfbill sandbox --strict` requires all that the contract demands.";

/** The calls by path. Paths that differ in the name of a segment only are one path: the name is that of the call that reads. */
function pathItems(making: Making): Record<string, Schema> {
  const operations = describeOperations();
  const calls = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];
  const form = (path: string): string => path.replace(/\{\w+\}/g, "{}");
  const readers = new Map(calls.flatMap(([, { method, path }]) => (method === "GET" ? [[form(path), path]] : [])));
  const items: Record<string, Schema> = {};
  for (const [name, call] of calls) {
    const path = readers.get(form(call.path)) ?? call.path;
    const operation = operationOf(name, { ...call, path }, operations[name], making);
    items[path] = { ...items[path], [call.method.toLowerCase()]: operation };
  }
  return items;
}

function operationOf(name: string, call: Endpoint, operation: Operation, making: Making): Schema {
  const { tag, summary, description, body, query = [], headers: sent = [] } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...[...call.path.matchAll(/\{(\w+)\}/g)].map(([, segment = ""]) => inPath(segment, operation)),
      ...query.map((each) => parameter("query", each)),
      ...sent.map((each) => parameter("header", each)),
      ...(call.token ? [{ $ref: "#/components/parameters/ServiceVersion" }] : []),
    ],
    ...(call.token ? {} : { security: [] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: making.bodies[body], examples: requestExamples(body) } },
          },
        }),
    responses: { [call.success]: success(operation, making), ...refusalsOf(call, operation, making) },
  };
}

function inPath(segment: string, { segments }: Operation): Schema {
  const own = segments?.[segment];
  return own === undefined
    ? { $ref: "#/components/parameters/DocumentId" }
    : { name: segment, in: "path", required: true, ...own };
}

function parameter(place: "query" | "header", { name, description, schema, required }: Parameter): Schema {
  return { name, in: place, description, ...(required ? { required } : {}), schema };
}

function success({ summary, answers, example }: Operation, { components }: Making): Schema {
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
  const schema = components.add(answerSchema(answers.schema), answers.name, "Answer");
  const shown = example === undefined ? {} : { example: answerExample(example) };
  return { description: summary, headers: headerRefs(), content: { "application/json": { schema, ...shown } } };
}

/** Each status that the call may answer with beside its success. */
function refusalsOf(call: Endpoint, { refusals: own, notFound }: Operation, { components }: Making): Schema {
  const limited = call.token || call.ownQuota !== undefined;
  const statuses = new Set<number>([...own, ...(limited ? [401, 429] : []), 500]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      if (status !== 404 || notFound === undefined)
        return [status, { $ref: `#/components/responses/${refusals[status]?.name}` }];
      const schema = components.add(answerSchema(notFound.schema), notFound.name);
      const example = { error: "profile not found" };
      const description = refusals[404]?.description;
      return [404, { description, headers: headerRefs(), content: { "application/json": { schema, example } } }];
    }),
  );
}
