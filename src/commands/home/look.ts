import type { Desk } from "../../desk/index.ts";
import { gulfDay, money } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { livesIn, type Owed, owedLives } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { isLoopback, resolveProfile, type ServiceProfile } from "../../settings/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { monthOf } from "../answer/period.ts";
import { acceptanceOfAll, judgedBy } from "../due/sent.ts";
import { runLines, unfinishedRuns } from "../follow/open-runs.ts";
import { documentsOfPeriod } from "../period/documents-of-period.ts";
import { addAll, isCounted, lacksRate, signed } from "../period/period-documents.ts";

export interface HomeLook {
  readonly lines: readonly string[];
  readonly isSetUp: boolean;
}

const nothingNamed = { profile: undefined, businessProfile: undefined, serviceVersion: undefined };

/** Describes what is set up and what is open. Does not query a service or create anything. */
export async function lookAround(isPractice: boolean, desk: Desk): Promise<HomeLook> {
  if (isPractice) {
    const sandbox = await desk.profile({ ...nothingNamed, sandbox: true });
    const lines = ["Practice. Nothing is sent to a service."];
    const counted = sandbox.ok ? await inJournal(sandbox.value, desk) : [sandbox.problems[0].message];
    return { lines: [...lines, ...counted], isSetUp: true };
  }
  const settings = await desk.settings();
  const profile = settings.ok ? resolveProfile(settings.value) : settings;
  if (!profile.ok) {
    const [first] = profile.problems;
    const isNew = first.code === "no-profile";
    return { lines: isNew ? firstSteps : [first.message, first.hint], isSetUp: !isNew };
  }
  const lines = [`Books of ${nameOf(profile.value)}. Documents go to ${profile.value.origin}: they are real.`];
  return { lines: [...lines, ...(await inJournal(profile.value, desk))], isSetUp: true };
}

const firstSteps = [
  "No service is set up yet.",
  "First: switch practice on and try everything, or log in to your service.",
];

function nameOf({ name, businessProfile, businessProfileId }: ServiceProfile): string {
  const buyer = businessProfile?.party_name ?? businessProfile?.name;
  if (buyer) return name === undefined ? buyer : `${buyer} (profile ${name})`;
  return name === undefined ? (businessProfileId ?? "no business profile yet") : `profile ${name}`;
}

/** Returns the counts, or a line that explains why they are unknown. */
async function inJournal(profile: ServiceProfile, desk: Desk): Promise<readonly string[]> {
  const counted = await counts(profile, desk);
  if (counted.ok) return counted.value;
  return [`The journal cannot be read: ${counted.problems[0].message}`];
}

async function counts(profile: ServiceProfile, desk: Desk): Promise<Result<readonly string[]>> {
  const journal = await journalIfAny(desk);
  if (!journal.ok) return journal;
  if (!journal.value) return ok(["Nothing was sent from here yet."]);
  // A local address may be a sandbox, which is not checked here, so count all accounts.
  const isUnknown = !profile.sandbox && isLoopback(profile.baseUrl);
  const account = isUnknown ? undefined : await desk.account(profile);
  const runs = await unfinishedRuns(journal.value, account, desk);
  if (!runs.ok) return runs;
  const open = await openIn(journal.value, account, profile, desk);
  if (!open.ok) return open;
  const month = await monthIn(journal.value, account, desk);
  return month.ok ? ok([...runLines(runs.value), open.value, month.value]) : month;
}

const rejected: readonly Owed[] = ["failed", "rejected", "correction"];
const late: readonly Owed[] = ["pending", "not-accepted", "overdue"];

async function openIn(
  journal: Journal,
  account: string | undefined,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Result<string>> {
  const acceptance = acceptanceOfAll(profile?.acceptance);
  const lives = await livesIn(journal.together, await judgedBy(journal, { account, acceptance }, desk));
  if (!lives.ok) return lives;
  const owed: (Owed | undefined)[] = [];
  const answersSince = acceptance && new Date(`${acceptance.from}T00:00:00+04:00`).toISOString();
  const all = await owedLives(journal.together, lives.value, { account, answersSince }, (life) => owed.push(life.owed));
  if (!all.ok) return all;
  const of = (...kinds: readonly Owed[]): number => owed.filter((each) => each && kinds.includes(each)).length;
  const words = [`in doubt ${of("in-doubt")}`, `rejected ${of(...rejected)}`, `late ${of(...late)}`];
  return ok(`Open: ${[...words, `pending ${all.value.pending}`].join(" · ")}`);
}

async function monthIn(journal: Journal, account: string | undefined, desk: Desk): Promise<Result<string>> {
  const month = monthOf(desk.now());
  // Documents are normally sent in the month of their date or later; one with a future date may have been sent a month
  // earlier.
  const before = new Date(Date.parse(`${month.from}T00:00:00+04:00`) - 31 * 24 * 3_600_000);
  const found = await documentsOfPeriod(journal, month, account, before.toISOString());
  if (!found.ok) return found;
  const counted = found.value.filter(isCounted);
  const { vat } = addAll(counted.map((each) => signed(each, each.aed)));
  const unknown = counted.filter(lacksRate).length;
  const without = unknown === 0 ? "" : `, without ${unknown} whose exchange rate is not known`;
  const documents = counted.length === 1 ? "1 document" : `${counted.length} documents`;
  return ok(`${gulfDay(desk.now()).slice(0, 7)}: ${documents}, VAT AED ${money.forPeople(vat)}${without}`);
}
