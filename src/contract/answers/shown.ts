import type { AnswerMembers, Meaning, Member, Understood } from "./define.ts";

/** The name and meaning of each member that an object has in --json; those of a group stand beside the others. */
export function jsonMembersOf(members: AnswerMembers): readonly (readonly [name: string, means: Meaning])[] {
  return Object.entries(members).flatMap(([name, member]) => {
    if (member.means === "group") return jsonMembersOf(member.members ?? {});
    const json = jsonName(name, member);
    return json === null ? [] : [[json, member.means] as const];
  });
}

/** What was read of an object, for scripts: every member is always there, null where nothing was told. */
export function jsonOf<M extends AnswerMembers>(
  members: M,
  told: Partial<Understood<M>> | object,
): Record<string, unknown> {
  const values = told as Readonly<Record<string, unknown>>;
  const json: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    if (member.means === "group") Object.assign(json, jsonOf(member.members ?? {}, values[name] ?? {}));
    else {
      const own = jsonName(name, member);
      if (own !== null) json[own] = values[name] ?? null;
    }
  }
  return json;
}

function jsonName(name: string, { json, means }: Member): string | null {
  if (json !== undefined) return json;
  return means === "other" ? null : name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** A member on the screen. */
export interface ShownMember<M extends AnswerMembers> {
  readonly name: keyof M & string;
  readonly heading: string;
  readonly means: Meaning;
}

/** The members that a person sees, in their order. */
export function shownMembersOf<M extends AnswerMembers>(
  members: M,
  at: "screen" | "verbose",
): readonly ShownMember<M>[] {
  return Object.entries(members).flatMap(([name, { place, means }]) => {
    const heading = (place as Readonly<Record<string, string>> | undefined)?.[at];
    return heading === undefined ? [] : [{ name, heading, means }];
  });
}
