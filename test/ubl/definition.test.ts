import { describe, expect, test } from "vitest";
import {
  type DocumentKind,
  documentShapes,
  type Field,
  type SelfBilledDocument,
  withStandIns,
} from "../../src/document/index.ts";
import { toDocument, toUbl, type UblElement } from "../../src/ubl/index.ts";

interface Leaf {
  readonly path: string;
  readonly isInUbl: boolean;
}

/**
 * The leaves of a field, with only the first entry of each list, and whether the definition says that UBL has them.
 */
function leavesOf(kind: DocumentKind, field: Field, path = "", isInUbl = true): Leaf[] {
  const { ubl } = field;
  const absent = typeof ubl === "object" && ("notInUbl" in ubl || ("byKind" in ubl && ubl.byKind[kind] === undefined));
  const here = isInUbl && !absent;
  if (field.kind === "leaf") return [{ path, isInUbl: here }];
  if (field.kind === "list") return leavesOf(kind, field.item, `${path}[0]`, here);
  return Object.entries(field.members).flatMap(([name, member]) =>
    leavesOf(kind, member, path === "" ? name : `${path}.${name}`, here),
  );
}

function valueAt(document: unknown, path: string): unknown {
  const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
}

const texts = (element: UblElement): string[] => [
  element.text,
  ...Object.values(element.attributes ?? {}),
  ...element.children.flatMap(texts),
];

/** Fields that are missing from the test document, because another field takes their place. */
const takenBy: Readonly<Record<string, RegExp>> = {
  "the authority of the trade licence": /^accounting_supplier_party\.passport_issuing_country_code$/,
  "the category of the line (Decision 23)": /^document_lines\[0\]\.(?:charges|allowances)\[0\]\.tax_category\./,
};

/** A document with the example of each field, in dollars, because a document in dirhams has no exchange rate. */
function documentWithAll(kind: DocumentKind, paths: readonly string[]): SelfBilledDocument {
  const document = withStandIns({}, paths, kind);
  document.document_currency_code = "USD";
  for (const means of document.payment_means ?? []) means.payment_id = ["RF18 5390 0754 7034"];
  return document;
}

const plain = (value: unknown): unknown => (typeof value === "string" ? value.replace(/\.0+$/, "") : value);

describe.each(["invoice", "credit-note"] as const)("every field of a document: %s", (kind) => {
  const leaves = leavesOf(kind, documentShapes[kind]);
  const document = documentWithAll(
    kind,
    leaves.map(({ path }) => path),
  );

  test("is written at its place in UBL, and read back from there", () => {
    const back = toDocument(toUbl(document, { kind, uuid: "b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90" }));
    const lost = leaves
      .filter(({ path, isInUbl }) => isInUbl && !Object.values(takenBy).some((taken) => taken.test(path)))
      .filter(({ path }) => {
        const own = valueAt(document, path);
        return own === undefined || plain(valueAt(back, path.replace("property.", "property[0]."))) !== plain(own);
      })
      .map(({ path }) => path);
    expect(lost).toEqual([]);
  });

  test("is in no element where its definition says so", () => {
    const none = leaves.filter(({ isInUbl }) => !isInUbl).map(({ path }) => path);
    for (const path of none) {
      const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
      const holder = steps.length === 1 ? document : (valueAt(document, steps.slice(0, -1).join(".")) as object);
      Object.assign(holder, { [steps.at(-1) as string]: `nowhere: ${path}` });
    }
    expect(none).toContain("document_source");
    const written = texts(toUbl(document, { kind, uuid: "b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90" }));
    expect(written.filter((text) => text.startsWith("nowhere"))).toEqual([]);
  });
});
