import { expect, test } from "vitest";
import { documentShapes, type Field } from "../../src/document/index.ts";

/** Errors in the examples of a field and of the fields below it. */
function wrongExamples(field: Field, path: string): string[] {
  if (field.kind === "list") return wrongExamples(field.item, path);
  if (field.kind !== "leaf")
    return Object.entries(field.members).flatMap(([name, member]) => wrongExamples(member, `${path}.${name}`));
  const { example = "" } = field.meta;
  const wrong = example.trim() === "" ? { message: "is blank" } : field.judge.wrong(example);
  return wrong === undefined ? [] : [`${path}: ${wrong.message}`];
}

test("the example of every field is a value that the field takes", () => {
  expect(Object.entries(documentShapes).flatMap(([kind, shape]) => wrongExamples(shape, kind))).toEqual([]);
});

test("every field of a document and of a line says how the service tells it", () => {
  const silent = Object.entries(documentShapes).flatMap(([kind, { members }]) => {
    const groups = { [kind]: members, [`${kind} line`]: members.document_lines.item.members };
    return Object.entries(groups).flatMap(([group, fields]) =>
      Object.entries<Field>(fields).flatMap(([name, { echo }]) => (echo === undefined ? [`${group}: ${name}`] : [])),
    );
  });
  expect(silent).toEqual([]);
});
