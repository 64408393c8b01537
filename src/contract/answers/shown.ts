import type { AnswerMembers, Meaning, Member, Understood } from "./define.ts";

export interface JsonMember<T> {
  readonly name: string;
  readonly means: Meaning;
  of(told: T): unknown;
}

/** Returns the members of the JSON output. Members of a group are flattened into the top level. */
export function jsonMembersOf<M extends AnswerMembers>(members: M): readonly JsonMember<Understood<M>>[] {
  return Object.entries(members).flatMap(([name, member]): JsonMember<Understood<M>>[] => {
    const value = (told: object): unknown => (told as Readonly<Record<string, unknown>>)[name];
    if (member.means === "group")
      return jsonMembersOf(member.members ?? {}).map((inner) => ({
        ...inner,
        of: (told) => inner.of((value(told) ?? {}) as Understood<AnswerMembers>),
      }));
    const json = jsonName(name, member);
    return json === null ? [] : [{ name: json, means: member.means, of: value }];
  });
}

function jsonName(name: string, { json, means }: Member): string | null {
  if (json !== undefined) return json;
  return means === "other" ? null : name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

export interface ShownMember<M extends AnswerMembers> {
  readonly name: keyof M & string;
  readonly heading: string;
  readonly means: Meaning;
}

/** Returns only the members displayed on the screen or with --verbose, in the order of their definition. */
export function shownMembersOf<M extends AnswerMembers>(
  members: M,
  at: "screen" | "verbose",
): readonly ShownMember<M>[] {
  return Object.entries(members).flatMap(([name, { place, means }]) => {
    const heading = (place as Readonly<Record<string, string>> | undefined)?.[at];
    return heading === undefined ? [] : [{ name, heading, means }];
  });
}
