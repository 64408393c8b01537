import { expect, test } from "vitest";
import * as z from "zod";
import { all, allOrNull, jsonSchemaOf, maybe, membersOf, one, shape, text, the } from "../../src/answers/index.ts";

interface Line {
  readonly name: string;
  readonly note?: string | undefined;
}

const line = shape<Line>({ name: [text, ({ name }) => name], note: [text.optional(), ({ note }) => note] });

interface Order {
  readonly number: string | undefined;
  readonly first: Line;
  readonly lines: readonly Line[];
  readonly returned?: readonly Line[] | undefined;
  readonly last?: Line | undefined;
}

const order = shape<Order>({
  document_number: [maybe, ({ number }) => number],
  first: the(line, ({ first }) => first),
  lines: all(line, ({ lines }) => lines),
  returned: allOrNull(line, ({ returned }) => returned),
  last: one(line, ({ last }) => last),
});

const bolt = { name: "Bolt" };

test("what is not known is null, and what may be absent is left out", () => {
  expect(order.json({ number: undefined, first: bolt, lines: [] })).toStrictEqual({
    ...{ document_number: null, first: bolt, lines: [], returned: null, last: null },
  });
  const lines = [{ ...bolt, note: "M8" }, bolt];
  expect(order.json({ number: "1", first: bolt, lines, returned: [bolt], last: bolt })).toStrictEqual({
    ...{ document_number: "1", first: bolt, lines, returned: [bolt], last: bolt },
  });
});

test("the schema names the members in the order in which they are written, and only those that are always there as required", () => {
  const described = jsonSchemaOf(order.schema) as Record<string, Record<string, unknown>>;
  const written = order.json({ number: "1", first: bolt, lines: [] });
  expect(Object.keys(described.properties ?? {})).toEqual(Object.keys(written));
  expect(described.required).toEqual(Object.keys(written));
  expect(jsonSchemaOf(line.schema).required).toEqual(["name"]);
  expect(order.schema.strict().safeParse(written).success).toBe(true);
});

test("the members of a shape are those of a row that holds its row", () => {
  const members = { name: [text, ({ name }: Line) => name] } as const;
  const held = shape<{ readonly item: Line }>(membersOf(members, ({ item }: { readonly item: Line }) => item));
  expect(held.json({ item: bolt })).toEqual({ name: "Bolt" });
});

test("what may be absent is left out, also where its schema is made when it is asked for", () => {
  const late = shape<{ readonly sums: readonly Line[] | undefined }>({
    sums: [() => z.array(line.schema).optional(), ({ sums }) => sums],
  });
  expect(late.json({ sums: undefined })).toStrictEqual({});
  expect(late.json({ sums: [bolt] })).toStrictEqual({ sums: [bolt] });
});
