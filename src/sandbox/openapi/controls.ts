import type * as z from "zod";
import { serviceVersions } from "../../contract/index.ts";
import { controlCalls } from "../control/control-calls.ts";
import { answerSchema } from "./answer-schema.ts";
import type { Schema } from "./components.ts";

let made: Record<string, Schema> | undefined;

/** Describes the control calls, which only the sandbox has, in OpenAPI 3.1. */
export function controlsOpenApi(baseUrl: string): Schema {
  made ??= paths();
  const errors = { type: "object", properties: { errors: { type: "object" } }, required: ["errors"] };
  return {
    openapi: "3.1.0",
    info: {
      title: "Controls of the selfbill sandbox",
      version: serviceVersions.stable,
      description: "Faults, clock, snapshots, accounts and what clients sent. They count against no quota.",
      contact: { name: "selfbill" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "This sandbox" }],
    tags: [{ name: "Controls", description: "For tests of clients" }],
    security: [{ bearer: [] }],
    paths: made,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      responses: {
        Refused: { description: "Refused, with a sentence", content: { "application/json": { schema: errors } } },
      },
    },
  };
}

/** Describes the body of a control call, which is optional if it has no required members. */
function requestBody(body: z.ZodType): Schema {
  const required = !body.safeParse({}).success;
  return { required, content: { "application/json": { schema: answerSchema(body, "input") } } };
}

function paths(): Record<string, Schema> {
  const items: Record<string, Schema> = {};
  for (const { id, method, path, summary, body, query = {}, answers } of controlCalls) {
    const refused = { $ref: "#/components/responses/Refused" };
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ name, in: "path", required: true, description: "As it was listed", schema: { type: "string" } },
    }));
    const asked = Object.entries(query).map(([name, description]) => ({
      ...{ name, in: "query", description, schema: { type: "integer" } },
    }));
    const success = id === "makeAccount" ? 201 : 200;
    const operation = {
      operationId: id,
      tags: ["Controls"],
      summary,
      description: `${summary}.`,
      parameters: [...named, ...asked],
      ...(body === undefined ? {} : { requestBody: requestBody(body) }),
      responses: {
        [success]: { description: summary, content: { "application/json": { schema: answerSchema(answers) } } },
        ...{ 400: refused, 401: refused, 403: refused, ...(named.length > 0 ? { 404: refused } : {}) },
      },
    };
    items[path] = { ...items[path], [method.toLowerCase()]: operation };
  }
  return items;
}
