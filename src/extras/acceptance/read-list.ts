import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot, suggest } from "../../problem/index.ts";
import type { Row, Sheet } from "../../sheet/index.ts";
import { type AnswerField, answerFieldOf, answerOfCell } from "./columns.ts";

export interface AnswerRow {
  /** 1-based, as in the spreadsheet. */
  readonly row: number;
  readonly values: Readonly<Partial<Record<AnswerField, string>>>;
  readonly answer: "accepted" | "objected" | "none";
  /** Returns the field's cell or, if the list has no column for the field, the cell of the document's number or id. */
  readonly spot: (field: AnswerField) => Spot;
  readonly problems: readonly Problem[];
}

/** Number of rows searched for the headings, because a title may precede them. */
const rowsAbove = 10;

type SheetRoom = typeof import("../../sheet/index.ts");

/**
 * Skips rows that have neither a document nor an answer. Problems: any sheet-reading problem, `no-heading`,
 * `wrong-value`.
 */
export async function readAnswers(
  file: string,
  name: string | undefined,
  desk: Desk,
): Promise<Result<readonly AnswerRow[]>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  // The spreadsheet reader is loaded only for spreadsheets.
  const room = await import("../../sheet/index.ts");
  const fieldsIn = ({ cells }: Row) => cells.map((cell) => answerFieldOf(room.shownText(cell)));
  const named = (row: Row): boolean => fieldsIn(row).some((each) => each === "number" || each === "id");
  const headOf = ({ rows }: Sheet): Row | undefined =>
    rows.slice(0, rowsAbove).find((row) => named(row) && fieldsIn(row).includes("answer"));
  const sheet = room.openFittingSheet(bytes.value, file, name, (each) => (headOf(each) ? 1 : 0));
  if (!sheet.ok) return sheet;
  const head = headOf(sheet.value);
  if (head === undefined) return failAll([headless(file)]);
  const fields = fieldsIn(head);
  const twice = fields.flatMap((field, column) => {
    if (field === undefined || fields.indexOf(field) === column) return [];
    const cell = head.cells[column];
    const where = room.cellSpot(sheet.value, head.number, column, "Heading", cell);
    const message = `Two columns of the list mean the same: ${room.shownText(head.cells[fields.indexOf(field)])} and ${room.shownText(cell)}. Nothing was recorded.`;
    return [problem("wrong-value", message, "Remove or rename one of them.", { where })];
  });
  if (twice.length > 0) return failAll(twice);
  const below = sheet.value.rows.filter(({ number }) => number > head.number);
  const rows = below.map((row) => answerRow(row, { head, fields, sheet: sheet.value, room }));
  const { number, id, answer } = { number: "number", id: "id", answer: "answer" } as const;
  return ok(rows.filter(({ values }) => [number, id, answer].some((each) => values[each] !== undefined)));
}

interface List {
  readonly head: Row;
  readonly fields: readonly (AnswerField | undefined)[];
  readonly sheet: Sheet;
  readonly room: SheetRoom;
}

function answerRow(row: Row, { head, fields, sheet, room }: List): AnswerRow {
  const values: Partial<Record<AnswerField, string>> = {};
  const problems: Problem[] = [];
  const spot = (field: AnswerField): Spot => {
    const own = fields.indexOf(field);
    const column = own < 0 ? Math.max(fields.indexOf("number"), fields.indexOf("id")) : own;
    return room.cellSpot(sheet, row.number, column, room.shownText(head.cells[column]).trim(), row.cells[column]);
  };
  for (const [column, field] of fields.entries()) {
    const cell = row.cells[column];
    if (field === undefined || cell === undefined || room.shownText(cell).trim() === "") continue;
    const taken =
      field === "on"
        ? room.takeDate(cell, undefined, sheet.from1904)
        : room.takeText(cell, { digitsOnly: false }, sheet.from1904);
    if ("text" in taken) values[field] = taken.text;
    else {
      const { code, message, hint } = taken.complaint;
      const how = code === "ambiguous-date" ? "Write the date as 2026-06-15." : hint;
      problems.push(problem(code, message, how, { where: spot(field) }));
    }
  }
  const answer = answerOfCell(values.answer ?? "");
  if (answer === undefined) problems.push(unknownAnswer(values.answer ?? "", spot("answer")));
  return { row: row.number, values, answer: answer ?? "none", spot, problems };
}

function headless(file: string): Problem {
  const message = "The list has no row of headings with the document's number and the answer.";
  const hint = `Name the columns Number and Answer, and if you like Answered on, Answered by and Reason: ${suggest`suppliers acceptance-list --out FILE.xlsx`} writes such a list.`;
  return problem("no-heading", message, hint, { where: { file } });
}

function unknownAnswer(given: string, where: Spot): Problem {
  const message = `${JSON.stringify(given)} is neither accepted nor objected.`;
  return problem("wrong-value", message, "Write accepted or objected; leave it empty where there is no answer.", {
    where,
  });
}
