import {
  type CellForm,
  type DocumentKind,
  documentShapes,
  type Field,
  isRecord,
  type LeafMeta,
  memberOf,
  nearest,
  ownFields,
  pathText,
} from "../document/index.ts";

export interface FieldPath {
  /** Steps within the line if `ofLine`, otherwise within the document; a number is an index into a list. */
  readonly steps: readonly (string | number)[];
  readonly ofLine: boolean;
  readonly meta: LeafMeta;
}

/** Why a path does not name a field. */
export interface NoField {
  readonly message: string;
  readonly hint: string;
}

const lines = "document_lines";
/** In characters: more than twice the length of every field's path. */
const longest = 1_000;

/**
 * Accepts paths such as `document_lines.price.base_amount` and `payment_means.payee_financial_account.id`: a list
 * without an index means its first entry, and lines need no index because each row is a line. `supplier` is a name in
 * the supplier book, `corrects` is the number of the document being replaced, and `company` is the issuing company.
 */
export function fieldPathOf(path: string, kind: DocumentKind): FieldPath | NoField {
  const own = path.trim();
  if (ownFields.includes(own)) return { steps: [own], ofLine: false, meta: { wire: "text" } };
  if (path.length > longest) return noField(`${path.slice(0, 40)}…`, "", []);
  const words = path.trim().split(/\.|(?=\[)/);
  const ofLine = words[0] === lines;
  const steps: (string | number)[] = [];
  let field: Field = documentShapes[kind];
  let listed = false;
  for (const word of words.filter((each) => each !== "[]")) {
    const index = /^\[(\d{1,2})\]$/.exec(word)?.[1];
    if (index !== undefined) {
      if (!listed)
        return { message: `${path} has a number in brackets, but is not a list.`, hint: "Leave the brackets out." };
      if (steps.length === 2 && ofLine)
        return { message: `${path} names one line.`, hint: "Each row is a line: leave the brackets out." };
      steps[steps.length - 1] = Number.parseInt(index, 10);
      listed = false;
      continue;
    }
    const member = memberOf(field, word);
    if (!member) return noField(path, word, field.kind === "object" ? Object.keys(field.members) : []);
    steps.push(word);
    listed = member.kind === "list";
    field = member.kind === "list" ? member.item : member;
    if (listed) steps.push(0);
  }
  if (field.kind !== "leaf")
    return { message: `${path} is a group of fields.`, hint: `Name a field in it, such as ${path}.id.` };
  return { steps: ofLine ? steps.slice(2) : steps, ofLine, meta: field.meta };
}

/**
 * Returns the field's description; empty if the path does not name a field. Indexes of lines and lists may be omitted.
 */
export function fieldInWords(path: string, kind: DocumentKind): string {
  const field = fieldPathOf(path, kind);
  return "steps" in field ? (field.meta.description ?? "") : "";
}

function noField(path: string, word: string, known: readonly string[]): NoField {
  const guess = nearest(word, known);
  const hint =
    guess === undefined
      ? "selfbill templates show standard-invoice shows the fields; selfbill schema invoice lists all of them."
      : `Did you mean ${path.replace(word, guess)}?`;
  return { message: `${path} is not a field of the document.`, hint };
}

/** Returns a path such as `document_lines[2].price.base_amount`; lines are counted from 0. */
export function pathIn(field: FieldPath, line: number): string {
  const at = field.ofLine ? line : 0;
  const known = madePaths.get(field)?.[at];
  if (known !== undefined) return known;
  const path = pathText(field.ofLine ? [lines, line, ...field.steps] : field.steps);
  if (at >= 0 && at < sharedLines) madePaths.set(field, Object.assign(madePaths.get(field) ?? [], { [at]: path }));
  return path;
}

/**
 * Maximum number of lines for which path strings are cached. Separate strings for fifty thousand documents would need
 * 10 % more memory.
 */
const sharedLines = 100;
const madePaths = new WeakMap<FieldPath, string[]>();

/** Returns the format in which the field is read from a cell. */
export function formOf({ meta: { cell, form } }: FieldPath): CellForm | "date" | "decimal" {
  return cell ?? (form?.is === "date" || form?.is === "decimal" ? form.is : "text");
}

export function put(target: Record<string, unknown>, steps: readonly (string | number)[], text: string): void {
  let at: Record<string | number, unknown> = target;
  steps.forEach((step, index) => {
    if (index === steps.length - 1) at[step] = text;
    else {
      at[step] ??= typeof steps[index + 1] === "number" ? [] : {};
      at = at[step] as Record<string | number, unknown>;
    }
  });
}

/** Puts fields in the order that requests and templates use. */
export function inOrder(value: unknown, field: Field): unknown {
  if (Array.isArray(value)) {
    const item = field.kind === "list" ? field.item : field;
    return value.filter((entry) => entry !== undefined).map((entry) => inOrder(entry, item));
  }
  if (!isRecord(value) || (field.kind !== "object" && field.kind !== "object-or-list")) return value;
  const own = Object.entries(value).filter(([key]) => !Object.hasOwn(field.members, key));
  const entries = Object.keys(field.members).flatMap((key): [string, unknown][] => {
    const member = field.members[key];
    return Object.hasOwn(value, key) && member ? [[key, inOrder(value[key], member)]] : [];
  });
  return Object.fromEntries([...own, ...entries]);
}
