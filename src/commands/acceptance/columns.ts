/** Columns of a list of answers. */
export type AnswerField = "number" | "id" | "answer" | "on" | "by" | "reason";

/** Accepted headings of each column, in the form that `folded` returns; lists written by selfbill use the first one. */
const headings: Readonly<Record<AnswerField, readonly string[]>> = {
  number: [
    ...["number", "document number", "document no", "invoice number", "invoice no", "credit note number"],
    ...["الرقم", "رقم المستند", "رقم الفاتورة"],
  ],
  id: ["id", "document id"],
  answer: ["answer", "suppliers answer", "accepted or objected", "acceptance", "الرد"],
  on: ["answered on", "date of the answer", "answer date", "date of answer", "تاريخ الرد"],
  by: ["answered by", "by", "by whom", "تم الرد من"],
  reason: ["reason", "reason of the objection", "remark", "remarks", "comment", "السبب"],
};

const fields = new Map(
  Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field as AnswerField] as const)),
);

/** Normalizes a heading or a word for comparison: lower case, without punctuation. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’.:?*]/g, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
}

/** Returns the column that a heading names; undefined for an unknown heading. */
export function answerFieldOf(heading: string): AnswerField | undefined {
  return fields.get(folded(heading));
}

/** Accepted words in the column Answer. */
const said: Readonly<Record<"accepted" | "objected" | "none", readonly string[]>> = {
  accepted: ["accepted", "accept", "agreed", "yes", "ok", "مقبول", "موافق", "نعم"],
  objected: ["objected", "objected to", "object", "rejected", "disputed", "no", "مرفوض", "معترض", "لا"],
  none: ["", "no answer"],
};

const answers = new Map(
  Object.entries(said).flatMap(([answer, words]) => words.map((word) => [word, answer as keyof typeof said] as const)),
);

/** Returns the answer that a cell gives; undefined for an unknown word. */
export function answerOfCell(text: string): keyof typeof said | undefined {
  return answers.get(folded(text));
}
