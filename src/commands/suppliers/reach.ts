import { shape, text, words } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  changeBook,
  findSupplier,
  foldedName,
  judgeSupplier,
  type NetworkWord,
  networkAddress,
  type Reach,
  reachOf,
  reachWords,
  type Supplier,
  type SupplierBook,
} from "../../suppliers/index.ts";
import { tableView } from "../answer/columns.ts";
import { personOf } from "../answer/person.ts";
import { reachesOf } from "../answer/reaches.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { askDirectory, type DirectoryWords, directoryAccess, type LookedUp } from "./look-up.ts";

/** The arguments. Without an answer in `names` and without `lookUp`, the command shows the recorded answers. */
export interface ReachWords {
  /** Names in the book, then optionally `yes` or `no`. */
  readonly names: readonly string[];
  readonly on: string | undefined;
  readonly by: string | undefined;
  readonly practice: boolean;
  /** Whether to query Peppol's directory, which happens only with this option. */
  readonly lookUp: boolean;
  readonly directory: DirectoryWords;
}

/** Maximum length of a record, in characters. */
const longest = 300;

/** Shows which suppliers the network delivers to (all if none is named), or records an answer in the book. */
export async function reachReport(given: ReachWords, book: SupplierBook, desk: Desk): Promise<Report> {
  const said = saidBy(given, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const { names, answer } = said.value;
  const meant = entriesOf(names, book);
  if (!meant.ok) return stoppedBy(meant.problems.map((each) => ({ ...each, outcome: "usage" as const })));
  const all = names.length === 0 ? book.suppliers : meant.value;
  if (given.lookUp) return lookedUp(all, given, desk);
  if (answer === undefined) return shown(all, book, given.practice, desk);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const saved = changeBook(settings.value.folders, (now) => {
    const found = entriesOf(names, now);
    if (!found.ok) return found;
    const refused = found.value.flatMap((each) => refusalOf(each) ?? []);
    if (refused.length > 0) return failAll(refused);
    return ok(now.suppliers.map((each) => (found.value.includes(each) ? withWord(each, answer) : each)));
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  const kept = entriesOf(names, saved.value);
  return shown(kept.ok ? kept.value : [], saved.value, given.practice, desk);
}

type Answer = Omit<NetworkWord, "address">;

function saidBy(
  { names: given, on, by, practice, lookUp, directory }: ReachWords,
  desk: Desk,
): Result<{ readonly names: readonly string[]; readonly answer: Answer | undefined }> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  if (lookUp && practice)
    return bad("Practice asks nobody outside of this computer.", "Leave --sandbox or --look-up out.");
  const last = given.at(-1);
  if (lookUp && (last === "yes" || last === "no" || on !== undefined || by !== undefined))
    return bad("--look-up goes with names alone.", "Either look suppliers up, or record what you know.");
  if (!lookUp && (directory.resolver ?? directory.smlZone) !== undefined)
    return bad("--resolver and --sml-zone belong to --look-up.", "Add --look-up.");
  const today = gulfDay(desk.now());
  if (last !== "yes" && last !== "no")
    return on === undefined && by === undefined
      ? ok({ names: given, answer: undefined })
      : bad("Whether the supplier is on the network was not said.", "Write yes or no behind its name.");
  const names = given.slice(0, -1);
  const date = on ?? today;
  const how = by?.trim() ?? "";
  if (names.length === 0)
    return bad("No supplier was named.", `Type: ${suggest`suppliers reach NAME`} yes --by "e-mail from Mona Haddad"`);
  if (date > today) return bad(`--on ${date} is in the future.`, "Write the day on which you learned it.");
  if (how === "") return bad("How you know it was not given.", 'Add --by, such as --by "e-mail from Mona Haddad".');
  if (how.length > longest) return bad(`--by has more than ${longest} characters.`, "Write it in a few words.");
  const recorded = { recorded_by: personOf(desk), recorded_at: desk.now().toISOString() };
  return ok({ names, answer: { answer: last, date, how, ...recorded } });
}

function entriesOf(names: readonly string[], book: SupplierBook): Result<readonly Supplier[]> {
  const found = new Map<string, Supplier>();
  const problems: Problem[] = [];
  for (const name of names) {
    const entry = findSupplier(book, name);
    if (entry.ok) found.set(foldedName(entry.value.supplier), entry.value);
    else problems.push(...entry.problems);
  }
  return problems.length > 0 ? failAll(problems) : ok([...found.values()]);
}

/** Returns a problem if the supplier's address itself contradicts the user's statement. */
function refusalOf({ supplier, accounting_supplier_party: party }: Supplier): Problem | undefined {
  const { answer, ground } = reachOf(party, {});
  if (networkAddress(party) !== undefined && answer === "unknown") return undefined;
  const hint = `If it is on the network, ask it for its address: ${suggest`suppliers edit ${supplier} --set endpoint_id=ADDRESS`}`;
  return problem("bad-usage", `Nothing was recorded of ${supplier}: ${ground}.`, hint);
}

function withWord(entry: Supplier, answer: Answer): Supplier {
  const { answer: says, ...rest } = answer;
  const address = networkAddress(entry.accounting_supplier_party) ?? "";
  const said = { ...entry, on_network: { answer: says, address, ...rest } };
  return judgeSupplier(said, (path) => ({ path })).supplier ?? said;
}

const together = 8;

/** Stores answers from Peppol's directory in the book; without an answer, nothing changes. */
async function lookedUp(entries: readonly Supplier[], given: ReachWords, desk: Desk): Promise<Report> {
  const access = directoryAccess(given.directory, desk);
  const found = new Map<string, LookedUp>();
  const asked = entries.filter((each) => refusalOf(each) === undefined);
  for (let from = 0; from < asked.length; from += together) {
    const some = asked.slice(from, from + together);
    const told = await Promise.all(
      some.map((each) =>
        askDirectory(networkAddress(each.accounting_supplier_party) ?? "", access, desk.now().getTime()),
      ),
    );
    for (const [at, each] of some.entries()) found.set(foldedName(each.supplier), told[at] as LookedUp);
  }
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const recorded = {
    date: gulfDay(desk.now()),
    recorded_by: personOf(desk),
    recorded_at: desk.now().toISOString(),
  };
  const before = new Map(entries.map((each) => [foldedName(each.supplier), each.accounting_supplier_party]));
  const saved = changeBook(settings.value.folders, (now) =>
    ok(
      now.suppliers.map((each) => {
        const name = foldedName(each.supplier);
        const { answer = "unknown", how = "" } = found.get(name) ?? {};
        // Skip a supplier whose address changed in the meantime.
        const isSame = networkAddress(before.get(name)) === networkAddress(each.accounting_supplier_party);
        return answer === "unknown" || !isSame ? each : withWord(each, { answer, how: `look-up: ${how}`, ...recorded });
      }),
    ),
  );
  if (!saved.ok) return stoppedBy(saved.problems);
  const reaches = await reachesOf(saved.value, false, desk);
  if (!reaches.ok) return stoppedBy(reaches.problems);
  const rows = entries.map((each): Reached => {
    const { answer, how } = found.get(foldedName(each.supplier)) ?? {};
    const reach = reaches.value(each.accounting_supplier_party);
    return {
      supplier: each.supplier,
      reach: answer === "unknown" ? { ...reach, ground: `${reach.ground}. Not looked up: ${how}` } : reach,
    };
  });
  return tableOf(rows, false);
}

interface Reached {
  readonly supplier: string;
  readonly reach: Reach;
}

export const reachShape = shape<Reached>({
  supplier: [text, ({ supplier }) => supplier],
  on_network: [words("yes", "no", "unknown"), ({ reach }) => reach.answer],
  on: [text.nullable(), ({ reach }) => reach.on],
  ground: [text, ({ reach }) => reach.ground],
});

async function shown(entries: readonly Supplier[], book: SupplierBook, practice: boolean, desk: Desk): Promise<Report> {
  const reaches = await reachesOf(book, practice, desk);
  if (!reaches.ok) return stoppedBy(reaches.problems);
  const found = entries.map(
    ({ supplier, accounting_supplier_party: party }): Reached => ({ supplier, reach: reaches.value(party) }),
  );
  return tableOf(found, practice);
}

function tableOf(found: readonly Reached[], practice: boolean): Report {
  const shown = tableView(found, {
    Supplier: "supplier",
    "On the network": ({ reach }) => reachWords(reach),
    "Known by": ({ reach }) => reach.ground,
  });
  const data = { reach: found.map(reachShape.json) };
  const empty = `The supplier book is empty: ${suggest`suppliers add NAME`}, or ${suggest`suppliers import FILE`}.`;
  return succeeded({ ...shown, data, empty }, practice);
}
