import { all, kind, maybe, partyShape, shape, text, the, words } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, documentKinds, documentName, isDecimalText, money } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { documentMoney, livesIn } from "../../life/index.ts";
import { fileWord, mapAll, ok, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { stages } from "../../states/index.ts";
import { partyAt, type Reach, reachWords } from "../../suppliers/index.ts";
import { cellsOf } from "../answer/columns.ts";
import { journalToRead } from "../answer/journal-head.ts";
import { type DayRange, isIn, wholeMonth } from "../answer/period.ts";
import { reachesNow } from "../answer/reaches.ts";
import { plainMoney, type Section } from "../answer/section.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { tableReport } from "../answer/table-answer.ts";
import { wrongFiles } from "../answer/write-files.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";

export interface HandoverListWords {
  readonly month: string | undefined;
  readonly output: string | undefined;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly sandbox: boolean;
}

/** A document whose supplier needs a copy. */
interface Waiting extends Past {
  /** Whether the network currently delivers to the supplier. */
  readonly reach: Reach;
}

/** Lists the documents whose suppliers need a copy, sorted by supplier. Problems: `bad-usage`, `journal-unusable`. */
export async function handoverList(
  { month, output, out, force, sandbox }: HandoverListWords,
  desk: Desk,
): Promise<Report> {
  const how = { output, out: out === undefined ? [] : [out], force };
  const files = wrongFiles(how.out, ["xlsx", "csv"]);
  if (!files.ok) return stoppedBy(files.problems);
  const period = month === undefined ? undefined : wholeMonth(month);
  const journal = await journalToRead({ sandbox }, desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  const found = journal.value ? await waiting(journal.value, period, sandbox, desk) : ok([]);
  if (!found.ok) return stoppedBy(found.problems);
  const documents = found.value;
  const ofSandbox = documents.length > 0 && documents.every(({ intent }) => intent.account.startsWith("sandbox:"));
  const data = handoverListAnswer.json({ month, documents });
  return tableReport(
    { section: whole(documents), shown: short(documents, month), data, sandbox: sandbox || ofSandbox },
    how,
    desk,
  );
}

async function waiting(
  journal: Journal,
  period: DayRange | undefined,
  sandbox: boolean,
  desk: Desk,
): Promise<Result<Waiting[]>> {
  const reaches = await reachesNow(sandbox, desk);
  const wish = { now: desk.now().getTime(), tellsStatus: await tellsStatusOf(journal, desk) };
  const lives = await livesIn(journal.together, wish);
  if (!lives.ok) return lives;
  const found = await mapAll([...lives.value.said.handovers.awaited], async ({ account, id }) => {
    const past = await journal.tries.last(
      "id",
      id,
      ({ state, intent }) => state === "created" && intent.account === account,
    );
    const life = past.ok && past.value && (await lives.value.of(past.value));
    if (!past.ok || !life) return past.ok ? ok(undefined) : past;
    // Leave out a document that was rejected later: it needs a correction instead of a copy.
    return life.ok ? ok(stages[life.value.stage].standing === "bad" ? undefined : past.value) : life;
  });
  if (!found.ok) return found;
  const { handovers } = lives.value.said;
  const reachOf = ({ intent: { account }, id = "" }: Past): Reach =>
    reaches(partyAt(handovers.delivery({ account, id })?.address));
  const meant = found.value
    .filter((past) => past !== undefined)
    .map((past): Waiting => ({ ...past, reach: reachOf(past) }));
  const key = ({ intent, documentNumber = "" }: Past): string[] => [
    ...[intent.supplier.name, intent.supplier.trn, intent.issueDate, documentNumber],
  ];
  return ok(
    meant
      .filter(({ intent }) => period === undefined || isIn(period, intent.issueDate))
      .sort((a, b) => (JSON.stringify(key(a)) < JSON.stringify(key(b)) ? -1 : 1)),
  );
}

function payableOf(past: Past): string {
  const sum = documentMoney(past).totals.payable_amount;
  return sum !== undefined && isDecimalText(sum) ? sum : "";
}

const copyWith = (past: Waiting): string =>
  `${suggest`preview ${documentName(past)} --pdf ${fileWord(`${documentName(past)}.pdf`)}`}`;

/** Writes a sentence for an e-mail to the supplier. */
function sentenceOf(past: Past): string {
  const { kind: which, issueDate, currency } = past.intent;
  const sum = payableOf(past);
  const over = sum === "" ? "" : ` over ${currency} ${money.forPeople(amount(sum))}`;
  return (
    `Please find attached the ${documentKinds[which].says} ${documentName(past)} of ${issueDate}${over}, which we issued in your name. ` +
    "It was reported to the tax authority, but could not be delivered to you over the e-invoicing network."
  );
}

const waitingShape = shape<Waiting>({
  document_number: [maybe, ({ documentNumber }) => documentNumber],
  id: [maybe, ({ id }) => id],
  kind: [kind, ({ intent }) => intent.kind],
  account: [text, ({ intent }) => intent.account],
  supplier: the(partyShape, ({ intent }) => intent.supplier),
  issue_date: [text, ({ intent }) => intent.issueDate],
  currency: [text, ({ intent }) => intent.currency],
  payable: [text, payableOf],
  copy_with: [text, copyWith],
  sentence: [text, sentenceOf],
  on_network: [words("yes", "no", "unknown"), ({ reach }) => reach.answer],
});

export const handoverListAnswer = shape<{ readonly month: string | undefined; readonly documents: readonly Waiting[] }>(
  {
    month: [maybe, ({ month }) => month],
    documents: all(waitingShape, ({ documents }) => documents),
  },
);

function whole(documents: readonly Waiting[]): Section {
  const cells = cellsOf(documents, {
    Supplier: ({ intent }) => intent.supplier.name,
    TRN: ({ intent }) => intent.supplier.trn,
    Number: documentName,
    Kind: ({ intent }) => documentKinds[intent.kind].says,
    Date: ["day", ({ intent }) => intent.issueDate],
    Currency: ({ intent }) => intent.currency,
    Payable: ["money", (past) => payableOf(past) && plainMoney(amount(payableOf(past)))],
    "Copy with": copyWith,
    Sentence: sentenceOf,
    Id: "id",
    "On the network": ({ reach }) => reachWords(reach),
  });
  return { name: "Handover", title: "Documents to hand over", ...cells };
}

function short(documents: readonly Waiting[], month: string | undefined): Section {
  const when = month === undefined ? "" : ` issued in ${month}`;
  const [first] = documents;
  const count = `${documents.length} document${documents.length === 1 ? "" : "s"}`;
  return {
    name: "Handover",
    title: first === undefined ? `No document${when} waits to be handed over.` : `To hand over${when}: ${count}`,
    ...cellsOf(documents, {
      Supplier: ({ intent }) => intent.supplier.name,
      Number: documentName,
      Date: ({ intent }) => intent.issueDate,
      Payable: [
        "money",
        (past) => payableOf(past) && `${money.forPeople(amount(payableOf(past)))} ${past.intent.currency}`,
      ],
    }),
    notes:
      first === undefined
        ? [`Deliveries are known once their status was asked: ${suggest`due --check`}`]
        : [
            `Write a copy: ${copyWith(first)}`,
            `To send with it: ${sentenceOf(first)}`,
            "The sentence of each document is in --out FILE.xlsx, in a pipe and in --json.",
            `When the supplier has it: ${suggest`suppliers handed-over ${documentName(first)} --by mail`}`,
          ],
  };
}
