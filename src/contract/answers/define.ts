import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../json/index.ts";
import { asOneLine, Reading, type ToldMember } from "../told.ts";

/** The kind of value, for display and for scripts. Times are Unix milliseconds. */
export type Meaning = "text" | "participant" | "document-type" | "process" | "instant" | "yes" | "group" | "other";

/** Whether a service that follows the description always sends a member, may send null instead, or may leave it out. */
type Presence = "always" | "nullable" | "optional";

/**
 * Where a member is displayed: under a heading, or under a heading only with --verbose. `scripts` explains why it is
 * displayed nowhere, so that only scripts get it.
 */
type Place = { readonly screen: string } | { readonly verbose: string } | { readonly scripts: string };

interface Words {
  /** Other names that services use for the member. */
  readonly alike?: readonly string[];
  /** What the service description says about the value. */
  readonly says?: string;
  /**
   * The name in --json if it is not the name in snake_case; null if only the raw answer in --json contains the member.
   */
  readonly json?: string | null;
}

/**
 * Defines a member of an answer. T is the type as read, S the type as the sandbox sends it. Everything else is derived
 * from these definitions: the types `Understood` and `AnsweredAs`, the tolerant reader, the schema of the description,
 * the member of --json with its schema, and its position on the screen.
 */
export interface Member<T = unknown, S = unknown, P extends Presence = Presence> extends Words {
  readonly means: Meaning;
  readonly presence: P;
  readonly place: Place | undefined;
  /**
   * Returns undefined if the value cannot be understood; it is then shown as received. A member without `read` is never
   * read.
   */
  readonly read?: (from: Reading, names: readonly string[]) => T | undefined;
  readonly schema: () => z.ZodType;
  /** Members of a group, or of each object in a list. */
  readonly members?: AnswerMembers;
  /** Never set; it carries the type S for the compiler. */
  readonly answered?: S;
}

export type AnswerMembers = Readonly<Record<string, Member>>;

type ReadAs<M> = M extends Member<infer T> ? T : never;
type SentAs<M> = M extends Member<unknown, infer S> ? S : never;
type Always = Member<unknown, unknown, "always">;

/** An object from an answer, as read, with the contract's names; `more` holds unknown members, as received. */
export type Understood<M extends AnswerMembers> = {
  readonly [K in keyof M as [ReadAs<M[K]>] extends [never] ? never : K]?: ReadAs<M[K]> | undefined;
} & { readonly more: readonly ToldMember[] };

/** An object as sent by a service that follows the description. */
export type AnsweredAs<M extends AnswerMembers> = {
  readonly [K in keyof M as M[K] extends Always ? K : never]: SentAs<M[K]>;
} & { readonly [K in keyof M as M[K] extends Always ? never : K]?: SentAs<M[K]> | null };

type Read<T> = NonNullable<Member<T>["read"]>;

/** Returns a function that defines members of one kind. */
function kind<T, S>(means: Meaning, read: Read<T>, schema: () => z.ZodType<S>, words: Words = {}) {
  return (place: Place, own: Words = {}): Member<T, S, "always"> => {
    const { says } = { ...words, ...own };
    const described = says === undefined ? schema : () => schema().meta({ description: says });
    return { means, presence: "always", place, read, schema: described, ...own };
  };
}

const readText: Read<string> = (from, names) => from.text(...names);
const string = () => z.string();

const text = kind("text", readText, string);
/** A word from a list that the service may extend at any time: one from the list, or any other string. */
const openWord = <const W extends string>(known: readonly W[]) =>
  kind("text", readText, () => z.union([z.enum(known), z.string()]), {
    says: `${known.join(", ")}, or a word that the service adds later`,
  });
/** A participant in the network: its scheme and id. */
const participant = kind("participant", readText, string);
const documentType = kind("document-type", readText, string);
const processId = kind("process", readText, string);
/** A document, possibly megabytes, read as Base64 whatever its form; --json includes it only on request. */
const file = kind("other", (from, names) => from.document(...names), string);
/** A whole number, read as a string. */
const count = kind("text", readText, () => z.int());
/** Milliseconds, read as a string. */
const duration = kind("text", readText, () => z.int(), { says: "Milliseconds" });
const instant = kind(
  "instant",
  (from, names) => from.instant(...names),
  () => z.int(),
  { says: "Unix time in milliseconds" },
);
const yes = kind(
  "yes",
  (from, names) => from.boolean(...names),
  () => z.boolean(),
);
/** Each entry becomes one line; a single string is treated as a list of one. */
const lines = kind("other", readLines, () => z.array(z.unknown()));

function readLines(from: Reading, names: readonly string[]): readonly string[] | undefined {
  const several = from.list(...names)?.flatMap((each) => asOneLine(each) ?? []);
  const alone = several === undefined ? from.text(...names) : undefined;
  return alone === undefined ? several : [alone];
}

/** Options of a group. */
interface Group<M> extends Words {
  /** The member that a string represents if it is sent instead of the object. */
  readonly alone?: keyof M & string;
}

function group<const M extends AnswerMembers>(
  members: M,
  own: Group<M> = {},
): Member<Understood<M>, AnsweredAs<M>, "always"> {
  const read = readerOf(members);
  return {
    ...{ means: "group", presence: "always", place: undefined, members, schema: () => schemaOf(members), ...own },
    read(from, names) {
      const object = from.object(...names);
      if (object !== undefined) return read(object);
      const alone = own.alone === undefined ? undefined : from.text(...names);
      return alone === undefined ? undefined : ({ [own.alone ?? ""]: alone, more: [] } as unknown as Understood<M>);
    },
  };
}

/** A list of objects; an entry that is not an object is read as an object with only the member `alone`. */
function list<const M extends AnswerMembers>(
  members: M,
  own: Required<Pick<Group<M>, "alone">>,
): Member<readonly Understood<M>[], readonly AnsweredAs<M>[], "always"> {
  const read = readerOf(members);
  return {
    ...{ means: "other", presence: "always", place: undefined, members, schema: () => z.array(schemaOf(members)) },
    read: (from, names) =>
      from.list(...names)?.flatMap((each): Understood<M>[] => {
        if (isJsonObject(each)) return [read(each)];
        const line = asOneLine(each);
        return line === undefined ? [] : [{ [own.alone]: line, more: [] } as unknown as Understood<M>];
      }),
  };
}

/** Defines a member that is removed from an answer before anything else reads it. */
function dropped(why: string): Member<never, string, "nullable"> {
  return { means: "other", presence: "nullable", place: { scripts: why }, json: null, schema: string };
}

/** Marks a member that the service may send as null. */
function nullable<T, S>(member: Member<T, S, "always">): Member<T, S, "nullable"> {
  return { ...member, presence: "nullable" };
}

/** Marks a member that the service may leave out. */
function optional<T, S>(member: Member<T, S, "always">): Member<T, S, "optional"> {
  return { ...member, presence: "optional" };
}

/** Definitions of members, used as `is.text(…)`. */
export const is = {
  ...{ text, openWord, participant, documentType, processId, file, count, duration, instant, yes, lines },
  ...{ group, list, dropped, nullable, optional },
} as const;

/** Returns all names under which services send the member. */
export function toldNames<M extends AnswerMembers>(members: M, name: keyof M & string): readonly string[] {
  return [name, ...(members[name]?.alike ?? [])];
}

/** Returns a reader that also reports unknown members, as `more`. */
export function readerOf<const M extends AnswerMembers>(members: M): (object: JsonObject) => Understood<M> {
  const read = knownReaderOf(members);
  return (object) => {
    const from = new Reading(object);
    return { ...read(from), more: from.rest() } as Understood<M>;
  };
}

/** Returns a reader of these members alone, for callers that read further members from the same answer. */
export function knownReaderOf<const M extends AnswerMembers>(
  members: M,
): (from: Reading) => Omit<Understood<M>, "more"> {
  const parts = Object.keys(members).map((name) => [name, members[name]?.read, toldNames(members, name)] as const);
  return (from) => {
    const told: Record<string, unknown> = {};
    for (const [name, read, names] of parts) if (read !== undefined) told[name] = read(from, names);
    return told as Omit<Understood<M>, "more">;
  };
}

/**
 * Returns the schema of an object in the service description. Objects stay open: a service may add members at any time.
 */
export function schemaOf(members: AnswerMembers): z.ZodObject {
  const of = ({ presence, schema }: Member): z.ZodType =>
    presence === "nullable" ? schema().nullable() : presence === "optional" ? schema().optional() : schema();
  return z.looseObject(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, of(member)])));
}

/** Returns the object that the sandbox sends, with null for omitted members that may be null. */
export function answeredAs<const M extends AnswerMembers>(members: M, told: AnsweredAs<M>): AnsweredAs<M> {
  const silent = Object.entries(members).filter(([name, { presence }]) => presence === "nullable" && !(name in told));
  return { ...told, ...Object.fromEntries(silent.map(([name]) => [name, null])) };
}
