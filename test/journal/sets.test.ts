import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { historyEntries } from "../../src/commands/evidence/history-entries.ts";
import { documentsOfPeriod } from "../../src/commands/report/documents-of-period.ts";
import type { Database } from "../../src/database/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import { type Intent, type Journal, journalOn, sha256 } from "../../src/journal/index.ts";
import { openDisk } from "../../src/journal/places/disk.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { dueOptions } from "../support/due-options.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { diskFor, onServer } from "../support/server-journal.ts";
import { settingsOf } from "../support/settings.ts";

const { account } = intent();
let now = Date.parse("2026-06-15T08:00:00Z");

/** A journal of its own, whose statements are counted. */
function countedJournal(): { journal: Journal; statements: (work: () => Promise<unknown>) => Promise<number> } {
  const folder = temporaryFolder();
  const disk = given(onServer ? diskFor(folder) : openDisk(join(folder, "journal.db")));
  const { database } = disk;
  let count = 0;
  const counted =
    <A extends unknown[], R>(call: (...words: A) => R) =>
    (...words: A): R => {
      count++;
      return call(...words);
    };
  const watched: Database = {
    ...database,
    engine: database.engine,
    run: counted((...words) => database.run(...words)),
    get: counted((...words) => database.get(...words)),
    all: counted((...words) => database.all(...words)),
  };
  const journal = journalOn({ ...disk, database: watched }, { window: 1, now: () => now });
  onTestFinished(() => journal.close());
  return {
    journal,
    async statements(work) {
      count = 0;
      await work();
      return count;
    },
  };
}

async function sent(journal: Journal, number: string, change: Partial<Intent> = {}): Promise<void> {
  const body = JSON.stringify({ document_number: number, issue_date: "2026-06-15" });
  const what = intent({ content: number, documentNumber: number, bodyHash: sha256(body), ...change });
  const begun = given(await journal.begin(what, { allowSimilar: true, body, unlimited: true }));
  if (begun.is !== "begun") throw new Error(begun.is);
  await begun.attempt.armed();
  const result = createdResult(`id-${number}`, { documentNumber: number, overallStatus: "PENDING" });
  await begun.attempt.result(result, JSON.stringify({ id: `id-${number}` }));
}

/** So many of each: pending, rejected, rejected and credited, rejected and corrected, credited by a note that was rejected itself. */
async function documents(journal: Journal, each: number): Promise<void> {
  const credit = (of: string) => ({ kind: "credit-note", credits: { invoiceNumbers: [of], reason: "VD" } }) as const;
  for (let n = 0; n < each; n++) {
    await sent(journal, `P-${n}`);
    for (const number of [`R-${n}`, `C-${n}`, `X-${n}`, `W-${n}`]) {
      await sent(journal, number);
      given(await journal.saw(account, `id-${number}`, "REJECTED"));
    }
    await sent(journal, `CC-${n}`, credit(`C-${n}`));
    await sent(journal, `WC-${n}`, credit(`W-${n}`));
    given(await journal.saw(account, `id-WC-${n}`, "REJECTED"));
    await sent(journal, `XX-${n}`, { corrects: { id: `id-X-${n}`, documentNumber: `X-${n}` } });
  }
}

function deskOf(journal: Journal): Desk {
  const base = offlineDesk();
  return {
    ...base,
    now: () => new Date(now),
    journal: async () => ok(journal),
    journalIsNew: async () => ok(false),
    account: async () => undefined,
    settings: async () => ok({ ...settingsOf({ home: temporaryFolder() }), file: { profiles: {}, sign_ins: {} } }),
    profile: async () => fail(problem("no-profile", "No profile.", "Make one.")),
    output: { ...base.output, absolute: (path) => path },
  };
}

test("due, report and history ask as many statements of many documents as of a few", async () => {
  const counts: Record<string, number>[] = [];
  const rows: unknown[] = [];
  for (const each of [2, 5]) {
    now = Date.parse("2026-06-15T08:00:00Z");
    const { journal, statements } = countedJournal();
    await documents(journal, each);
    now = Date.parse("2026-06-20T08:00:00Z");
    given(await journal.tries.count({}));
    const period = { from: "2026-06-01", to: "2026-06-30", name: "June" };
    let report: unknown;
    counts.push({
      due: await statements(async () => {
        report = renderJson(await due.run({ words: [], options: dueOptions }, deskOf(journal)));
      }),
      report: await statements(async () => given(await documentsOfPeriod(journal, period, account))),
      history: await statements(async () => {
        const tries = given(await journal.tries.page({}, { after: 0 }, 500));
        given(await historyEntries(tries, journal));
      }),
    });
    rows.push((report as { due: unknown[] }).due.length);
  }
  const [few, many] = counts;
  // Of each kind: pending too long, rejected, its credit note rejected, that credit note, and the three that nobody answered.
  expect(rows[1]).toBe(((rows[0] as number) / 2) * 5);
  expect(many).toEqual(few);
});
