import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  changeBook,
  findSupplier,
  foldedName,
  identityOf,
  judgeSupplier,
  type Supplier,
  type SupplierBook,
  type TrnCheck,
  trnCheckState,
  trnCheckWords,
} from "../../suppliers/index.ts";
import { tableView } from "../answer/columns.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { stateOfFile } from "./kept-file.ts";
import { recordSaid } from "./record-said.ts";

export interface CheckedWords {
  /** Names in the book, or TRNs. */
  readonly names: readonly string[];
  readonly on: string | undefined;
  /** How the TRNs were checked; required to record a check. */
  readonly by: string | undefined;
  readonly file: string | undefined;
}

const asked = {
  ifAhead: "Write the day on which you looked the TRN up.",
  ifUnsaid: ["How the TRN was checked was not given.", `Add --by, such as --by "the tax authority's TRN look-up".`],
} as const;

/**
 * Records a check for all named suppliers, or for none if there is an error; without options, shows the records.
 * Problems: `bad-usage`, `no-supplier`, `file-unreadable`.
 */
export async function recordChecked(words: CheckedWords, book: SupplierBook, desk: Desk): Promise<Report> {
  const entries = entriesOf(words.names, book);
  if (!entries.ok) return stoppedBy(entries.problems.map((each) => ({ ...each, outcome: "usage" as const })));
  if (words.on === undefined && words.by === undefined && words.file === undefined)
    return checkReport(entries.value, desk);
  const said = await recordSaid({ ...words, ...asked }, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  let kept: readonly Supplier[] = [];
  const saved = changeBook(settings.value.folders, (now) => {
    const meant = entriesOf(words.names, now);
    const checked = meant.ok ? withCheck(meant.value, said.value) : meant;
    if (!checked.ok) return checked;
    kept = checked.value;
    const names = new Set(kept.map((each) => foldedName(each.supplier)));
    return ok([...now.suppliers.filter((each) => !names.has(foldedName(each.supplier))), ...kept]);
  });
  return saved.ok ? checkReport(kept, desk) : stoppedBy(saved.problems);
}

/** Returns the named entries, each once; a TRN matches all members of its VAT group. */
function entriesOf(names: readonly string[], book: SupplierBook): Result<readonly Supplier[]> {
  const found = new Set<Supplier>();
  const problems: Problem[] = [];
  for (const name of names) {
    const named = findSupplier(book, name);
    const ofTrn = book.suppliers.filter((each) => identityOf(each).trn === name.replace(/[\s-]/g, ""));
    if (named.ok) found.add(named.value);
    else if (ofTrn.length > 0) for (const each of ofTrn) found.add(each);
    else problems.push(...named.problems);
  }
  return problems.length > 0 ? failAll(problems) : ok([...found]);
}

function withCheck(entries: readonly Supplier[], said: Omit<TrnCheck, "trn">): Result<readonly Supplier[]> {
  const problems = entries.flatMap((each) => (identityOf(each).trn === "" ? [withoutTrn(each)] : []));
  if (problems.length > 0) return failAll(problems);
  return ok(
    entries.map((each) => {
      const checked = { ...each, trn_check: { trn: identityOf(each).trn, ...said } };
      return judgeSupplier(checked, (path) => ({ path })).supplier ?? checked;
    }),
  );
}

function withoutTrn({ supplier }: Supplier): Problem {
  const hint = `Ask the supplier for it, then: ${suggest`suppliers edit ${supplier} --set trn=TRN`}`;
  return problem("bad-usage", `${supplier} has no TRN in the supplier book. Nothing was recorded.`, hint);
}

const ifChanged = "Restore the file that was kept, or look the TRN up again and record it with a new file.";

/** Shows the checks, and whether their stored files have changed. */
async function checkReport(entries: readonly Supplier[], desk: Desk): Promise<Report> {
  const today = gulfDay(desk.now());
  const checked = [];
  for (const entry of entries) {
    const state = await stateOfFile(entry.trn_check?.file, entry.trn_check?.sha256, ifChanged, desk);
    checked.push({ ...identityOf(entry), entry, check: entry.trn_check, state });
  }
  const shown = tableView(checked, {
    Supplier: ({ entry }) => entry.supplier,
    TRN: "trn",
    Checked: ({ entry }) => trnCheckWords(entry, today),
    How: ({ check }) => check?.how,
    By: ({ check }) => check?.recorded_by,
    File: ({ check, state }) => state && `${check?.file}: ${state.words}`,
  });
  const checks = checked.map(({ entry, trn, check = null, state }) => ({
    ...{ supplier: entry.supplier, trn, trn_check_state: trnCheckState(entry, today) },
    ...{ trn_check: check, file_state: state?.state ?? null },
  }));
  const problems = checked.flatMap(({ state }) => state?.problems ?? []);
  return succeeded({ ...shown, data: { checked: checks }, empty: "" }, false, problems);
}
