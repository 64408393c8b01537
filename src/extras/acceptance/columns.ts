export type AnswerField = "number" | "id" | "answer" | "on" | "by" | "reason";

/** Headings in `folded` form; lists written by selfbill use the first one for each field. */
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

/** Converts to lower case and removes punctuation. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’.:?*]/g, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
}

export function answerFieldOf(heading: string): AnswerField | undefined {
  return fields.get(folded(heading));
}

const said: Readonly<Record<"accepted" | "objected" | "none", readonly string[]>> = {
  accepted: ["accepted", "accept", "agreed", "yes", "ok", "مقبول", "موافق", "نعم"],
  objected: ["objected", "objected to", "object", "rejected", "disputed", "no", "مرفوض", "معترض", "لا"],
  none: ["", "no answer"],
};

const answers = new Map(
  Object.entries(said).flatMap(([answer, words]) => words.map((word) => [word, answer as keyof typeof said] as const)),
);

export function answerOfCell(text: string): keyof typeof said | undefined {
  return answers.get(folded(text));
}
