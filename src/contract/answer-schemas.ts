import * as z from "zod";
import { businessProfileSchema, type DocumentKind, documentShapes, type Field } from "../document/index.ts";
import { schemaOf } from "./answers/define.ts";
import { peppolStatus } from "./answers/finding.ts";
import { issuedToken, pageCounts } from "./answers/page.ts";
import { peppolSnapshot } from "./answers/snapshot.ts";
import { logEntry } from "./answers/status-log.ts";
import { totalNames } from "./document-answer.ts";
import type { AnswerName } from "./endpoints/index.ts";

/** An id: a UUID or any other text; nothing is derived from its content. */
const id = z.string();
const amount = z.number().meta({ description: "Exact decimal; read its digits, not a binary value" });

const unused = z.string().nullable().meta({ description: "Set by the service" });
const totals = Object.fromEntries(totalNames.map((name) => [name, amount]));

const calculatedOfLine = {
  base_amount: amount,
  net_amount: amount,
  tax_amount: amount,
  tax_amount_in_aed: amount,
  total_amount: amount,
  total_amount_in_aed: amount,
};

/** Returns the schema of a request's field in an answer: the same shape, or null if nothing was sent. */
function shown(field: Field): z.ZodType {
  switch (field.kind) {
    case "leaf": {
      const { term, description } = field.meta;
      const leaf = field.meta.wire === "number" ? amount : z.string();
      return leaf.nullable().meta({ ...(term ? { term } : {}), ...(description ? { description } : {}) });
    }
    case "list":
      return z.array(shown(field.item)).nullable();
    case "object":
      return z.looseObject(shownMembers(field.members)).nullable();
    case "object-or-list":
      return z.union([z.looseObject(shownMembers(field.members)), z.array(shown(field.item))]).nullable();
  }
}

function shownMembers(members: Readonly<Record<string, Field>>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, shown(member)]));
}

/**
 * Returns the schema of the answer to create, retrieve, list and resubmit calls. Built on demand, because only the
 * service description needs it. Source: contract §7, §15.3.
 */
function documentAnswerSchema(kind: DocumentKind): z.ZodType {
  const fields = documentShapes[kind].members;
  const line = fields.document_lines.item.members;
  const charge = line.charges.item;
  const members = shownMembers(fields);
  return z.looseObject({
    ...members,
    id,
    org_id: id,
    document_number: z.string(),
    document_sequence: z.int(),
    document_source: z.string(),
    document_status: z.string(),
    is_phase2_document: z.boolean(),
    accounting_customer_party: members.accounting_supplier_party as z.ZodType,
    attachments: z.array(z.looseObject({ id, file_name: z.string(), file_type: z.string() })),
    document_lines: z.array(
      z.looseObject({
        ...shownMembers(line),
        price: z.looseObject({ price_amount: amount, base_quantity: amount, allowance: shown(charge) }),
        ...calculatedOfLine,
      }),
    ),
    tax_breakdown: z.array(
      z.looseObject({
        tax_category_code: z.string(),
        tax_percentage: amount.nullable(),
        taxable_amount: amount,
        tax_amount: amount,
      }),
    ),
    ...(kind === "invoice" ? { effective_tax_point_date: unused, supply_date: unused } : {}),
    custom_data: z.looseObject({}).nullable().meta({ description: "Set by the service" }),
    ...totals,
    totals: z.looseObject(totals),
    meta_info: z.looseObject({ peppol_status: schemaOf(peppolStatus) }).nullable(),
  });
}

const pageSchema = (content: z.ZodType): z.ZodType =>
  z.looseObject({ content: z.array(content), ...schemaOf(pageCounts).shape });

/** Entries of a code list. Source: contract §13. */
const codeListSchema = z.array(z.looseObject({ code: z.string(), name: z.string() }));

/** Every refusal, except the one for reading a profile: one message, or one entry per field. Source: contract §11. */
export const errorsSchema = z.looseObject({ errors: z.record(z.string(), z.string()) });

/** The refusal for reading a profile, the only one with another shape. Source: contract §11. */
export const profileNotFoundSchema = z.looseObject({ error: z.string() });

/** One schema for each JSON answer that an endpoint names; a missing schema is a compile error. */
export const answerSchemas: Readonly<Record<AnswerName, (kind: DocumentKind) => z.ZodType>> = {
  Document: documentAnswerSchema,
  DocumentPage: (kind) => pageSchema(documentAnswerSchema(kind)),
  IdPage: () => pageSchema(z.string()),
  StatusSnapshot: () => schemaOf(peppolSnapshot),
  StatusLog: () => z.array(schemaOf(logEntry)),
  BusinessProfile: () => businessProfileSchema,
  CodeList: () => codeListSchema,
  Token: () => schemaOf(issuedToken),
};
