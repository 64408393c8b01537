import { profileSettings, settingNames, type TextSetting } from "../../settings/index.ts";

/** A part of a profile in a list. */
export type ProfileField = "name" | TextSetting;

/** The headings of each part, as `folded` returns them; the first one is the part's name in a YAML or JSON file. */
const headings: readonly (readonly [string, readonly string[]])[] = [
  ["name", ["name", "profile", "profile name"]],
  ...settingNames.flatMap((name) => {
    const { headings: names } = profileSettings[name];
    return names === "not imported" ? [] : [[name, names] as const];
  }),
];

const fields = new Map(
  headings.flatMap(([field, names]) => names.map((name) => [name, field as ProfileField] as const)),
);

const folded = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Returns the part of a profile that a heading names; undefined for any other heading. */
export function profileFieldOf(heading: string): ProfileField | undefined {
  return fields.get(folded(heading));
}

/** Whether a heading names a secret, which a list of profiles must not contain. */
export function isSecret(heading: string): boolean {
  return /\b(?:token|secret|password|client id|api key)\b/.test(folded(heading));
}

/** The headings, for display. */
export const profileHeadings = headings.map(([, [first]]) => first).join(", ");
