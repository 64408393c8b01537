import * as z from "zod";
import { type Endpoint, endpoints, errorsSchema, serviceVersions, versionHeader } from "../contract/index.ts";
import { documentSchemas } from "../document/index.ts";
import { describeOperations, type Operation } from "./openapi-operations.ts";

type Json = Record<string, unknown>;

/** Where the sandbox describes itself; needs no token. */
export const openApiPath = "/openapi.json";

const versionParameter = {
  name: versionHeader,
  in: "header",
  required: false,
  description: "Contract version; the organization's default where it is left out",
  schema: { type: "string", enum: serviceVersions.all },
};
const shared: Readonly<Record<number, string>> = {
  400: "Something in the request is wrong: one message, or one entry a field",
  401: "No token, or one that was not issued here",
  403: "Another organization's, or not in the subscription",
  404: "There is no such document, profile or list",
  405: "The path is served under another method",
  413: "The body is larger than 8 MiB",
  429: "The quota of the minute is used up",
  500: "The service failed",
};

/** The sandbox's description of itself, OpenAPI 3.1, made from the contract's endpoints and schemas. */
export function openApi(baseUrl: string): Json {
  const operations = describeOperations();
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call, operations[name]) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "selfbill sandbox",
      version: serviceVersions.stable,
      description: "Self-billed purchase documents of the UAE and their way over Peppol. Nothing leaves this computer.",
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        invoice: jsonSchema(documentSchemas.invoice),
        "credit-note": jsonSchema(documentSchemas["credit-note"]),
        errors: jsonSchema(errorsSchema),
      },
    },
  };
}

function operationOf(name: string, call: Endpoint, operation: Operation): Json {
  const { summary, answers, body, refusals = [], query = [], headers = [] } = operation;
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, segment]) => ({
    name: segment,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const named = (place: string, given: NonNullable<Operation["query"]>) =>
    given.map(([parameter, description, required]) => ({
      name: parameter,
      in: place,
      description,
      required: required === "required",
      schema: { type: "string" },
    }));
  const refused = [...new Set([400, ...(call.token ? [401] : []), ...refusals, 404, 405, 429, 500])].sort();
  return {
    operationId: name,
    summary,
    parameters: [
      ...inPath,
      ...named("query", query),
      ...named("header", headers),
      ...(call.token ? [versionParameter] : []),
    ],
    security: call.token ? [{ bearer: [] }] : [],
    ...(body ? { requestBody: { required: true, content: inJson({ $ref: `#/components/schemas/${body}` }) } } : {}),
    responses: {
      [call.success]: { description: summary, content: contentOf(answers) },
      ...Object.fromEntries(refused.map((status) => [status, refusal(status, operation)])),
    },
  };
}

function refusal(status: number, { notFound }: Operation): Json {
  const own = status === 404 && notFound ? jsonSchema(notFound) : { $ref: "#/components/schemas/errors" };
  return { description: shared[status], content: inJson(own) };
}

function contentOf(answers: Operation["answers"]): Json {
  if (answers === "binary") return { "*/*": {} };
  if (answers === "application/xml") return { "application/xml": { schema: { type: "string" } } };
  return inJson(jsonSchema(answers));
}

const inJson = (schema: unknown): Json => ({ "application/json": { schema } });

/** The JSON Schema of a zod schema; a document's leaf says itself whether it travels as text or as a number. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ jsonSchema: own }) => {
      const leaf = own as Json;
      if (leaf.wire === "number") leaf.type = "number";
      if (leaf.term !== undefined) leaf["x-pint-term"] = leaf.term;
      delete leaf.wire;
      delete leaf.form;
      delete leaf.term;
    },
  });
  return made;
}
