import type { Desk } from "../desk/index.ts";
import { codeLists, codeMeant, codeWords, findCodes, type NamedCode } from "../document/index.ts";
import { problem } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { searchNomenclature } from "../tariff/index.ts";
import { tableView } from "./answer/columns.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { asCodes, hsChapters, hsRows, readNomenclature } from "./codes/hs-codes.ts";
import { anyWords, defineCommand, flag } from "./command.ts";

/** Number of rows shown without --all, about one screen. */
const most = 20;
/** Maximum number of Harmonized System headings shown, and of subheadings for each. */
const mostHeadings = 5;
const mostSubheadings = 4;
const names = codeLists.map(({ name }) => name);

/** Does not need a file, an account or the network. */
export const codesCommand = defineCommand({
  words: "codes [list] [word...]",
  summary: "search the code lists: currency, country, unit, HS and others, in English and Arabic",
  help: `Without a list all of them are searched; with a list alone, it is shown.
The lists: ${names.join(", ")}.
hs searches the Harmonized System 2022 for goods, by words of the trade or by a code; Arabic words find its chapters.`,
  group: "Check and send",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.codeLists, checking.codesFound],
  options: { all: flag("--all", `show every code found (default: the first ${most})`) },
  examples: [
    { type: "selfbill codes box", does: "finds the codes for a box in all lists" },
    { type: "selfbill codes country Oman", does: "finds the code of a country by its name, also in Arabic" },
    {
      type: "selfbill codes hs floor tiles",
      does: "finds the HS codes that may be right, the best first; --json gives all of them to a script",
    },
  ],
  input: anyWords,
  async run({ words, options }, desk): Promise<Report> {
    const [first, ...rest] = words;
    if (first === undefined) return listOfLists();
    const chosen = codeLists.filter(({ name }) => name === first.toLowerCase());
    const word = (chosen.length > 0 ? rest : words).join(" ");
    if (chosen[0]?.name === "hs" && word !== "" && !/\p{Script=Arabic}/u.test(word))
      return (await goods(word, options.all, desk)) ?? nothingFound(word, first);
    const found = await findCodes(word, chosen.length > 0 ? chosen : codeLists);
    const meant = codeLists.flatMap((each) => {
      const code = each.list && (chosen.length === 0 || chosen.includes(each)) ? codeMeant(each.list, word) : undefined;
      return code === undefined || !each.list ? [] : [named(each.name, each.list, code)];
    });
    const isMeant = (one: NamedCode): boolean => meant.some(({ list, code }) => list === one.list && code === one.code);
    const all = [...meant.map((one) => found.find((each) => each.list === one.list && each.code === one.code) ?? one)];
    all.push(...found.filter((one) => !isMeant(one)));
    if (all.length > 0) return shown(all, { word, all: options.all }, desk);
    return (chosen.length === 0 ? await goods(word, options.all, desk) : undefined) ?? nothingFound(word, first);
  },
});

function named(list: string, codes: Parameters<typeof codeWords>[0], code: string): NamedCode {
  const arabic = codeWords(codes, code, "ar");
  return { list, code, words: codeWords(codes, code) ?? "", ...(arabic === undefined ? {} : { arabic }) };
}

function listOfLists(): Report {
  const lists = codeLists.map(({ name, title, field }) => ({ list: name, title, field }));
  const shown = tableView(lists, { List: "list", Codes: "title", Field: "field" });
  return succeeded({ ...shown, data: { lists }, empty: "" });
}

function shown(found: readonly NamedCode[], how: { readonly word: string; readonly all: boolean }, desk: Desk): Report {
  const cut = desk.dataStyle.isTerminal && !how.all ? found.slice(0, most) : found;
  const hasArabic = cut.some(({ arabic }) => arabic !== undefined);
  const data = { codes: found.map(({ list, code, words, arabic = null }) => ({ list, code, words, arabic })) };
  const view = tableView(cut, { Code: "code", Meaning: "words", Arabic: hasArabic && "arabic", List: "list" });
  if (cut.length < found.length) desk.say(`The first ${cut.length} of ${found.length}. Add --all to see all of them.`);
  return succeeded({ ...view, data, empty: "" });
}

/** Searches the Harmonized System; returns undefined if nothing matches. Problem: `file-unreadable`. */
async function goods(word: string, all: boolean, desk: Desk): Promise<Report | undefined> {
  const nomenclature = await readNomenclature(desk);
  if (!nomenclature.ok) return stoppedBy(nomenclature.problems);
  const hits = searchNomenclature(nomenclature.value, word);
  if (hits.length === 0) return undefined;
  const chapters = await hsChapters();
  const isCut = desk.dataStyle.isTerminal && !all;
  const first = hits
    .slice(0, isCut ? mostHeadings : hits.length)
    .map((each) => (isCut ? { ...each, subheadings: each.subheadings.slice(0, mostSubheadings) } : each));
  const found = asCodes(hits, chapters).map(({ list, code, words, above }) => ({
    ...{ list, code, words, arabic: null },
    above: above.map(({ arabic = null, ...each }) => ({ ...each, arabic })),
  }));
  if (asCodes(first, chapters).length < found.length)
    desk.say(`The first ${first.length} of ${hits.length} headings. Add --all to see all of them.`);
  const view = tableView(hsRows(first, chapters), { Code: "code", Meaning: "words" });
  return succeeded({ ...view, data: { codes: found }, empty: "" });
}

function nothingFound(word: string, list: string): Report {
  const where = names.includes(list) ? ` in the list ${list}` : "";
  const message = `No code matches ${word}${where}.`;
  return stoppedBy([problem("nothing-matches", message, "Try a shorter word, or see the lists: selfbill codes")]);
}
