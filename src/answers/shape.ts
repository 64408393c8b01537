import * as z from "zod";

/** A function if the schema depends on other schemas. */
type Schema = z.ZodType | (() => z.ZodType);

/** A member of the --json output: its schema, and how to read it from a row. */
export type Source<Row> = readonly [schema: Schema, of: (row: Row) => unknown];

export interface Shape<Row> {
  readonly schema: z.ZodObject;
  json(row: Row): Record<string, unknown>;
}

/** Members are written in this order. Undefined becomes null, or is omitted if the member is optional. */
export function shape<Row>(members: Readonly<Record<string, Source<Row>>>): Shape<Row> {
  const sources = Object.entries(members);
  let made: z.ZodObject | undefined;
  const optional = new Map<string, boolean>();
  const isOptional = (name: string, schema: Schema): boolean => {
    const known = optional.get(name) ?? schemaOf(schema) instanceof z.ZodOptional;
    optional.set(name, known);
    return known;
  };
  return {
    get schema() {
      made ??= z.object(Object.fromEntries(sources.map(([name, [schema]]) => [name, schemaOf(schema)])));
      return made;
    },
    json(row) {
      const json: Record<string, unknown> = {};
      for (const [name, [schema, of]] of sources) {
        const value = of(row);
        if (value !== undefined) json[name] = value;
        else if (!isOptional(name, schema)) json[name] = null;
      }
      return json;
    },
  };
}

const schemaOf = (schema: Schema): z.ZodType => (typeof schema === "function" ? schema() : schema);

/** Adapts the members of an inner shape to outer rows; `of` returns the inner row. */
export function membersOf<Row, Inner>(
  members: Readonly<Record<string, Source<Inner>>>,
  of: (row: Row) => Inner,
): Record<string, Source<Row>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, [schema, read]]) => [name, [schema, (row: Row) => read(of(row))] as const]),
  );
}

export function all<Row, Inner>(inner: Shape<Inner>, of: (row: Row) => readonly Inner[]): Source<Row> {
  return [() => z.array(inner.schema), (row) => of(row).map((each) => inner.json(each))];
}

export function allOrNull<Row, Inner>(
  inner: Shape<Inner>,
  of: (row: Row) => readonly Inner[] | undefined,
): Source<Row> {
  return [() => z.array(inner.schema).nullable(), (row) => of(row)?.map((each) => inner.json(each))];
}

export function the<Row, Inner>(inner: Shape<Inner>, of: (row: Row) => Inner): Source<Row> {
  return [() => inner.schema, (row) => inner.json(of(row))];
}

export function one<Row, Inner>(inner: Shape<Inner>, of: (row: Row) => Inner | undefined): Source<Row> {
  return [
    () => inner.schema.nullable(),
    (row) => {
      const found = of(row);
      return found === undefined ? null : inner.json(found);
    },
  ];
}
