import { isOfPattern, isPerSupplier, shownSeries } from "../../document/index.ts";
import { businessProfileIn, type Journal } from "../../journal/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { accountOf, companiesOf, parseBaseUrl, type Settings, type StoredProfile } from "../../settings/index.ts";
import { openAt } from "../journal/of-profile.ts";

export interface ProfileChange {
  readonly name: string;
  readonly changes: { readonly [field in Field]?: string | undefined };
}

type SeriesField = (typeof seriesFields)[number];

type Field = "base_url" | "business_profile_id" | "journal" | SeriesField;

const seriesFields = ["number_series", "credit_note_series"] as const;

/**
 * Finds number series that another company already uses. Skips journals that cannot be read, such as one on a server
 * without a stored password; sending with that journal refuses such numbers.
 */
export async function seriesOfOtherCompanies<Row extends ProfileChange>(
  settings: Settings,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly path: SeriesField; readonly found: Problem }[]> {
  const journals = new Map<string, Journal | undefined>();
  const journalAt = async (place: string): Promise<Journal | undefined> => {
    if (!journals.has(place)) {
      const opened = await openAt(place, settings);
      journals.set(place, opened.ok ? opened.value : undefined);
    }
    return journals.get(place);
  };
  const all: { row: Row; path: SeriesField; found: Problem }[] = [];
  for (const row of rows) for (const each of await foundIn(row, settings, journalAt)) all.push({ row, ...each });
  for (const journal of journals.values()) journal?.close();
  return all;
}

async function foundIn(
  { name, changes }: ProfileChange,
  settings: Settings,
  journalAt: (place: string) => Promise<Journal | undefined>,
): Promise<{ path: SeriesField; found: Problem }[]> {
  const stored = Object.hasOwn(settings.file.profiles, name) ? settings.file.profiles[name] : undefined;
  const base = parseBaseUrl(changes.base_url ?? stored?.base_url ?? "");
  const id = changes.business_profile_id ?? stored?.business_profile_id;
  const wanted = seriesFields.flatMap((path) => {
    const pattern = seriesSet(path, changes, stored);
    // With {supplier}, what is used depends on the codes: the journal compares it when a document is sent.
    return pattern === undefined || isPerSupplier(pattern) ? [] : [{ path, pattern }];
  });
  if (!base.ok || id === undefined || wanted.length === 0) return [];
  const journal = await journalAt(placeOf(changes.journal, stored, settings));
  const others = await journal?.accounts.seriesOfOthers(accountOf(base.value, id));
  if (!others?.ok) return [];
  return wanted.flatMap(({ path, pattern }) => {
    const other = others.value.find(({ series }) => isOfPattern(series, pattern));
    if (other === undefined) return [];
    const company = companiesOf(settings, id).companyName(businessProfileIn(other.account));
    const message = `The series ${shownSeries(other.series)} gave numbers to another company, ${company}: both companies would give the same numbers.`;
    const hint = "Give each company a series of its own, for example with its initials.";
    return [{ path, found: problem("bad-setting", message, hint, { where: { path } }) }];
  });
}

/** Returns the series that the change puts into use; undefined if the series, company and journal stay the same. */
function seriesSet(
  path: SeriesField,
  changes: ProfileChange["changes"],
  stored: StoredProfile | undefined,
): string | undefined {
  const isTouched = [path, "business_profile_id", "journal"] as const;
  if (!isTouched.some((each) => changes[each] !== undefined && changes[each] !== stored?.[each])) return undefined;
  return (changes[path] ?? stored?.[path])?.trim();
}

function placeOf(given: string | undefined, stored: StoredProfile | undefined, { env, folders }: Settings): string {
  const named = env.SELFBILL_JOURNAL?.trim() || (given ?? stored?.journal);
  return named === undefined || named === "none" ? folders.data : named;
}
