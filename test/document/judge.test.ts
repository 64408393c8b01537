import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Members } from "../../src/document/fields/fields.ts";
import { judgeOf } from "../../src/document/fields/judge.ts";
import type { LeafJudge, Refine } from "../../src/document/fields/refined.ts";
import { type DocumentKind, documentShapes, type Field, type FieldProblem } from "../../src/document/index.ts";
import { JsonNumber } from "../../src/json/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const documents: readonly [DocumentKind, object][] = [
  ...Object.values(scenarioInvoices).map((document): [DocumentKind, object] => ["invoice", document]),
  ["invoice", invoice({ ...inDollars, document_lines: [line(), line({ additional_item_property: [{ name: "a" }] })] })],
  [
    "invoice",
    invoice({ delivery: { delivery_location: { address: { country_code: "AE", country_subentity: "XXX" } } } }),
  ],
  ["credit-note", creditNote()],
];

/** Values that a file can have at any position, and some that only a program creates. */
const anything = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    "",
    " ",
    "x",
    "-1",
    "0",
    "0.001",
    "5",
    "AE",
    "AED",
    "S",
    "XXX",
    "2026-02-29",
    "2024-02-29",
  ),
  fc.constantFrom(
    "0000-01-01",
    "2026-06-15",
    "24:00:00",
    "10:30:00",
    "VAT",
    "a@b.example",
    "1002345674",
    "iVBO",
    "261",
    "0235",
  ),
  fc.constantFrom<unknown>(0, true, [], {}, [[]], [{}], ["x"], [undefined], [null], { id: 5 }, { name: "x" }, [
    { value: [] },
  ]),
  fc.constant(new JsonNumber("7")),
  fc.string({ maxLength: 70 }),
  fc
    .date({ noInvalidDate: true, min: new Date("0000-01-01"), max: new Date("9999-12-31") })
    .map((day) => day.toISOString().slice(0, 10)),
  fc
    .tuple(fc.nat(12000), fc.nat(15), fc.nat(33))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join("-")),
);

describe("a document is judged as a zod schema with the same members judges it", () => {
  test("with anything at any place", () => {
    const changes = fc.array(fc.tuple(fc.nat(), anything), { minLength: 0, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...documents), changes, ([kind, document], wishes) => {
        const changed: Record<string, unknown> = structuredClone(document) as Record<string, unknown>;
        for (const [at, value] of wishes) change(changed, at, value);
        compare(kind, changed);
      }),
      { numRuns: 400 },
    );
  });

  test("with anything in place of the document", () => {
    fc.assert(fc.property(fc.constantFrom<DocumentKind>("invoice", "credit-note"), anything, compare), {
      numRuns: 300,
    });
  });
});

/** The zod schema equivalent to a field. */
function zodOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "leaf":
      return leafOf(field.judge).optional();
    case "object":
      return groupOf(field.members, field.refine as Refine<unknown> | undefined);
    case "list":
      return z.array(zodOf(field.item));
    case "object-or-list":
      return z.union([zodOf(field.item), z.array(zodOf(field.item))]);
  }
}

/** Blanks around a value are seen only in quotes. */
function withQuotes(message: string, value: unknown): string {
  if (typeof value !== "string" || !/^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(value)) return message;
  return message.replace(value, () => `"${value}"`);
}

function leafOf({ tier, isAmount, wrong }: LeafJudge): z.ZodType {
  return z.string().superRefine((text, context) => {
    const found = text.trim() === "" ? undefined : wrong(text);
    if (found)
      context.addIssue({
        code: "custom",
        message: withQuotes(found.message, text),
        params: { tier, hint: found.hint, isAmount },
      });
  });
}

function groupOf(members: Members, refine: Refine<unknown> | undefined): z.ZodType {
  const shape = Object.entries(members).map(([name, member]) => [name, zodOf(member).optional()]);
  const group = z.looseObject(Object.fromEntries(shape) as Record<string, z.ZodType>);
  return refine === undefined
    ? group
    : group.superRefine((value, context) =>
        refine(value, (path, message, hint) =>
          context.addIssue({
            code: "custom",
            path: [...path],
            message: withQuotes(
              message,
              path.reduce<unknown>((at, name) => (at as never)?.[name], value),
            ),
            params: { tier: "T2", hint },
          }),
        ),
      );
}

const referees = { invoice: zodOf(documentShapes.invoice), "credit-note": zodOf(documentShapes["credit-note"]) };

function compare(kind: DocumentKind, document: unknown): void {
  const found: FieldProblem[] = [];
  const trail: PropertyKey[] = [];
  judgeOf(documentShapes[kind])(document, trail, found);
  const parsed = referees[kind].safeParse(document);
  const wanted = parsed.success ? [] : parsed.error.issues.flatMap((issue) => fromIssue(issue, [], document));
  expect(found.map(({ path, tier, hint, message, spoils }) => ({ path, tier, hint, message, spoils }))).toEqual(wanted);
  expect(trail).toEqual([]);
}

/** Puts the value at the n-th position of a document. */
function change(document: Record<string, unknown>, number: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (group: unknown): void => {
    if (typeof group !== "object" || group === null || group instanceof JsonNumber) return;
    for (const key of Object.keys(group)) {
      places.push([group as Record<string, unknown>, key]);
      visit((group as Record<string, unknown>)[key]);
    }
  };
  visit(document);
  const [group, key] = places[number % places.length] ?? [document, "name"];
  // Insert a copy: all runs share the values, and a value inserted into itself would nest without end.
  group[key] = value instanceof JsonNumber ? value : structuredClone(value);
}

type Said = Pick<FieldProblem, "path" | "tier" | "message" | "hint"> & { spoils: FieldProblem["spoils"] };

const structure: Record<string, [words: string, hint: string]> = {
  array: ["a list", "Write a list: one entry each line, beginning with a dash (YAML) or within [ ] (JSON)."],
  object: ["a group of fields", "Write a group of fields below it."],
  string: ["a single value", "Write a single value."],
};

/** Translates a zod issue into selfbill's problems. */
function fromIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[], document: unknown): Said[] {
  const steps = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    const branch = issue.errors[Array.isArray(valueAt(document, steps)) ? 1 : 0] ?? [];
    return branch.flatMap((inner) => fromIssue(inner, steps, document));
  }
  const path = steps.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? String(step) : `${text}.${String(step)}`,
    "",
  );
  if (issue.code === "custom") {
    const { tier, hint, isAmount } = issue.params as { tier: "T1" | "T2"; hint: string; isAmount?: boolean };
    return [{ path, tier, message: issue.message, hint, spoils: isAmount ? "amounts" : undefined }];
  }
  if (issue.code !== "invalid_type") throw new Error(issue.code);
  const [words, hint] = structure[issue.expected] as [string, string];
  const last = steps.at(-1);
  const name =
    typeof last === "number" ? `Entry ${last + 1} of ${String(steps.at(-2))}` : String(last ?? "The document");
  return [{ path, tier: "T1", message: `${name} must be ${words}.`, hint, spoils: "structure" }];
}

function valueAt(value: unknown, steps: readonly PropertyKey[]): unknown {
  return steps.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
}

test("a day is a day of the calendar as zod sees it", () => {
  const { issue_date: day } = documentShapes.invoice.members;
  for (const year of [1900, 1904, 1999, 2000, 2024, 2026, 2100])
    for (let month = 0; month <= 13; month++)
      for (let of = 0; of <= 32; of++) {
        const text = [String(year), String(month).padStart(2, "0"), String(of).padStart(2, "0")].join("-");
        if ((day.judge.wrong(text) === undefined) !== z.iso.date().safeParse(text).success) expect.fail(text);
      }
});
