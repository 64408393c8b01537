/** A part of a profile that a list may have. */
export type ProfileField =
  | "name"
  | "company"
  | "base_url"
  | "business_profile_id"
  | "number_series"
  | "credit_note_series"
  | "account_name"
  | "journal"
  | "service_version";

/** The headings of each part, as `folded` writes them; the first one is its name in a YAML or JSON file. */
const headings: Readonly<Record<ProfileField, readonly string[]>> = {
  name: ["name", "profile", "profile name"],
  company: ["company", "company name"],
  base_url: ["base url", "url", "address", "service"],
  business_profile_id: ["business profile id", "business profile"],
  number_series: ["number series", "invoice series"],
  credit_note_series: ["credit note series"],
  account_name: ["account name", "account"],
  journal: ["journal"],
  service_version: ["service version", "version"],
};

const fields = new Map(
  Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field as ProfileField] as const)),
);

const folded = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** The part of a profile that a heading names; undefined for any other heading. */
export function profileFieldOf(heading: string): ProfileField | undefined {
  return fields.get(folded(heading));
}

/** Whether a heading is of what must not be in such a file. */
export function isSecret(heading: string): boolean {
  return /\b(?:token|secret|password|client id|api key)\b/.test(folded(heading));
}

/** The headings, for people. */
export const profileHeadings = Object.values(headings)
  .map(([first]) => first)
  .join(", ");
