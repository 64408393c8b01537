import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { PrepareOptions } from "../../prepare/index.ts";
import { fail, failAll, map, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { companiesOf, profileOfCompany, type ServiceProfile, type Settings } from "../../settings/index.ts";
import type { Checkable, Checked } from "./check-documents.ts";

export interface Share {
  /** Account options that override the run's. */
  readonly named: Pick<ConnectionWords, "profile">;
  readonly profile: ServiceProfile | undefined;
  /** Remark saying that other companies' documents are left out. */
  readonly left?: Problem | undefined;
  /** Set if there are several companies. */
  readonly company?: string | undefined;
  /** The documents' positions in the run. */
  readonly places: readonly number[];
}

export interface CheckedShare extends Share {
  readonly how: PrepareOptions;
  readonly checked: readonly Checked[];
}

export function inOrderOfRun<T>(
  shares: readonly { readonly places: readonly number[]; readonly things: readonly T[] }[],
): T[] {
  return shares
    .flatMap(({ places, things }) => things.map((thing, at) => ({ thing, place: places[at] ?? 0 })))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/**
 * Divides the documents by profile. Those from a sheet with a company column belong to the profile of that company, all
 * others to the run's profile. If the options name a profile, other companies' documents are left out. An unknown
 * company is reported when its document is checked. Problems: `bad-usage`, `empty-document`, any profile problem, any
 * settings problem, any journal problem.
 */
export async function sharesOf(
  subjects: readonly Checkable[],
  words: ConnectionWords,
  desk: Desk,
): Promise<Result<readonly [Share, ...Share[]]>> {
  const every = subjects.map((_, at) => at);
  const ofRun = async (places: readonly number[], left?: Problem): Promise<Result<readonly [Share]>> => {
    const { profile: named } = words;
    return map(await desk.profile(words), (profile) => [{ named: { profile: named }, profile, places, left }]);
  };
  if (subjects.every((each) => companyOf(each) === undefined)) return ofRun(every);
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const { places, astray } = placesByProfile(subjects, settings.value);
  const isPractice = settings.value.folders.usual !== undefined;
  if (isPractice || [...places.keys()].every((name) => name === undefined)) return ofRun(every);
  if (words.profile !== undefined) {
    const isOther = (name: string | undefined) => name !== undefined && name !== words.profile?.trim();
    const others = new Set([...places].flatMap(([name, own]) => (isOther(name) ? own : [])));
    const own = every.filter((at) => !others.has(at));
    const left = othersLeft(others.size, words.profile, subjects);
    return own.length === 0 ? fail(noneLeft(words.profile, subjects)) : ofRun(own, others.size > 0 ? left : undefined);
  }
  if (words.businessProfile !== undefined) return fail(twoBuyers());
  // These documents are only reported, not sent, so any profile will do.
  const [nearest = undefined] = places.keys();
  if (astray.length > 0)
    places.set(
      nearest,
      [...(places.get(nearest) ?? []), ...astray].sort((a, b) => a - b),
    );
  const shares: Share[] = [];
  const journals = new Map<string, string>();
  for (const [name, own] of places) {
    const profile = await desk.profile({ ...words, profile: name });
    if (!profile.ok) return profile;
    const journal = await desk.journalPlace();
    if (!journal.ok) return journal;
    journals.set(journal.value.path, profile.value.name ?? "");
    const { company } = companiesOf(settings.value, profile.value.businessProfileId ?? "");
    shares.push({ named: { profile: name }, profile: profile.value, places: own, company });
  }
  const [first, ...others] = shares;
  if (journals.size > 1) return fail(twoJournals([...journals.values()]));
  return first === undefined ? failAll([]) : ok([first, ...others]);
}

export function ofNobody(subjects: readonly Checkable[]): Share {
  return { named: { profile: undefined }, profile: undefined, places: subjects.map((_, at) => at) };
}

interface Places {
  /** Positions by profile, in order of first occurrence; undefined for documents without a company. */
  readonly places: Map<string | undefined, number[]>;
  /** Positions of documents that are unreadable or name an unknown company. */
  readonly astray: readonly number[];
}

function placesByProfile(subjects: readonly Checkable[], settings: Pick<Settings, "file" | "env">): Places {
  const places = new Map<string | undefined, number[]>();
  const astray: number[] = [];
  const known = new Map<string, Result<string>>();
  for (const [at, subject] of subjects.entries()) {
    const company = companyOf(subject);
    const profile = company === undefined ? undefined : (known.get(company) ?? profileOfCompany(settings, company));
    if (company !== undefined && profile) known.set(company, profile);
    if (profile?.ok === false || subject.unread) astray.push(at);
    else {
      const own = places.get(profile?.value);
      if (own) own.push(at);
      else places.set(profile?.value, [at]);
    }
  }
  return { places, astray };
}

/**
 * Returns the company that a document from a spreadsheet names; in any other file, naming one is the error
 * `wrong-company`.
 */
function companyOf({ content }: Checkable): string | undefined {
  if (content === undefined || content instanceof Uint8Array) return undefined;
  const { company } = content.document as { readonly company?: unknown };
  return typeof company === "string" && company.trim() !== "" ? company : undefined;
}

function othersLeft(count: number, profile: string, [first]: readonly Checkable[]): Problem {
  const of = count === 1 ? "1 document of another company is" : `${count} documents of other companies are`;
  const message = `${of} not part of this run, which is for the profile ${profile}.`;
  const hint = "Without --company and --profile the rows of all companies are sent, each to its own.";
  return problem("rows-left-out", message, hint, {
    where: { file: first?.source ?? first?.file },
    severity: "warning",
  });
}

function noneLeft(profile: string, [first]: readonly Checkable[]): Problem {
  const message = `Nothing was sent: no document of the sheet is of the profile ${profile}.`;
  const hint = "Check the column of companies. selfbill profile list shows the company of each profile.";
  return problem("empty-document", message, hint, { where: { file: first?.source ?? first?.file } });
}

function twoBuyers(): Problem {
  const message =
    "Nothing was sent: the sheet names the company of each document, and --business-profile names one for all.";
  return problem("bad-usage", message, "Leave --business-profile out.");
}

function twoJournals(names: readonly string[]): Problem {
  const message = `Nothing was sent: the companies of this run have several journals; profiles: ${names.join(", ")}.`;
  return problem("bad-usage", message, "Send the rows of each company with a run of its own: --company NAME");
}
