import type { Desk } from "../desk/index.ts";
import { fail, ok, type Problem, problem, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { findSupplier } from "../suppliers/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { type AddedActions, defineCommand, flag, type Input, list, rare, serviceOptions, text } from "./command.ts";
import { day, month, outputForm } from "./kinds.ts";
import { agreementReport } from "./suppliers/agreement.ts";
import { answerReport, answerShape } from "./suppliers/answer.ts";
import { recordChecked } from "./suppliers/checked.ts";
import { addEntry, editEntry, removeEntry } from "./suppliers/entries.ts";
import { recordedHandoverShape, recordHandedOver } from "./suppliers/handed-over.ts";
import { handoverList, handoverListAnswer } from "./suppliers/handover-list.ts";
import { type ReachWords, reachReport, reachShape } from "./suppliers/reach.ts";
import { listReport, showReport } from "./suppliers/report.ts";

const options = {
  set: list(
    "--set <field=value>",
    "add, edit: a field and its value; repeatable; without a value the field is removed",
  ),
  file: text(
    "--file <file>",
    "add: a YAML or JSON file; accept: a list of answers (.xlsx, .csv); agreement, checked, answer: record this file by its hash",
  ),
  replace: flag("--replace", "add, import: replace suppliers of the same name"),
  sheet: text("--sheet <name>", "import, accept: the sheet of a workbook that holds the list"),
  heading: list(
    "--heading <heading=field>",
    "import: the field that a column of the list means, or nothing; repeatable",
  ),
  update: flag("--update", "import: change what the file says, keep the rest of each entry"),
  acceptChangedSupplier: list(
    "--accept-changed-supplier <name>",
    "add, import: you asked this supplier, and its new TRN or account is correct; repeatable",
  ),
  reviewed: flag("--reviewed", "agreement: it was reviewed today"),
  on: day(
    "--on <date>",
    "checked, reach, answer, accept, object, handed-over: the day of it (default today): YYYY-MM-DD",
  ),
  by: text(
    "--by <text>",
    "accept, object: how the answer came; handed-over: how the copy was given, such as mail; checked, reach, answer: how you know",
  ),
  withdraw: text("--withdraw <reason>", "handed-over: what was recorded is wrong, and the document is due again"),
  month: month(
    "--month <YYYY-MM>",
    "accept: all of this month that waits for an answer; acceptance-list, handover-list: only this month",
  ),
  supplier: text(
    "--supplier <name>",
    "accept --month, acceptance-list: only this supplier: its short name, TRN, or a part of its name",
    { look: "supplier" },
  ),
  output: outputForm("acceptance-list, handover-list: how to write it", ["xlsx"]),
  out: text(
    "--out <file>",
    "missing, acceptance-list: write a workbook to fill in; acceptance-list, handover-list: also .csv",
  ),
  html: text(
    "--html <file>",
    "acceptance-list: write a letter to the supplier; a name without .html is a folder, a letter each",
  ),
  pdf: text("--pdf <file>", "acceptance-list: the letter as PDF; a name without .pdf is a folder"),
  force: flag("--force", "missing, acceptance-list, handover-list: overwrite files"),
  lookUp: flag("--look-up", "reach: ask Peppol's directory, which sees the addresses of these suppliers"),
  resolver: rare(text("--resolver <address>", "reach --look-up: DNS resolver to ask instead of the computer's own")),
  smlZone: rare(
    text("--sml-zone <zone>", "reach --look-up: DNS zone of Peppol's locator, such as that of the test network"),
  ),
  yes: flag("--yes", "remove, accept --month: without asking"),
  sandbox: serviceOptions.sandbox,
  profile: text("--profile <name>", "accept, object, acceptance-list: whose documents"),
  allCompanies: flag("--all-companies", "acceptance-list: all companies of your profiles, with a column Company"),
} as const;

type SuppliersInput = Input<typeof options>;

const actions =
  "list missing headings show add edit remove import agreement checked reach answer accept object acceptance-list handover-list handed-over".split(
    " ",
  );
const aboutDocuments = ["accept", "object", "handed-over"];
/** Actions that record a statement in the journal or the book and take several names. */
const recorded = [...aboutDocuments, "checked", "reach", "answer"];
const nameless = ["list", "missing", "headings", "acceptance-list", "handover-list"];
const aboutAnswers: readonly string[] = ["accept", "object", "acceptance-list"];
/** Actions that extras add. */
const ofExtras: readonly string[] = [...aboutAnswers, "import", "missing", "headings"];
/** Actions for which the name is optional. */
const optional = ["add", "reach"];

const described = {
  words:
    "suppliers <list|missing|show|add|edit|remove|import|headings|agreement|checked|reach|answer|accept|object|acceptance-list|handover-list|handed-over> [names...]",
  completes: { names: "supplier", "accept names": "number", "object names": "number", "handed-over names": "number" },
  summary: "your supplier book: names, TRNs, agreements, accounts",
  help: `Write supplier: NAME in a document; name, address and account are filled in from the book. Nothing is sent; the book is a file that only
you can read.

Fields are those of accounting_supplier_party (telephone, tin, city_name …), trn, iban, account_name, bic, vat_group (yes or no), number_code, and
agreement_number, agreement_date, agreement_expiry. add without --set or --file asks for them.

import takes YAML or JSON as suppliers show writes it, or a spreadsheet (.csv, .xlsx) with one supplier in each row under headings such as
Vendor Name, TRN No., Phone No. or their Arabic words, as Zoho, Odoo, Tally, SAP and Dynamics write them (headings lists all; templates copy
supplier-sheet is an empty list). What no document can use is kept aside and listed. A changed TRN or account is shown as a fraud warning and
must be confirmed for that supplier. missing lists what entries lack; --out writes it as a workbook to fill in and import with --update.

checked takes names or TRNs and records that you looked the TRN up with the tax authority: day, way, and a screenshot by its hash. Another TRN, or
a year, makes it void. reach shows whether suppliers are on the network, by what status told of their documents, or records that you know it: yes
or no; --look-up asks Peppol's directory (DNS, then the supplier's publisher), and keeps its yes or no. Nothing is looked up without it.

answer records what goods of a supplier are bought for, because it decides who accounts for their VAT: own-use, declared (to resell or process,
--on is the day of your declarations) or not-declared. It is asked once: an answer that fits ends the warning.

accept and object take numbers or ids of documents and record in the journal what the supplier answered; the latest answer counts, earlier
ones stay in the journal. accept --month takes all of a month that waits, after showing it; accept --file reads a list with Number, Answer
(accepted or objected), Answered on, Answered by and Reason. acceptance-list shows what waits, writes that list (--out) and letters (--html, --pdf). handed-over records that the supplier of a document that was not delivered over Peppol was given a copy; until then
selfbill due and handover-list list it, the latter by supplier, with the command that writes the copy and a sentence to send with it.`,
  group: "Write",
  everyday: true,
  keeps: { profile: aboutAnswers },
  practice: "own books",
  facts: {
    journal: ([action = ""]: readonly string[]) => (aboutAnswers.includes(action) ? "shown" : "used"),
    oneDocument: false,
    sends: false,
    asksService: true,
  },
  options,
  examples: [
    { type: "selfbill suppliers add desert-lime", does: "asks for party, TRN, account and agreement, and keeps them" },
    { type: "selfbill suppliers edit desert-lime --set agreement_expiry=2027-12-31", does: "changes a field" },
    { type: "selfbill suppliers import suppliers.csv", does: "imports a list; shows what each supplier lacks" },
    {
      type: "selfbill suppliers missing --out missing.xlsx",
      does: "writes what suppliers lack, to fill in and import",
    },
    {
      type: "selfbill suppliers import vendors.xlsx --update",
      does: "takes over what changed; asks where a TRN or an account did",
    },
    {
      type: "selfbill suppliers agreement desert-lime --file agreement.pdf --reviewed",
      does: "records the signed agreement by its hash, and that it was reviewed today",
    },
    {
      type: 'selfbill suppliers checked desert-lime --by "TRN look-up" --file shot.png',
      does: "records that you looked its TRN up today",
    },
    {
      type: "selfbill suppliers answer desert-lime electronic-devices own-use --by laptops",
      does: "records what they are bought for: the warning about the reverse charge ends",
    },
    {
      type: 'selfbill suppliers reach desert-lime no --by "their e-mail"',
      does: "records that the network does not deliver to it; without yes or no: shows what is known",
    },
    {
      type: 'selfbill suppliers accept SB-2026-0007 --on 2026-06-20 --by "their e-mail"',
      does: "records that the supplier accepted a document",
    },
    {
      type: "selfbill suppliers acceptance-list --supplier desert-lime --html letter.html",
      does: "writes a letter to a supplier with what waits for its answer",
    },
    {
      type: "selfbill suppliers accept --file answers.xlsx",
      does: "records the answers of a list that suppliers filled in",
    },
    {
      type: "selfbill suppliers handover-list --month 2026-06",
      does: "what was not delivered and waits to be handed over",
    },
    {
      type: "selfbill suppliers handed-over SB-2026-0008 --by mail --on 2026-06-21",
      does: "records that the supplier got a copy of a document that was not delivered",
    },
    { type: "selfbill suppliers list", does: "shows all suppliers, and agreements that end soon" },
  ],
} as const;

/** The command, with the actions that extras add. */
export const suppliersOf = (added: readonly AddedActions<typeof options>[]) =>
  defineCommand({
    ...described,
    answers: (words) => {
      const { answer, listOf, text, records } = words;
      const addedFor = (action: string) =>
        added.filter(({ actions }) => actions.includes(action)).flatMap((each) => each.answers(words));
      return [
        records.suppliers,
        records.oneSupplier,
        records.removedSupplier,
        ...addedFor("import"),
        records.supplierAgreement,
        records.checkedSuppliers,
        answer({ reach: listOf(reachShape.schema) }),
        answer({ answers: listOf(answerShape.schema) }),
        ...addedFor("accept"),
        answer({ ...handoverListAnswer.schema.shape, files: listOf(text) }),
        answer({ recorded: listOf(recordedHandoverShape.schema) }),
      ];
    },
    input(words, options) {
      const absent = ofExtras.filter((name) => !added.some(({ actions }) => actions.includes(name)));
      const wrong = wrongWords(words, options, absent);
      return wrong ? fail(wrong) : ok({ words, options });
    },
    async run({ words, options: given }: SuppliersInput, desk): Promise<Report> {
      const [action = "list", ...names] = words;
      const extra = added.find(({ actions }) => actions.includes(action));
      return extra ? extra.run(action, names, given, desk) : runOwn({ words, options: given }, desk);
    },
  });

async function runOwn(input: SuppliersInput, desk: Desk): Promise<Report> {
  const [action = "list", name] = input.words;
  const { on, by, withdraw } = input.options;
  if (action === "handed-over") return recordHandedOver({ names: input.words.slice(1), on, by, withdraw }, desk);
  if (action === "handover-list") return handoverList(input.options, desk);
  const book = await desk.suppliers();
  if (!book.ok) return stoppedBy(book.problems);
  const practice = input.options.sandbox;
  if (action === "list") return listReport(book.value, practice, desk);
  if (action === "add") return addEntry(name, input.options, desk);
  if (action === "checked")
    return recordChecked({ names: input.words.slice(1), on, by, file: input.options.file }, book.value, desk);
  if (action === "answer") return answerReport({ names: input.words.slice(1), on, by, file: input.options.file }, desk);
  if (action === "reach") return reachReport(reachWordsOf(input), book.value, desk);
  const found = findSupplier(book.value, name ?? "");
  if (!found.ok) return stoppedBy(asUsage(found.problems));
  if (action === "agreement") return agreementReport(found.value, input.options, desk);
  if (action === "show") return showReport(found.value, book.value, practice, desk);
  return (action === "edit" ? editEntry : removeEntry)(found.value, input.options, desk);
}

function reachWordsOf({ words, options: { on, by, sandbox, lookUp, resolver, smlZone } }: SuppliersInput): ReachWords {
  return { names: words.slice(1), on, by, practice: sandbox, lookUp, directory: { resolver, smlZone } };
}

function wrongWords(
  [action = "list", name, ...stray]: readonly string[],
  given: SuppliersInput["options"],
  absent: readonly string[],
): Problem | undefined {
  const bad = (message: string, hint: string) => problem("bad-usage", message, hint);
  const known = actions.filter((each) => !absent.includes(each));
  if (!known.includes(action))
    return bad(
      `Unknown action ${JSON.stringify(action)} for suppliers.`,
      `Type ${suggest`suppliers`} ${known.join(", ")}.${absent.includes("acceptance-list") ? "" : ` Who did not accept yet: ${suggest`suppliers acceptance-list`}`}`,
    );
  const isAnswer = aboutDocuments.includes(action);
  const isBulk = action === "accept" && (given.file ?? given.month) !== undefined;
  if (stray.length > 0 && !recorded.includes(action))
    return bad(`Unexpected argument ${JSON.stringify(stray[0])}.`, 'Put a name with spaces in quotes: "Desert Lime".');
  if (nameless.includes(action) ? name !== undefined : name === undefined && !(optional.includes(action) || isBulk)) {
    return nameless.includes(action)
      ? bad(`suppliers ${action} takes no name.`, `Type ${suggest`suppliers show ${name ?? "NAME"}`}`)
      : bad(
          `suppliers ${action} needs a ${action === "import" ? "file" : isAnswer ? "document" : "name"}.`,
          `Type ${suggest`suppliers ${action} ${action === "import" ? "FILE" : isAnswer ? "NUMBER" : "NAME"}`}.`,
        );
  }
  const belongs: Array<[boolean, string, readonly string[]]> = [
    [given.set.length > 0, "--set", ["add", "edit", "agreement"]],
    [given.file !== undefined, "--file", ["add", "accept", "agreement", "checked", "answer"]],
    [given.replace, "--replace", ["add", "import"]],
    [given.update, "--update", ["import"]],
    [given.sheet !== undefined, "--sheet", ["import", "accept"]],
    [given.heading.length > 0, "--heading", ["import"]],
    [given.acceptChangedSupplier.length > 0, "--accept-changed-supplier", ["add", "import"]],
    [given.reviewed, "--reviewed", ["agreement"]],
    [given.on !== undefined, "--on", recorded],
    [given.by !== undefined, "--by", recorded],
    [given.month !== undefined, "--month", ["accept", "acceptance-list", "handover-list"]],
    [given.supplier !== undefined, "--supplier", ["accept", "acceptance-list"]],
    [given.profile !== undefined, "--profile", aboutAnswers],
    [given.output !== undefined, "--output", ["acceptance-list", "handover-list"]],
    [given.allCompanies, "--all-companies", ["acceptance-list"]],
    [given.withdraw !== undefined, "--withdraw", ["handed-over"]],
    [given.out !== undefined, "--out", ["missing", "acceptance-list", "handover-list"]],
    [(given.html ?? given.pdf) !== undefined, "--html and --pdf", ["acceptance-list"]],
    [given.force, "--force", ["missing", "acceptance-list", "handover-list"]],
    [given.yes, "--yes", ["remove", "accept"]],
    [given.lookUp, "--look-up", ["reach"]],
    [(given.resolver ?? given.smlZone) !== undefined, "--resolver and --sml-zone", ["reach"]],
  ];
  if (given.replace && given.update)
    return bad("--replace and --update exclude each other.", "--update keeps what the file does not say.");
  const misplaced = belongs.find(([is, , at]) => is && !at.includes(action));
  return (
    misplaced &&
    bad(`${misplaced[1]} belongs to suppliers ${misplaced[2].join(" and ")}.`, `Leave ${misplaced[1]} out.`)
  );
}

/** Turns problems with documents into problems with the arguments. */
function asUsage(problems: readonly Problem[]): Problem[] {
  return problems.map((each) => ({ ...each, outcome: "usage" as const }));
}
