import { all, listOf, shape, text, words } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result, suggest, typed } from "../../problem/index.ts";
import type { Report, View } from "../../report/index.ts";
import {
  companyOfProfile,
  parseBaseUrl,
  type Settings,
  type StoredProfile,
  saveProfiles,
} from "../../settings/index.ts";
import { tableView } from "../answer/columns.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { journalWanted, leftBehind } from "../journal/of-profile.ts";
import type { ProfileField } from "./columns.ts";
import { type ListedProfileRow, profilesIn } from "./list.ts";
import { seriesOfOtherCompanies } from "./series-elsewhere.ts";
import { versionRemarks } from "./version-remarks.ts";

interface ImportedProfile {
  readonly profile: string;
  readonly company: string;
  readonly done: "added" | "filled in" | "unchanged";
  /** Values added to an existing profile. */
  readonly filled: readonly string[];
}

const importedShape = shape<ImportedProfile>({
  profile: [text, ({ profile }) => profile],
  company: [text, ({ company }) => company],
  done: [words("added", "filled in", "unchanged"), ({ done }) => done],
  filled: [listOf(text), ({ filled }) => filled],
});

export const profilesImported = shape<readonly ImportedProfile[]>({ imported: all(importedShape, (rows) => rows) });

/**
 * Creates all profiles or none. A file may add values to an existing profile, but not change its existing ones, so it
 * can be imported again.
 */
export async function importProfiles(file: string, settings: Settings, desk: Desk): Promise<Report> {
  const listed = await profilesIn(file, desk);
  if (!listed.ok) return stoppedBy(listed.problems);
  const planned = planOf(listed.value, settings, desk);
  if (!planned.ok) return stoppedBy(planned.problems);
  const changes = planned.value.filter(({ done }) => done !== "unchanged");
  const left = await leftByRows(changes, settings);
  if (!left.ok) return stoppedBy(left.problems);
  const found = await seriesOfOtherCompanies(settings, changes);
  const taken = found.map(({ row, path, found: each }) => ({ ...each, where: row.spot(path) }));
  if (taken.length > 0) return stoppedBy(taken);
  const saved = changes.length === 0 ? ok(settings) : saveProfiles(settings, changes);
  if (!saved.ok) return stoppedBy(saved.problems);
  const rows = planned.value.map(({ name, done, filled }): ImportedProfile => {
    const stored = saved.value.file.profiles[name];
    return { profile: name, company: (stored && companyOfProfile(stored)) ?? "", done, filled };
  });
  const view: View = {
    ...tableView(rows, {
      Profile: "profile",
      Company: "company",
      Result: ({ done, filled }) => (done === "filled in" ? `filled in: ${filled.join(", ")}` : done),
    }),
    data: profilesImported.json(rows),
    empty: "",
    next: `Sign in for each: ${suggest`login --profile NAME`}. To fetch its buyer: selfbill profile fetch NAME`,
  };
  const versions = changes.flatMap(({ changes: { service_version }, spot }) =>
    versionRemarks(service_version).map((each) => ({ ...each, where: spot("service_version") })),
  );
  return succeeded(view, false, [...left.value, ...versions]);
}

/** Warns about records that a new journal lacks. Problem: `still-in-doubt`, reported for its row. */
async function leftByRows(planned: readonly Planned[], settings: Settings): Promise<Result<readonly Problem[]>> {
  const [wrong, warnings]: [Problem[], Map<string, Problem>] = [[], new Map()];
  for (const { name, changes, spot } of planned) {
    const left = await leftBehind(settings, name, changes.journal);
    if (!left.ok) wrong.push(...left.problems.map((each) => ({ ...each, where: spot("journal") })));
    // Profiles with the same journal have the same warnings.
    else for (const each of left.value) warnings.set(each.message, each);
  }
  return wrong.length > 0 ? failAll(wrong) : ok([...warnings.values()]);
}

interface Planned extends Pick<ImportedProfile, "done" | "filled"> {
  readonly name: string;
  readonly changes: Readonly<Partial<Record<Exclude<ProfileField, "name">, string>>>;
  readonly spot: ListedProfileRow["spot"];
}

function planOf(rows: readonly ListedProfileRow[], settings: Settings, desk: Desk): Result<readonly Planned[]> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const planned = rows.flatMap(({ values, spot }): Planned[] => {
    const { name, ...rest } = values;
    const where = spot("name");
    if (name === undefined)
      problems.push(problem("wrong-value", "The row names no profile.", "Write its name.", { where }));
    else if (seen.has(name))
      problems.push(
        problem("wrong-value", `The profile ${name} appears twice.`, "Keep one of the two rows.", { where }),
      );
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    const journal = journalWanted(rest.journal, desk);
    if (!journal.ok) problems.push(...journal.problems.map((each) => ({ ...each, where: spot("journal") })));
    const wanted = { ...rest, ...(journal.ok && journal.value !== undefined ? { journal: journal.value } : {}) };
    const before = Object.hasOwn(settings.file.profiles, name) ? settings.file.profiles[name] : undefined;
    problems.push(...differences(name, before, wanted).map(({ field, found }) => ({ ...found, where: spot(field) })));
    const news = Object.entries(wanted).filter(([field]) => before?.[field as keyof StoredProfile] === undefined);
    const filled = news.map(([field]) => field.replaceAll("_", " "));
    const done = before === undefined ? "added" : news.length > 0 ? "filled in" : "unchanged";
    return [{ name, spot, done, filled: before === undefined ? [] : filled, changes: Object.fromEntries(news) }];
  });
  return problems.length > 0 ? failAll(problems) : ok(planned);
}

function differences(name: string, before: StoredProfile | undefined, wanted: Planned["changes"]) {
  return Object.entries(wanted).flatMap(([key, value]) => {
    const field = key as Exclude<ProfileField, "name">;
    const has = before?.[field];
    if (has === undefined || same(field, has, value)) return [];
    const message = `Nothing was imported: the profile ${name} has another ${field.replaceAll("_", " ")}, ${has}.`;
    const hint = `An import changes nothing that a profile has. To change it: selfbill profile set ${typed(name)}`;
    return [{ field, found: problem("bad-setting", message, hint) }];
  });
}

function same(field: ProfileField, one: string, other: string): boolean {
  if (field === "business_profile_id") return one.toLowerCase() === other.toLowerCase();
  const base = field === "base_url" ? parseBaseUrl(other) : undefined;
  return one === (base?.ok ? base.value.url : other.replace(/ +/g, " "));
}
