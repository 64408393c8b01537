import type { LeafForm, LeafJudge, Refine } from "./refined.ts";
import type { UblPlace } from "./ubl-place.ts";

/**
 * Defines which values a field of a document may have. Any value may be absent: separate rules check presence. These
 * are plain objects instead of zod schemas, because building those at every start took longer than checking a document.
 */
export type Field = LeafField | GroupField | ListField | GroupOrListField;

/**
 * How the service returns a field. A field that is returned although it was not sent makes the document doubtful if it
 * should be returned "as sent"; it means nothing if a service may fill it in. Fields "by the service" are ignored.
 */
export type Echo = "as sent" | "filled in" | "by the service";

/** Facts about a member that is a group or a list, other than its structure and its place in UBL. */
interface MemberFacts {
  /** The name to use in a sentence. */
  readonly label?: string;
  readonly echo?: Echo;
}

/** Every member of a group must state its place in UBL, or why it has none. */
type Placed =
  | LeafField
  | GroupField<Members, UblPlace>
  | ListField<Field, UblPlace>
  | GroupOrListField<Members, UblPlace>;

/** The fields of a group, by name. A document may contain other fields; these count as unknown. */
export interface Members {
  readonly [name: string]: Placed;
}

/**
 * How a spreadsheet cell holds the value, if its form does not determine that. "digits" and "text" values are text,
 * even if they look like numbers.
 */
export type CellForm = "percent" | "time" | "digits" | "text";

/** JSON type, PINT term, form, and description for schemas. */
export interface LeafMeta {
  readonly wire: "text" | "number";
  readonly form?: LeafForm;
  readonly term?: string;
  readonly description?: string;
  readonly example?: string;
  readonly label?: string;
  readonly page?: string;
  readonly cell?: CellForm;
  readonly unasked?: string;
  readonly [key: string]: unknown;
}

export class LeafField {
  readonly kind = "leaf";
  readonly description = undefined;
  readonly meta: LeafMeta;
  readonly judge: LeafJudge;
  readonly ubl: UblPlace;
  readonly echo: Echo | undefined;

  constructor(meta: LeafMeta, judge: LeafJudge, ubl: UblPlace, echo: Echo | undefined) {
    this.meta = meta;
    this.judge = judge;
    this.ubl = ubl;
    this.echo = echo;
  }
}

export class GroupField<M extends Members = Members, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "object";
  readonly members: M;
  readonly description: string | undefined;
  /** Rules between the fields of the group. */
  readonly refine: Refine<never> | undefined;
  readonly ubl: P;
  readonly label: string | undefined;
  readonly echo: Echo | undefined;

  constructor(
    members: M,
    refine: Refine<never> | undefined,
    description: string | undefined,
    ubl: P,
    facts?: MemberFacts,
  ) {
    this.members = members;
    this.refine = refine;
    this.description = description;
    this.ubl = ubl;
    this.label = facts?.label;
    this.echo = facts?.echo;
  }

  at(ubl: UblPlace, description: string, facts: MemberFacts = {}): GroupField<M, UblPlace> {
    return new GroupField(this.members, this.refine, description, ubl, facts);
  }

  /** Adds rules that compare fields; their refusals belong to tier T2. */
  refined(refine: Refine<ValueOf<GroupField<M>>>): GroupField<M, P> {
    return new GroupField(this.members, refine as Refine<never>, this.description, this.ubl);
  }
}

export class ListField<I extends Field = Field, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "list";
  readonly item: I;
  readonly description: string | undefined;
  readonly ubl: P;
  readonly echo: Echo | undefined;

  constructor(item: I, description: string | undefined, ubl: P, facts?: MemberFacts) {
    this.item = item;
    this.description = description;
    this.ubl = ubl;
    this.echo = facts?.echo;
  }

  /** Sets the list's place in UBL; each entry is a separate element. */
  at(ubl: UblPlace, description: string, facts: MemberFacts = {}): ListField<I, UblPlace> {
    return new ListField(this.item, description, ubl, facts);
  }
}

/** A group, or a list of such groups. */
export class GroupOrListField<M extends Members = Members, P extends UblPlace | undefined = UblPlace | undefined> {
  readonly kind = "object-or-list";
  readonly members: M;
  readonly item: GroupField<M>;
  readonly description: string | undefined;
  readonly ubl: P;
  readonly echo: Echo | undefined;

  constructor(item: GroupField<M>, description: string | undefined, ubl: P, facts?: MemberFacts) {
    this.members = item.members;
    this.item = item;
    this.description = description;
    this.ubl = ubl;
    this.echo = facts?.echo;
  }

  at(ubl: UblPlace, description: string, facts: MemberFacts = {}): GroupOrListField<M, UblPlace> {
    return new GroupOrListField(this.item, description, ubl, facts);
  }
}

export const groupField = <M extends Members>(members: M): GroupField<M, undefined> =>
  new GroupField(members, undefined, undefined, undefined);
export const listField = <I extends Field>(item: I): ListField<I, undefined> =>
  new ListField(item, undefined, undefined);
export const groupOrListField = <M extends Members>(item: GroupField<M>): GroupOrListField<M, undefined> =>
  new GroupOrListField(item, undefined, undefined);

/** The type of a field's value. */
export type ValueOf<F> = F extends LeafField
  ? string
  : F extends GroupField<infer M>
    ? { [K in keyof M]?: ValueOf<M[K]> | undefined } & { [name: string]: unknown }
    : F extends ListField<infer I>
      ? ValueOf<I>[]
      : F extends GroupOrListField<infer M>
        ? ValueOf<GroupField<M>> | ValueOf<GroupField<M>>[]
        : never;

export function memberOf(field: Field, key: string): Field | undefined {
  if (field.kind !== "object" && field.kind !== "object-or-list") return undefined;
  return Object.hasOwn(field.members, key) ? field.members[key] : undefined;
}

/** For example `document_lines[0].price`. */
export function pathText(steps: readonly PropertyKey[]): string {
  let path = "";
  for (const step of steps)
    path += typeof step === "number" ? `[${step}]` : path === "" ? String(step) : `.${String(step)}`;
  return path;
}

/** Whether the value is an object, but neither a list nor an exact number. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
