import { join } from "node:path";
import { type Attempt, type AttemptResult, type Intent, openJournal, sha256 } from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { createdResult, intent } from "../support/intents.ts";

const account = "sandbox:SBX-1";

/** A small journal with every kind of entry; returns its head. */
export async function makeJournal(folder: string): Promise<string> {
  const journal = given(openJournal(join(folder, "journal.db")));
  const attempt = async (what: Intent, body: string): Promise<Attempt> => {
    const begun = given(await journal.begin({ ...what, bodyHash: sha256(body) }, { allowSimilar: true, body }));
    if (begun.is !== "begun") throw new Error(`the journal says ${begun.is}`);
    return begun.attempt;
  };
  const send = async (number: number, result: AttemptResult, change: Partial<Intent> = {}): Promise<void> => {
    const what = intent({ content: String(number), issueDate: `2026-06-${10 + number}`, ...change });
    const sent = await attempt(what, JSON.stringify({ note: `document ${number}` }));
    if (await sent.armed()) throw new Error("the journal cannot be written");
    const answer = JSON.stringify({ id: result.id ?? null, status: String(result.status) });
    await sent.result({ ...result, answerHash: sha256(answer) }, answer);
  };
  await send(1, createdResult("D-1", { documentNumber: "SB-1", totals: { payable_amount: "10500" } }), {
    documentNumber: "SB-1",
  });
  await send(2, { verdict: "refused", status: 400, said: ["The service refused issue_date: No."] });
  await send(3, createdResult("D-3", { documentNumber: "SBC-1" }), {
    kind: "credit-note",
    credits: { invoiceNumbers: ["SB-1"], reason: "VD" },
  });
  await send(4, { verdict: "in-doubt", status: 500, said: ["The service answered 500."] });
  await send(5, { verdict: "in-doubt", said: ["No answer came."] });
  await send(6, { verdict: "not-sent", status: 429, said: ["Too many requests."] });
  const [first, second] = given(await journal.doubts());
  if (!first || !second) throw new Error("nothing is in doubt");
  given(
    await journal.resolve(first, {
      verdict: "created",
      id: "D-4",
      documentNumber: "SB-4",
      how: "looked-up",
      by: "amina",
    }),
  );
  given(await journal.resolve(second, { verdict: "not-created", how: "word", by: "amina" }));
  await send(7, { verdict: "in-doubt", said: ["No answer came."] });
  await attempt(intent({ content: "8" }), "{}");
  given(await journal.saw(account, "D-1", "PENDING"));
  given(await journal.saw(account, "D-1", "APPROVED"));
  given(await journal.note("accepted", { by: "amina", account }));
  const { head } = given(await journal.identity());
  journal.close();
  return head;
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}
