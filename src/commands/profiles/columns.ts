import { profileSettings, settingNames, type TextSetting } from "../../settings/index.ts";

export type ProfileField = "name" | TextSetting;

/** Headings in `folded` form; the first one is also the name in a YAML or JSON file. */
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

export function profileFieldOf(heading: string): ProfileField | undefined {
  return fields.get(folded(heading));
}

/** Whether the heading names a secret, which a list of profiles must not contain. */
export function isSecret(heading: string): boolean {
  return /\b(?:token|secret|password|client id|api key)\b/.test(folded(heading));
}

export const profileHeadings = headings.map(([, [first]]) => first).join(", ");
