import { documentShapes } from "../shapes.ts";
import type { Field } from "./fields.ts";

let labels: Map<string, string> | undefined;

/** The everyday name, such as `the issue date`; undefined if there is none. */
export function fieldLabel(path: string): string | undefined {
  if (labels === undefined) {
    labels = new Map();
    for (const shape of Object.values(documentShapes)) collect(shape, "", "", labels);
  }
  return labels.get(path.replace(/\[\d*\]/g, ""));
}

function collect(field: Field, path: string, above: string, found: Map<string, string>): void {
  const label = field.kind === "leaf" ? field.meta.label : field.kind === "object" ? field.label : undefined;
  if (label !== undefined) found.set(path, label.replace("…", above));
  if (field.kind === "list") collect(field.item, path, label ?? above, found);
  else if (field.kind !== "leaf")
    for (const [name, member] of Object.entries(field.members))
      collect(member, path === "" ? name : `${path}.${name}`, label ?? "", found);
}

/** `The issue date (issue_date)`; only the field name if it has no everyday name. */
export function namedField(path: string): string {
  const name = path.replace(/^.*\./, "").replace(/\[\d*\]$/, "");
  const label = fieldLabel(path);
  return label === undefined ? name : `${label.charAt(0).toUpperCase()}${label.slice(1)} (${name})`;
}
