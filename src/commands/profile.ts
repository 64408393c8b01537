import type { Desk } from "../desk/index.ts";
import { type BusinessProfile, businessProfileSchema, gulfDay } from "../document/index.ts";
import { type JsonValue, numbersAsText } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result, typed } from "../problem/index.ts";
import { readDocument } from "../read/index.ts";
import type { Report } from "../report/index.ts";
import {
  companyOfProfile,
  listProfiles,
  resolveProfile,
  type Settings,
  saveProfile,
  useProfile,
} from "../settings/index.ts";
import { tableView } from "./answer/columns.ts";
import { profileReport, profileShape } from "./answer/profile-report.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, type Input } from "./command.ts";
import { servicesOptions, wordIn } from "./create/services.ts";
import { extrasMissing } from "./follow/extras-missing.ts";
import { movedService } from "./journal/moved-service.ts";
import { journalWanted, leftBehind } from "./journal/of-profile.ts";
import { readLogo } from "./preview/logo.ts";
import { readAccounts } from "./profiles/accounts.ts";
import { importProfiles, profilesImported } from "./profiles/import.ts";
import { settingOptions } from "./profiles/options.ts";
import { seriesOfOtherCompanies } from "./profiles/series-elsewhere.ts";
import { versionRemarks } from "./profiles/version-remarks.ts";

const { base_url, ...otherSettings } = settingOptions;
const options = { base_url, ...servicesOptions, ...otherSettings } as const;

const actions = ["list", "show", "set", "use", "fetch", "import"] as const;

type ProfileInput = Input<typeof options>;

export const profile = defineCommand({
  words: "profile <list|show|set|use|fetch|import> [name]",
  completes: { name: "profile" },
  summary: "connections to services: list, show, set, use, fetch the buyer, import many",
  help: `A profile names a service, the business profile that buys, and the API version. The first one becomes the current one. fetch reads
the buyer's party from the service and keeps it, so that its rules can be checked before sending. import FILE makes the profiles of a list
(.xlsx, .csv, YAML or JSON: name, company, base URL, business profile id, number series …), all or none; a profile that exists keeps what it has.
A service that has only creating, Peppol status and logs is told so, and then not asked for more: profile set NAME --extras no.`,
  group: "Set up",
  practice: "refused",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: true },
  answers: ({ answer, records }) => [
    answer({ profile: profileShape.schema }),
    records.profiles,
    profilesImported.schema,
  ],
  options,
  examples: [
    { type: "selfbill profile set acme --base-url https://api.example.com", does: "makes or changes a profile" },
    { type: "selfbill profile set acme --business-profile BP-7Q2M4X9KTD", does: "says who the buyer is" },
    {
      type: "selfbill profile set acme --journal postgres://amina@db.example/books",
      does: "uses the journal of a team",
    },
    { type: "selfbill profile set acme --extras no", does: "says that the service only creates and tells status" },
    { type: "selfbill profile import companies.xlsx", does: "makes a profile for each company of a list" },
    { type: "selfbill profile use acme", does: "makes it the current one" },
    { type: "selfbill profile show", does: "shows the current one, and where each value comes from" },
  ],
  input(words, options) {
    const [action = ""] = words;
    const known = (actions as readonly string[]).includes(action);
    const wrong = strayOptions(action, { words, options }) ?? (known ? undefined : unknownAction(action));
    const nameless = action === "import" && words[1] === undefined ? noFile() : undefined;
    const found = wrong ?? nameless;
    return found ? fail(found) : ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const [action, name] = input.words;
    const settings = await desk.settings();
    if (!settings.ok) return stoppedBy(settings.problems);
    if (action === "list") return list(settings.value);
    if (action === "show") return shown(settings.value, name, "Profile");
    if (action === "import") return importProfiles(name ?? "", settings.value, desk);
    if (action === "set")
      return set(settings.value, name ?? settings.value.file.current_profile ?? "default", input, desk);
    return action === "use" ? use(settings.value, name) : fetchParty(settings.value, name, desk);
  },
});

function unknownAction(action: string): Problem {
  const hint = "Type selfbill profile list, show, set, use, fetch or import.";
  return problem("bad-usage", `Unknown action ${JSON.stringify(action)} for profile.`, hint);
}

function noFile(): Problem {
  return problem("bad-usage", "profile import needs a file.", "Type selfbill profile import FILE: a list of profiles.");
}

/**
 * Reports options that the action would silently ignore, except --journal, which every command accepts. An omitted
 * setting is undefined, because `--extras no` is false; an omitted flag is false.
 */
function strayOptions(action: string, { options }: ProfileInput): Problem | undefined {
  const { journal: _, sameService, otherService, ...settings } = options;
  const given = sameService || otherService || Object.values(settings).some((value) => value !== undefined);
  if (!given || action === "set") return undefined;
  return problem(
    "bad-usage",
    `selfbill profile ${action} takes no values.`,
    "To change a profile type selfbill profile set.",
  );
}

function list(settings: Settings): Report {
  const profiles = listProfiles(settings);
  // Most profiles use the default journal folder, so omit the column if all do.
  const ofOwn = profiles.some(({ journal }) => journal !== undefined);
  const areNamed = profiles.some((each) => companyOfProfile(each) !== undefined);
  const shown = tableView(profiles, {
    Profile: (each) => (each.current ? `${each.name} (current)` : each.name),
    "Base URL": (each) => (each.sandbox ? `${each.base_url} (sandbox)` : each.base_url),
    "Business profile": (each) => each.business_profile_id,
    Version: (each) => each.service_version,
    Token: ({ sign_in: kept, own_token: isOwn }) => (kept ? `${kept.kept}${isOwn ? ", its own" : ""}` : "none"),
    Journal: ofOwn && (({ journal }) => journal ?? "this computer"),
    Company: areNamed && companyOfProfile,
  });
  const empty = "There is no profile yet: selfbill profile set NAME --base-url URL --business-profile ID.";
  return succeeded({ ...shown, data: { profiles }, empty });
}

function shown(settings: Settings, name: string | undefined, title: string, problems: readonly Problem[] = []): Report {
  const resolved = resolveProfile(settings, { profile: name });
  return resolved.ok ? profileReport(resolved.value, settings, title, problems) : stoppedBy(resolved.problems);
}

async function set(settings: Settings, name: string, { options: given }: ProfileInput, desk: Desk): Promise<Report> {
  const party = given.business_profile === undefined ? ok(undefined) : await readParty(given.business_profile, desk);
  if (!party.ok) return stoppedBy(party.problems);
  const accounts = given.accounts === undefined ? ok(undefined) : await readAccounts(given.accounts, desk);
  if (!accounts.ok) return stoppedBy(accounts.problems);
  const logo = await logoOf(given.logo, desk);
  if (!logo.ok) return stoppedBy(logo.problems);
  const journal = journalWanted(given.journal, desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  const left = await leftBehind(settings, name, journal.value);
  if (!left.ok) return stoppedBy(left.problems);
  const word = wordIn(given);
  if (!word.ok) return stoppedBy(word.problems);
  const to = { baseUrl: given.base_url, businessProfile: given.business_profile_id, word: word.value };
  const moved = await movedService(settings, name, to, desk);
  if (!moved.ok) return stoppedBy(moved.problems);
  const changes = {
    ...given,
    business_profile: party.value,
    accounts: accounts.value,
    logo: logo.value,
    journal: journal.value,
    acceptance: given.acceptance === undefined ? undefined : { days: given.acceptance, from: gulfDay(desk.now()) },
  };
  const [taken] = await seriesOfOtherCompanies(settings, [{ name, changes }]);
  if (taken) return stoppedBy([taken.found]);
  const saved = saveProfile(settings, name, changes);
  if (!saved.ok) return stoppedBy(saved.problems);
  const recorded = await moved.value.record();
  return recorded.ok
    ? shown(saved.value, name, "Saved", [
        ...left.value,
        ...moved.value.warnings,
        ...versionRemarks(given.service_version),
      ])
    : stoppedBy(recorded.problems);
}

/**
 * Checks that a page can show the logo, and returns its absolute path; returns `none` and undefined unchanged.
 * Problems: any file-reading problem, `bad-setting`.
 */
async function logoOf(file: string | undefined, desk: Desk): Promise<Result<string | undefined>> {
  if (file === undefined || file === "none") return ok(file);
  const read = await readLogo(file, desk);
  return read.ok ? ok(desk.output.absolute(file)) : read;
}

function use(settings: Settings, name: string | undefined): Report {
  if (name === undefined) {
    return stoppedBy([problem("bad-usage", "The name of a profile is missing.", "Type selfbill profile use NAME.")]);
  }
  const used = useProfile(settings, name);
  return used.ok ? shown(used.value, name, "In use") : stoppedBy(used.problems);
}

/** Fetches the buyer's data from the service and stores it in the profile. */
async function fetchParty(settings: Settings, name: string | undefined, desk: Desk): Promise<Report> {
  const words = { sandbox: false, profile: name, businessProfile: undefined, serviceVersion: undefined };
  const connection = await desk.connect(words);
  if (!connection.ok) return stoppedBy(connection.problems);
  const { profile: known, service, businessProfileId } = connection.value;
  if (known.name === undefined || known.sources.businessProfileId !== "user file") {
    return stoppedBy([
      problem("no-profile", "There is no stored profile to add the buyer to.", "To make one: selfbill profile set"),
    ]);
  }
  const answer = await service.businessProfile(businessProfileId);
  if (!answer.ok) {
    const missing = answer.status === 404 ? await extrasMissing(service, "business profiles", known.name) : undefined;
    return stoppedBy(missing ? [partyByFile(missing, known.name)] : answer.problems, known.sandbox);
  }
  const saved = saveProfile(settings, known.name, { business_profile: answer.value });
  return saved.ok ? shown(saved.value, known.name, "Fetched") : stoppedBy(saved.problems, known.sandbox);
}

/** Adds instructions for importing the buyer's data from a file, for a service that does not provide it. */
function partyByFile(missing: Problem, name: string): Problem {
  return {
    ...missing,
    hint: `${missing.hint}\nThe buyer from a file: selfbill profile set ${typed(name)} --party FILE`,
  };
}

async function readParty(file: string, desk: Desk): Promise<Result<BusinessProfile>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const read = readDocument(bytes.value, file, "invoice");
  if (!read.ok) return read;
  const party = businessProfileSchema.safeParse(numbersAsText(read.value.document as JsonValue));
  if (party.success) return ok(party.data);
  const field = party.error.issues[0]?.path.join(".") ?? "";
  return fail(
    problem("wrong-value", `${field} of the party must be a text.`, "Put the value in double quotes.", {
      where: { file, path: field },
    }),
  );
}
