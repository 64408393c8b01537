import { copies, stepsOf } from "./copies.ts";
import { type Field, isRecord, memberOf } from "./fields/fields.ts";
import type { DocumentKind } from "./kind.ts";
import { documentShapes, type SelfBilledDocument } from "./shapes.ts";

/**
 * Returns a copy with valid values at these paths, to find out which findings are only consequences of errors there.
 * A missing group or list is created without its fields. Unknown paths and existing groups stay as they are.
 */
export function withStandIns(
  document: SelfBilledDocument,
  paths: readonly string[],
  kind: DocumentKind,
): SelfBilledDocument {
  const own = copies();
  const copy = own(document);
  for (const path of paths) putStandIn(copy, documentShapes[kind], stepsOf(path), own);
  // The only valid value is the document's currency, which no example can know.
  const { document_currency_code: currency, tax_exchange_rate: rate } = copy;
  if (currency !== undefined && isRecord(rate) && paths.includes("tax_exchange_rate.source_currency_code"))
    copy.tax_exchange_rate = { ...rate, source_currency_code: currency };
  return copy;
}

type Own = ReturnType<typeof copies>;

/** Changes `group`, which must already be a copy. */
function putStandIn(group: Record<string, unknown>, field: Field, [name, ...rest]: readonly string[], own: Own): void {
  const member = name === undefined ? undefined : memberOf(field, name);
  if (name === undefined || member === undefined) return;
  const value = group[name];
  if (member.kind === "leaf") {
    if (rest.length === 0) group[name] = member.meta.example;
  } else if (member.kind === "list" || (member.kind === "object-or-list" && Array.isArray(value))) {
    const entries: unknown[] = Array.isArray(value) && value.length > 0 ? own(value) : [{}];
    group[name] = entries;
    const [at = "0", ...below] = rest;
    const index = Number.parseInt(at, 10);
    const entry = entries[index];
    if (!isRecord(entry) || below.length === 0) return;
    const copy = own(entry);
    entries[index] = copy;
    putStandIn(copy, member.item, below, own);
  } else {
    const copy = own(isRecord(value) ? value : {});
    group[name] = copy;
    if (rest.length > 0) putStandIn(copy, member, rest, own);
    // Created before without its fields, and still missing: none of them is required for itself.
    else if (isRecord(value) && Object.keys(value).length === 0) putExamples(copy, member);
  }
}

function putExamples(group: Record<string, unknown>, field: Field): void {
  if (field.kind !== "object" && field.kind !== "object-or-list") return;
  for (const [name, member] of Object.entries<Field>(field.members))
    if (member.kind === "leaf") group[name] = member.meta.example;
}
