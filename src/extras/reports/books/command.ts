import { journalToRead } from "../../../commands/answer/journal-head.ts";
import { type DayRange, monthOf, periodOf, periodOptions } from "../../../commands/answer/period.ts";
import { stoppedBy, succeeded } from "../../../commands/answer/stopped-by.ts";
import { writeFiles } from "../../../commands/answer/write-files.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../../commands/command.ts";
import { documentsOfPeriod } from "../../../commands/period/documents-of-period.ts";
import { isCounted, lacksRate, type PeriodDocument } from "../../../commands/period/period-documents.ts";
import { whosePeriod } from "../../../commands/period/whose-period.ts";
import { readAccounts } from "../../../commands/profiles/accounts.ts";
import type { Desk } from "../../../desk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../../problem/index.ts";
import { pathLines } from "../../../render/index.ts";
import type { Report } from "../../../report/index.ts";
import type { Accounts } from "../../../settings/index.ts";
import { type BookEntry, entriesOf } from "./entries.ts";
import { beancountText, hledgerText, postingRows } from "./write.ts";

const forms = ["hledger", "beancount", "csv"] as const;
type Form = (typeof forms)[number];

const options = {
  ...serviceOptions,
  ...periodOptions,
  accounts: text("--accounts <file>", "YAML file with the names of the accounts"),
  open: flag("--open", "beancount: also open the accounts"),
  out: text("--out <file>", "write it into a file"),
  force: flag("--force", "overwrite the file of --out"),
} as const;

export const exportBooks = defineCommand({
  words: "export <hledger|beancount|csv>",
  summary: "write the documents of a period as entries for your books",
  help: `From the journal, as selfbill report counts them: net, VAT and gross in AED, credit notes reversed, a payable in another currency with
its value in AED. Each entry has the number, the id and the SHA-256 of the document. Pending documents are marked.

--accounts FILE (or selfbill profile set --accounts FILE) names the accounts: expenses, input_vat, output_vat, payable; under suppliers
(TRN or name) and categories (VAT category) other accounts for the net amount.`,
  group: "The month",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: false },
  answers: ({ following }) => [following.exported],
  options,
  examples: [
    { type: "selfbill export hledger --month 2026-06 --out june.journal", does: "entries of June for hledger" },
    { type: "selfbill export csv --month 2026-06 --accounts accounts.yaml", does: "a line for each posting" },
  ],
  input([asked], given) {
    const form = forms.find((each) => each === asked);
    if (form === undefined)
      return fail(
        problem("bad-usage", `Unknown form ${JSON.stringify(asked)} for export.`, `Use ${forms.join(", ")}.`),
      );
    if (given.open && form !== "beancount")
      return fail(problem("bad-usage", "--open belongs to beancount.", "Leave it out."));
    const period = periodOf(given);
    return period.ok ? ok({ form, given, wanted: period.value }) : period;
  },
  async run({ form, given, wanted }, desk): Promise<Report> {
    const meant = await meantBy(given, wanted, desk);
    if (!meant.ok) return stoppedBy(meant.problems);
    const { documents, period, account, sandbox } = meant.value;
    const accounts = given.accounts === undefined ? ok(meant.value.accounts) : await readAccounts(given.accounts, desk);
    if (!accounts.ok) return stoppedBy(accounts.problems, sandbox);
    const entries = entriesOf(documents, accounts.value);
    const title = `Self-billed documents ${period.name}${sandbox ? " (SANDBOX: not for real books)" : ""}`;
    const content = await contentOf(form, entries, title, given.open);
    const apart = documents.length - entries.length;
    if (apart > 0)
      desk.say(
        `${apart === 1 ? "1 document is" : `${apart} documents are`} rejected, failed or in doubt and not exported: ${suggest`report`} tells which.`,
      );
    const data = {
      period: period.name,
      account: account ?? null,
      entries: entries.length,
      not_exported: apart,
      text: content,
    };
    const shown = (text: string, files: readonly string[]): Report =>
      succeeded({ view: "raw", text, data: { ...data, files } }, sandbox);
    if (given.out === undefined) return shown(content, []);
    const written = await writeFiles([{ path: given.out, content }], given.force, desk);
    return written.ok ? shown(pathLines(written.value), written.value) : stoppedBy(written.problems, sandbox);
  },
});

interface Meant {
  readonly documents: readonly PeriodDocument[];
  readonly period: DayRange;
  readonly account: string | undefined;
  readonly sandbox: boolean;
  readonly accounts: Accounts;
}

/**
 * Finds the documents to export; the default period is this month. Problems: `rate-unknown`, `journal-unusable`, any
 * profile problem.
 */
async function meantBy(
  given: Input<typeof options>["options"],
  wanted: DayRange | undefined,
  desk: Desk,
): Promise<Result<Meant>> {
  const period = wanted ?? monthOf(desk.now());
  const journal = await journalToRead(given, desk);
  if (!journal.ok) return journal;
  const whose = await whosePeriod(given, period, journal.value, desk);
  if (!whose.ok) return whose;
  const { account, sandbox, profile } = whose.value;
  const found =
    journal.value && account !== undefined ? await documentsOfPeriod(journal.value, period, account) : ok([]);
  if (!found.ok) return found;
  // Without a value in AED, the entry would not balance.
  const unknown = found.value.find((each) => isCounted(each) && lacksRate(each));
  if (unknown === undefined)
    return ok({ documents: found.value, period, account, sandbox, accounts: profile?.accounts ?? {} });
  const message = `The exchange rate of ${unknown.called} (${unknown.currency}) is not known, so it cannot be booked. Nothing was written.`;
  const hint = "Choose a period without it, and book it by hand.";
  return fail(problem("rate-unknown", message, hint, { outcome: "invalid" }));
}

async function contentOf(form: Form, entries: readonly BookEntry[], title: string, open: boolean): Promise<string> {
  if (form === "hledger") return hledgerText(entries, title);
  if (form === "beancount") return beancountText(entries, title, open);
  return (await import("../../../tables/index.ts")).writeCsv(postingRows(entries));
}
