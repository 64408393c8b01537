import { errorsSchema } from "../../contract/index.ts";
import { ignoredHeader } from "../documents/ignored-fields.ts";
import { answerSchema } from "./answer-schema.ts";
import type { Components, Schema } from "./components.ts";

/** Description and body of a refusal. */
interface SharedRefusal {
  readonly name: string;
  readonly description: string;
  readonly examples: Readonly<Record<string, { summary: string; value: object }>>;
  readonly headers?: readonly string[];
}

const sentence = (summary: string, message: string) => ({ summary, value: { errors: { message } } });

/** Refusals that any call may return, by status. */
export const refusals: Readonly<Record<number, SharedRefusal>> = {
  400: {
    name: "BadRequest",
    description: "The request is not valid: one sentence under `message`, or one entry for each wrong field",
    examples: {
      fields: {
        summary: "Fields that are wrong; the key is the path of the field",
        value: {
          errors: {
            issue_date: "issue_date is mandatory.",
            "document_lines[0].quantity": "quantity is missing.",
          },
        },
      },
      sentence: sentence("Something other than a field", "X-SERVICE-VERSION must be a date written YYYYMMDD"),
    },
  },
  401: {
    name: "Unauthorized",
    description: "The token is missing, expired or not of this service",
    examples: { token: sentence("No valid token", "Authentication is missing or the token is invalid") },
  },
  403: {
    name: "Forbidden",
    description: "The document belongs to another organization, the subscription lacks the call, or a web page asked",
    examples: {
      subscription: sentence(
        "Without Phase 2",
        "The Peppol status is a Phase 2 feature, which the subscription does not include",
      ),
    },
  },
  404: {
    name: "NotFound",
    description: "It does not exist",
    examples: {
      document: sentence("An unknown id", "Purchase invoice not found with id 00000000-0000-4000-8000-000000000000"),
    },
  },
  413: {
    name: "TooLarge",
    description: "The body is larger than 8 MiB (8,388,608 bytes)",
    examples: { size: sentence("A body of more than 8 MiB", "The request payload size must not exceed 8MB") },
  },
  415: {
    name: "NotJson",
    description: "The Content-Type is not application/json; a sandbox answers so with --strict only",
    examples: { type: sentence("Another media type", "The Content-Type must be application/json") },
  },
  429: {
    name: "RateLimited",
    description: "The requests of this minute are used up. Nothing was done; send it again after Retry-After",
    examples: { quota: sentence("More than 60 requests a minute", "Rate limit of 60 requests per minute exceeded") },
    headers: ["Retry-After"],
  },
  500: {
    name: "ServerError",
    description: "The service failed. Whether the request was carried out is not known",
    examples: { fault: sentence("A fault of the service", "An error occurred") },
  },
};

const sharedHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", ignoredHeader];

export const headers: Readonly<Record<string, Schema>> = {
  "X-RateLimit-Limit": { description: "Requests a minute", schema: { type: "integer" }, example: 60 },
  "X-RateLimit-Remaining": {
    description: "Requests left in this minute",
    schema: { type: "integer", minimum: 0 },
    example: 57,
  },
  "X-RateLimit-Reset": {
    description: "When the next minute begins, Unix time in seconds",
    schema: { type: "integer", format: "int64" },
    example: 1_781_510_460,
  },
  "Retry-After": {
    description: "Seconds to wait before the next request",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  [ignoredHeader]: {
    description:
      "Fields of the body, and parameters of the address (with ? before their name), that the service does not know and ignored, each with the one that was probably meant; percent-encoded",
    schema: { type: "string" },
    example: "document_lines[0].price_base_quantity;did-you-mean=document_lines[0].price.base_quantity",
  },
  "Content-Disposition": { description: "The file name of the attachment", schema: { type: "string" } },
  "X-Suggested-Filename": { description: "The file name, percent-encoded UTF-8", schema: { type: "string" } },
};

/** Returns references to the headers that every answer may have, and to those named in `more`. */
export function headerRefs(more: readonly string[] = []): Schema {
  return Object.fromEntries(
    [...sharedHeaders, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Returns the refusals as OpenAPI response components. */
export function refusalComponents(components: Components): Record<string, Schema> {
  const errors = components.add(answerSchema(errorsSchema), "Errors");
  return Object.fromEntries(
    Object.values(refusals).map(({ name, description, examples, headers: own }) => [
      name,
      { description, headers: headerRefs(own), content: { "application/json": { schema: errors, examples } } },
    ]),
  );
}
