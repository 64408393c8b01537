import { dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { networkDrive } from "../../journal/admin.ts";
import type { ServerAddress } from "../../journal/index.ts";
import { problem, suggest } from "../../problem/index.ts";
import { isOnServer, notedNowhere, passwordSource, type ServiceProfile } from "../../settings/index.ts";
import { rightsHere } from "../answer/rights.ts";
import { tokenWords } from "../answer/stopped-by.ts";
import { oldRulesIn } from "../answer/unapproved.ts";
import { withoutMemory } from "../create/gates/memory.ts";
import { syncedWarning } from "../create/synced-folder.ts";
import { type Check, faulty, fine, skipped } from "./check.ts";
import { otherJournals } from "./other-journals.ts";
import { serverChecks } from "./server.ts";

/** Checks the drive, the chain of records, the journal mark, and documents in doubt. Does not create a journal. */
export async function journalChecks(profile: ServiceProfile | undefined, desk: Desk): Promise<Check[]> {
  const place = await desk.journalPlace();
  if (!place.ok) return [faulty("journal", "Journal", place.problems[0])];
  const { path, exists, onServer, address } = place.value;
  const checks = [onServer ? fine("drive", "Drive", `a server: ${path}`, { server: path }) : driveCheck(path, desk)];
  if (address) checks.push(await passwordCheck(address, desk));
  const journal = onServer ? await desk.journal() : undefined;
  if (journal?.ok) checks.push(...(await serverChecks(journal.value, path, () => desk.now().getTime())));
  if (exists) checks.push(await chainCheck(path, desk));
  else checks.push(fine("journal", "Journal", "none yet: nothing was sent from this computer", { path: null }));
  if (onServer && exists) checks.push(...(await rightsCheck(desk)), ...(await checksOfExtras(desk)));
  checks.push(await markCheck(profile, desk));
  checks.push(exists ? await doubtCheck(desk) : fine("in-doubt", "In doubt", "no documents", { count: "0" }));
  const settings = await desk.settings();
  if (settings.ok) checks.push(...(await otherJournals(place.value, settings.value)));
  return checks;
}

/** Reports where the journal password comes from, without reading it. */
async function passwordCheck({ address, server }: ServerAddress, desk: Desk): Promise<Check> {
  const settings = await desk.settings();
  if (!settings.ok) return skipped("journal-password", "Journal password", "the settings cannot be read");
  const from = passwordSource(settings.value, server);
  return fine("journal-password", "Journal password", tokenWords(from), { from: from ?? null, server: address });
}

function driveCheck(path: string, desk: Desk): Check {
  const folder = dirname(path);
  const drive = networkDrive(folder);
  const facts = { folder, network_drive: drive ?? null };
  if (drive !== undefined) {
    const message = `The journal is on a network drive (${drive}): ${folder}. From there nothing is sent.`;
    return faulty("drive", "Drive", problem("journal-unusable", message, `${suggest`journal move --to DIR`}`), facts);
  }
  const synced = syncedWarning(folder, desk);
  return synced
    ? faulty("drive", "Drive", synced, facts)
    : fine("drive", "Drive", `a disk of this computer: ${folder}`, facts);
}

async function chainCheck(path: string, desk: Desk): Promise<Check> {
  const journal = await desk.journal();
  if (!journal.ok) return faulty("journal", "Journal", journal.problems[0], { path });
  const checked = await journal.value.verify();
  if (!checked.ok) return faulty("journal", "Journal", checked.problems[0], { path });
  const { damage, sequence } = checked.value;
  const facts = { path, links: sequence };
  const [old] = damage === undefined ? await oldRulesIn(journal.value, path) : [];
  if (old) return faulty("journal", "Journal", old, facts);
  if (damage === undefined)
    return fine(
      "journal",
      "Journal",
      `complete, ${sequence === 1 ? "1 entry" : `${sequence} entries`}: ${path}`,
      facts,
    );
  const restore = isOnServer(path)
    ? `Ask whoever runs the server to restore a backup, then type ${suggest`journal accept`}.`
    : `Restore a backup: ${suggest`journal restore FILE`}.`;
  const hint = `${restore} Until then check in the service what exists, and send nothing.`;
  return faulty(
    "journal",
    "Journal",
    problem("journal-unusable", `The journal ${path} is damaged: ${damage}.`, hint),
    facts,
  );
}

/** Checks the user's rights on the server. Ignores an unreadable journal, because another check reports it. */
async function rightsCheck(desk: Desk): Promise<Check[]> {
  const journal = await desk.journal();
  const rights = journal.ok ? await rightsHere(journal.value) : journal;
  if (!rights.ok || rights.value === undefined) return [];
  const { users, companies, words, problems } = rights.value;
  const facts = { users, business_profiles: companies };
  const [forged] = problems;
  const [check, label] = ["company-rights", "By company"];
  return [forged ? faulty(check, label, forged, facts) : fine(check, label, words, facts)];
}

async function checksOfExtras(desk: Desk): Promise<Check[]> {
  const journal = await desk.journal();
  const found = journal.ok ? await desk.hooks.checks(journal.value, desk.now()) : journal;
  if (!found.ok) return [];
  return found.value.flatMap(({ name, label, words, facts, problems }) => [
    fine(name, label, words, facts),
    ...problems.map((each) => faulty(name, label, each, facts)),
  ]);
}

/** Whether sending would be refused because the journal is outdated or, in CI, new. */
async function markCheck(profile: ServiceProfile | undefined, desk: Desk): Promise<Check> {
  if (profile === undefined) return skipped("mark", "Journal mark", "no service is set up");
  if (profile.sandbox) return skipped("mark", "Journal mark", "a sandbox needs none");
  const found = await withoutMemory(profile, { firstRun: false }, desk);
  if (found) return faulty("mark", "Journal mark", found);
  const says = "the journal is the latest one, as far as this computer knows";
  const [marks, settings] = [await desk.marks(), await desk.settings()];
  if (!marks.ok) return fine("mark", "Journal mark", says);
  const { path, second, notes } = marks.value;
  const without = settings.ok ? notedNowhere(settings.value) : undefined;
  const facts = { path, second: second?.path ?? null, note: notes?.where ?? null };
  return fine("mark", "Journal mark", without === undefined ? says : `${says}; ${without}`, facts);
}

async function doubtCheck(desk: Desk): Promise<Check> {
  const journal = await desk.journal();
  const open = journal.ok ? await journal.value.doubts() : journal;
  if (!open.ok) return skipped("in-doubt", "In doubt", "the journal cannot be read");
  const count = open.value.length;
  const facts = { count };
  if (count === 0) return fine("in-doubt", "In doubt", "no documents", facts);
  const message = `${count === 1 ? "1 document" : `${count} documents`} may or may not have been sent.`;
  const found = problem("still-in-doubt", message, `${suggest`resolve --check`}`, { severity: "warning" });
  return faulty("in-doubt", "In doubt", found, facts);
}
