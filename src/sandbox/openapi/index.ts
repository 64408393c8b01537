/**
 * The sandbox's description of the service, for use by tools: OpenAPI 3.1, derived from the endpoints and schemas
 * that the service itself uses.
 */
import { serviceVersions, versionHeader } from "../../contract/index.ts";
import { writeJson } from "../../json/index.ts";
import { Components, type Schema } from "./components.ts";
import { pathItems, tags } from "./operations.ts";
import { headers, refusalComponents } from "./refusals.ts";
import { requestSchema } from "./request-schema.ts";

/** What the description depends on. A strict sandbox requires more members (Decision 1). */
interface Described {
  readonly strict: boolean;
  readonly hasOddAnswers: boolean;
}

const made = new Map<string, Schema>();
/** Cached, because producing the text takes longer than the rest of a request. */
let written: { readonly of: string; readonly text: string } | undefined;

/** Returns the description as JSON text. `baseUrl` is the address that it was requested from. */
export function openApiText(baseUrl: string, described: Described): string {
  const of = `${JSON.stringify(described)} ${baseUrl}`;
  if (written?.of !== of) written = { of, text: writeJson(openApi(baseUrl, described)) };
  return written.text;
}

function openApi(baseUrl: string, of: Described): Schema {
  const key = JSON.stringify(of);
  const described = made.get(key) ?? describe(of);
  made.set(key, described);
  return { ...described, servers: [{ url: baseUrl, description: "This sandbox" }] };
}

function describe({ strict, hasOddAnswers }: Described): Schema {
  const components = new Components();
  const responses = refusalComponents(components);
  const bodies = {
    invoice: components.add(requestSchema("invoice", strict), "New invoice"),
    "credit-note": components.add(requestSchema("credit-note", strict), "New credit note"),
  };
  const paths = pathItems({ components, bodies, hasOddAnswers });
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
          required: true,
          description:
            "Version of the contract. Send it always: without it an answer has the shape of the organization's default, which may change.",
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
  "Creates self-billed invoices and credit notes (PINT AE Self-Billing), and tells their status in the Peppol network. Amounts are JSON numbers: read their digits as decimals, never as binary floating-point numbers. A request may have them as texts too. A member that is null, or text of blanks alone, counts as absent, also where its pattern or its list of codes does not name it: it is refused where it is required. Answers may get more members at any time.";
const forgives =
  "This sandbox accepts documents that lack what can be derived or left empty. Another service may refuse them: the description of `selfbill sandbox --strict` requires all that the contract demands.";
