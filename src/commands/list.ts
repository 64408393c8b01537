import type { DocumentKind } from "../document/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import { statusName } from "../states/index.ts";
import { periodOf } from "./answer/period.ts";
import { wrongFiles } from "./answer/write-files.ts";
import { defineCommand } from "./command.ts";
import { listAnswer, listOfJournal } from "./list/from-journal.ts";
import { listOfService, type ServiceWish, serviceFilter } from "./list/of-service.ts";
import { type ListWish, listWish } from "./list/wish.ts";
import { listOptions } from "./list/words.ts";

const kinds: ReadonlyMap<string, DocumentKind> = new Map(
  Object.entries({
    invoices: "invoice",
    "credit-notes": "credit-note",
  }),
);

/** With a kind, the service's list is requested; otherwise the journal is searched. */
type Asked =
  | { readonly of: "journal"; readonly wish: ListWish }
  | { readonly of: "service"; readonly wish: ServiceWish };

export const listCommand = defineCommand({
  words: "list [words...]",
  summary: "list and find documents: state, supplier's answer, credited, replaced",
  help: `The documents of this month by issue date, from the journal; no service is asked. WORDS find documents of every month: each word must be in
the number, the supplier, the order or another reference, or an item. --month, --from and --to choose days, --all means every month. What was
only tried, refused or never sent is in selfbill history.

selfbill list invoices and selfbill list credit-notes show the service's own list of that kind, a page at a time.`,
  group: "The month",
  everyday: true,
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ answer, listOf, text, head, following }) => [
    answer({ ...listAnswer.schema.shape, files: listOf(text), journal: head.optional() }),
    following.listed,
  ],
  options: listOptions,
  examples: [
    { type: "selfbill list", does: "the documents of this month" },
    { type: "selfbill list tiles PO-7731", does: "finds documents of every month that have both words" },
    { type: "selfbill list --amount 1000-1100 --supplier lime", does: "documents of one supplier by amount" },
    { type: "selfbill list --all --answer none", does: "what no supplier accepted or objected to yet" },
    { type: "selfbill list --month 2026-06 --state rejected", does: "what was rejected in June" },
    { type: "selfbill list --month 2026-06 --out june.xlsx", does: "June as a workbook" },
    { type: `selfbill list credit-notes --status ${statusName.failed}`, does: "the service's own list of one kind" },
  ],
  input(words, given): Result<Asked> {
    const files = wrongFiles(given.out, ["xlsx", "csv"]);
    if (!files.ok) return files;
    const [first = "", ...more] = words;
    const kind = kinds.get(first);
    if (kind === undefined) {
      const wish = listWish(words, given);
      return wish.ok ? ok({ of: "journal", wish: wish.value }) : wish;
    }
    if (more.length > 0)
      return fail(
        problem(
          "bad-usage",
          `list ${first} takes no further words.`,
          `To find documents: ${suggest`list ${more[0] ?? ""}`}`,
        ),
      );
    const isOfJournal = given.allCompanies || given.amount !== undefined || given.answer !== undefined || given.service;
    if (isOfJournal || given.state.length > 0) {
      const message = "--all-companies, --amount, --answer, --state and --service are for the list of the journal.";
      return fail(problem("bad-usage", message, `Leave out ${first}, or use --status.`));
    }
    const filter = serviceFilter(given, kind);
    if (!filter.ok) return filter;
    const period = periodOf(given);
    return period.ok
      ? ok({ of: "service", wish: { kind, filter: filter.value, period: period.value, given } })
      : period;
  },
  run: (asked, desk) => (asked.of === "service" ? listOfService(asked.wish, desk) : listOfJournal(asked.wish, desk)),
});
