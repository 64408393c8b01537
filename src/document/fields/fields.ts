import type { CodeList } from "../code-words.ts";
import type { LeafJudge, Refine } from "./refined.ts";
import type { UblPlace } from "./ubl-place.ts";

/**
 * What a document may hold at one place. Every place may stay empty: presence is judged by rules of its own. Plain objects and not zod's
 * schemas, which took longer to make at every start of the program than a document takes to be judged.
 */
export type Field = LeafField | GroupField | ListField | GroupOrListField;

/** A field that says where it stands in UBL, or why not: a member of a group has to. */
type Placed =
  | LeafField
  | GroupField<Members, UblPlace>
  | ListField<Field, UblPlace>
  | GroupOrListField<Members, UblPlace>;

/** The fields of a group by their names. Others may stand beside them. */
export interface Members {
  readonly [name: string]: Placed;
}

/** What a leaf's text must look like, for those who cannot ask its judge, such as editors. */
export type LeafForm =
  | { readonly is: "date" }
  | { readonly is: "pattern"; readonly pattern: string }
  | { readonly is: "code"; readonly list: CodeList; readonly name: string }
  | { readonly is: "decimal"; readonly least: "any" | "zero" | "above-zero" };

/** What a leaf tells beside its value: how it travels in JSON, its PINT term, its form, and the words for schemas. */
export interface LeafMeta {
  readonly wire: "text" | "number";
  readonly form?: LeafForm;
  readonly term?: string;
  readonly description?: string;
  readonly example?: string;
  readonly label?: string;
  readonly [key: string]: unknown;
}

/** A text. */
export class LeafField {
  readonly kind = "leaf";
  /** It stands in `meta`. */
  readonly description = undefined;
  readonly meta: LeafMeta;
  readonly judge: LeafJudge;
  readonly ubl: UblPlace;

  constructor(meta: LeafMeta, judge: LeafJudge, ubl: UblPlace) {
    this.meta = meta;
    this.judge = judge;
    this.ubl = ubl;
  }
}

export class GroupField<M extends Members = Members, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "object";
  readonly members: M;
  readonly description: string | undefined;
  /** What fields of the group say of each other. */
  readonly refine: Refine<never> | undefined;
  readonly ubl: P;
  readonly label: string | undefined;

  constructor(members: M, refine: Refine<never> | undefined, description: string | undefined, ubl: P, label?: string) {
    this.members = members;
    this.refine = refine;
    this.description = description;
    this.ubl = ubl;
    this.label = label;
  }

  /** The group as a member of another one: what it is there, where it stands in UBL, and how a sentence names it. */
  at(ubl: UblPlace, description: string, label?: string): GroupField<M, UblPlace> {
    return new GroupField(this.members, this.refine, description, ubl, label);
  }

  /** The same group, whose fields depend on each other. What is refused is of tier T2. */
  refined(refine: Refine<ValueOf<GroupField<M>>>): GroupField<M, P> {
    return new GroupField(this.members, refine as Refine<never>, this.description, this.ubl);
  }
}

export class ListField<I extends Field = Field, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "list";
  readonly item: I;
  readonly description: string | undefined;
  readonly ubl: P;

  constructor(item: I, description: string | undefined, ubl: P) {
    this.item = item;
    this.description = description;
    this.ubl = ubl;
  }

  /** Its entries stand at the place, each in an element of its own. */
  at(ubl: UblPlace, description: string): ListField<I, UblPlace> {
    return new ListField(this.item, description, ubl);
  }
}

/** A group, or a list of such groups. */
export class GroupOrListField<M extends Members = Members, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "object-or-list";
  readonly members: M;
  readonly item: GroupField<M>;
  readonly description: string | undefined;
  readonly ubl: P;

  constructor(item: GroupField<M>, description: string | undefined, ubl: P) {
    this.members = item.members;
    this.item = item;
    this.description = description;
    this.ubl = ubl;
  }

  at(ubl: UblPlace, description: string): GroupOrListField<M, UblPlace> {
    return new GroupOrListField(this.item, description, ubl);
  }
}

export const groupField = <M extends Members>(members: M): GroupField<M, undefined> =>
  new GroupField(members, undefined, undefined, undefined);
export const listField = <I extends Field>(item: I): ListField<I, undefined> =>
  new ListField(item, undefined, undefined);
export const groupOrListField = <M extends Members>(item: GroupField<M>): GroupOrListField<M, undefined> =>
  new GroupOrListField(item, undefined, undefined);

/** A value of a field, as a type. */
export type ValueOf<F> = F extends LeafField
  ? string
  : F extends GroupField<infer M>
    ? { [K in keyof M]?: ValueOf<M[K]> | undefined } & { [name: string]: unknown }
    : F extends ListField<infer I>
      ? ValueOf<I>[]
      : F extends GroupOrListField<infer M>
        ? ValueOf<GroupField<M>> | ValueOf<GroupField<M>>[]
        : never;

/** The field of a member, or undefined where it is not known. */
export function memberOf(field: Field, key: string): Field | undefined {
  if (field.kind !== "object" && field.kind !== "object-or-list") return undefined;
  return Object.hasOwn(field.members, key) ? field.members[key] : undefined;
}

/** `document_lines[0].price` from its steps. */
export function pathText(steps: readonly PropertyKey[]): string {
  let path = "";
  for (const step of steps)
    path += typeof step === "number" ? `[${step}]` : path === "" ? String(step) : `.${String(step)}`;
  return path;
}

/** An object of a document: not a list, not an exact number. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
