import { handedOverShape } from "../../../answers/index.ts";
import { handoversOf } from "../../../commands/answer/handed-over.ts";
import { supplierAnswerShape } from "../../../commands/answer/supplier-answers.ts";
import type { Journal, Past, SupplierAnswers } from "../../../journal/index.ts";
import { parseJson, writeJson } from "../../../json/index.ts";
import { ok, type Result } from "../../../problem/index.ts";
import { escapeHidden } from "../../../render/index.ts";

export interface PackItem {
  /** File name, generated here; it contains no text from a service. */
  readonly name: string;
  readonly what: string;
  readonly content: string | Uint8Array;
}

export interface Pack {
  readonly items: readonly PackItem[];
  readonly missing: ReadonlyArray<{ readonly what: string; readonly why: string }>;
}

/** Collects records, suppliers' answers, and the request and response bodies of every attempt. */
export async function fromJournal(
  meant: Past,
  tries: readonly Past[],
  journal: Journal,
  answers: SupplierAnswers,
): Promise<Result<Pack>> {
  const items: PackItem[] = [];
  const missing: { what: string; why: string }[] = [];
  const lines: object[] = [];
  for (const past of tries) {
    const records = await journal.attempt(past.attempt);
    if (!records.ok) return records;
    lines.push(...records.value);
    const name = past.attempt.replace(/[^A-Z0-9]/g, "_");
    for (const [at, hash] of (past.intent.approval?.files ?? []).entries()) {
      const what = `approval ${at + 1} (${past.attempt})`;
      const text = await journal.kept(hash);
      if (text.ok && text.value !== undefined)
        items.push({ name: `${name}-approval-${at + 1}.json`, what, content: text.value });
      else missing.push({ what, why: `it is not in the journal any more; its SHA-256 is ${hash}` });
    }
    for (const [part, hash, absent] of [
      ["body", past.sentAt === undefined ? undefined : past.intent.bodyHash, "nothing was sent"],
      ["answer", past.result?.answerHash, noAnswer(past)],
    ] as const) {
      const what = part === "body" ? `body as sent (${past.attempt})` : `answer as received (${past.attempt})`;
      const text = hash === undefined ? absent : await journal.kept(hash);
      if (typeof text === "string") missing.push({ what, why: text });
      else if (!text.ok) missing.push({ what, why: text.problems[0].message });
      else if (text.value === undefined)
        missing.push({ what, why: `it was not kept, or was purged; its SHA-256 is ${hash}` });
      else
        items.push({ name: `${name}-${part}.${parseJson(text.value).ok ? "json" : "txt"}`, what, content: text.value });
    }
  }
  const seen = meant.id === undefined ? ok([]) : await journal.seen(meant.intent.account, meant.id);
  if (!seen.ok) return seen;
  lines.push(...seen.value.map((each) => ({ type: "seen", ...each })));
  const said = meant.id === undefined ? [] : answers.of({ account: meant.intent.account, id: meant.id });
  lines.push(...said.map((each) => ({ type: "supplier-answer", ...supplierAnswerShape.json(each) })));
  const handovers = meant.id === undefined ? undefined : await handoversOf(journal);
  if (handovers && !handovers.ok) return handovers;
  const handed = handovers?.value.of({ account: meant.intent.account, id: meant.id ?? "" }) ?? [];
  lines.push(...handed.map((each) => ({ type: "handed-over", ...handedOverShape.json(each) })));
  const content = lines.map((each) => `${escapeHidden(writeJson(each))}\n`).join("");
  return ok({ items: [{ name: "journal.jsonl", what: "records of the journal", content }, ...items], missing });
}

/** Explains why the response body is missing. */
function noAnswer({ sentAt, result }: Past): string {
  if (sentAt === undefined) return "nothing was sent";
  if (result === undefined) return "no answer came before selfbill ended";
  if (result.verdict === "refused") return "the refusal had no body; its status is in journal.jsonl";
  if (result.verdict === "in-doubt") return "no whole and clear answer came; what came is in journal.jsonl";
  return "nothing was created";
}
