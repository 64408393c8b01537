import {
  type DocumentKind,
  documentShapes,
  type Field,
  isRecord,
  memberOf,
  type SelfBilledDocument,
} from "../document/index.ts";

/** Puts the fields in the order of the document shapes, whatever the order of the questions. */
export function ordered(document: SelfBilledDocument, kind: DocumentKind): SelfBilledDocument {
  return inOrder(document, documentShapes[kind]) as SelfBilledDocument;
}

function inOrder(value: unknown, field: Field | undefined): unknown {
  if (Array.isArray(value)) {
    const item = field?.kind === "list" || field?.kind === "object-or-list" ? field.item : undefined;
    return value.map((each) => inOrder(each, item));
  }
  if (!isRecord(value)) return value;
  const known = field?.kind === "object" || field?.kind === "object-or-list" ? Object.keys(field.members) : [];
  const place = (name: string): number => known.indexOf(name);
  const names = Object.keys(value).toSorted((a, b) => place(a) - place(b));
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name], field && memberOf(field, name))]));
}
