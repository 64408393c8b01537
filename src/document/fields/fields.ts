import type { CodeList } from "../code-words.ts";
import type { LeafJudge, Refine } from "./refined.ts";

/**
 * What a document may hold at one place. Every place may stay empty: presence is judged by rules of its own. Plain objects and not zod's
 * schemas, which took longer to make at every start of the program than a document takes to be judged.
 */
export type Field = LeafField | GroupField | ListField | GroupOrListField;

/** The fields of a group by their names. Others may stand beside them. */
export interface Members {
  readonly [name: string]: Field;
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
  readonly [key: string]: unknown;
}

/** A text. */
export class LeafField {
  readonly kind = "leaf";
  /** It stands in `meta`. */
  readonly description = undefined;
  readonly meta: LeafMeta;
  readonly judge: LeafJudge;

  constructor(meta: LeafMeta, judge: LeafJudge) {
    this.meta = meta;
    this.judge = judge;
  }
}

export class GroupField<M extends Members = Members> {
  readonly kind = "object";
  readonly members: M;
  readonly description: string | undefined;
  /** What fields of the group say of each other. */
  readonly refine: Refine<never> | undefined;

  constructor(members: M, refine?: Refine<never>, description?: string) {
    this.members = members;
    this.refine = refine;
    this.description = description;
  }

  described(description: string): GroupField<M> {
    return new GroupField(this.members, this.refine, description);
  }

  /** The same group, whose fields depend on each other. What is refused is of tier T2. */
  refined(refine: Refine<ValueOf<GroupField<M>>>): GroupField<M> {
    return new GroupField(this.members, refine as Refine<never>, this.description);
  }
}

export class ListField<I extends Field = Field> {
  readonly kind = "list";
  readonly item: I;
  readonly description: string | undefined;

  constructor(item: I, description?: string) {
    this.item = item;
    this.description = description;
  }

  described(description: string): ListField<I> {
    return new ListField(this.item, description);
  }
}

/** A group, or a list of such groups. */
export class GroupOrListField<M extends Members = Members> {
  readonly kind = "object-or-list";
  readonly members: M;
  readonly item: GroupField<M>;
  readonly description: string | undefined;

  constructor(item: GroupField<M>, description?: string) {
    this.members = item.members;
    this.item = item;
    this.description = description;
  }

  described(description: string): GroupOrListField<M> {
    return new GroupOrListField(this.item, description);
  }
}

export const groupField = <M extends Members>(members: M): GroupField<M> => new GroupField(members);
export const listField = <I extends Field>(item: I): ListField<I> => new ListField(item);
export const groupOrListField = <M extends Members>(item: GroupField<M>): GroupOrListField<M> =>
  new GroupOrListField(item);

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
