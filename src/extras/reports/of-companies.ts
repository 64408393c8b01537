import { companiesHere, forCompany, ofCompany } from "../../commands/answer/all-companies.ts";
import { headOf } from "../../commands/answer/journal-head.ts";
import type { DayRange } from "../../commands/answer/period.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { unapprovedIn } from "../../commands/answer/unapproved.ts";
import { reportPage } from "../../commands/period/page.ts";
import type { ViewName } from "../../commands/period/views.ts";
import type { ConnectionWords, Desk } from "../../desk/index.ts";
import { ok, type Problem } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import {
  allDocuments,
  companiesReportShape,
  companiesSheets,
  companiesTable,
  documentsOfCompanies,
  shownSections,
} from "./companies.ts";
import { unknownTrns, vatReturnsOf } from "./returns.ts";
import { countsWords, reportRemarks, writtenReport } from "./written.ts";

interface Typed extends ConnectionWords {
  readonly allCompanies: boolean;
  readonly refresh: boolean;
  readonly by: ViewName | undefined;
  readonly output: string | undefined;
  readonly out: readonly string[];
  readonly force: boolean;
}

/** Reports on each company and on all together, with one annex per VAT return. Problems: as for one company. */
export async function reportOfCompanies(given: Typed, period: DayRange, desk: Desk): Promise<Report> {
  const { by, refresh } = given;
  const companies = await companiesHere(given, desk);
  if (!companies.ok) return stoppedBy(companies.problems);
  const { all, accounts } = companies.value;
  const sandbox = all.every(({ profile }) => profile.sandbox);
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return stoppedBy(isNew.problems, sandbox);
  const journal = isNew.value && !refresh ? ok(undefined) : await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems, sandbox);
  const found = await documentsOfCompanies(companies.value, { period, refresh }, journal.value, desk);
  if (!found.ok) return stoppedBy(found.problems, sandbox);
  const lacking = journal.value ? await unapprovedIn(journal.value, { account: accounts }) : ok([]);
  if (!lacking.ok) return stoppedBy(lacking.problems, sandbox);
  const reported = found.value.companies;
  const documents = allDocuments(reported);
  const title = `Self-billed documents of ${all.length === 1 ? "1 company" : `${all.length} companies`}, ${period.name}`;
  const about = [`Made ${gulfTime(desk.now().getTime())}.`, countsWords];
  const parts = shownSections(reported, by);
  const view = await writtenReport(
    {
      ...{ title, sandbox },
      told: () => companiesReportShape.json({ period, companies: reported }),
      parts: documents.length === 0 ? undefined : parts,
      none: `No document of any of ${all.length} companies of ${period.name} is in this journal.\n`,
      page: () => reportPage(documents, parts, { title, about, sandbox }),
      sheets: () => companiesSheets(reported),
      table: () => companiesTable(reported, by),
    },
    given,
    desk,
  );
  if (!view.ok) return stoppedBy(view.problems, sandbox);
  const remarks = reported.flatMap(({ company, documents: own }) => {
    const books = all.find((each) => each.company === company);
    return books
      ? ofCompany(
          books,
          forCompany(books, () => reportRemarks(own, books.profile.extras)),
        )
      : [];
  });
  const problems: readonly Problem[] = [
    ...companies.value.problems,
    ...found.value.problems,
    ...unknownTrns(vatReturnsOf(reported)),
    ...remarks,
    ...lacking.value,
  ];
  const failed = problems.find(({ severity }) => severity === "error");
  const head = journal.value ? await headOf(journal.value) : undefined;
  return {
    outcome: failed?.outcome ?? "done",
    sandbox,
    view: view.value,
    problems,
    ...(head ? { journal: head } : {}),
  };
}
