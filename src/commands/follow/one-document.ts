import type { Desk } from "../../desk/index.ts";
import { amount, documentKinds, isDecimalText, money } from "../../document/index.ts";
import type { CreatedDocument, Journal } from "../../journal/index.ts";
import { fail, mapAll, ok, problem, type Result } from "../../problem/index.ts";

interface Told {
  readonly document: CreatedDocument;
  /** Its kind, supplier, date and amount. */
  readonly says: string;
}

/**
 * Returns the document that a name means, undefined for none. An id decides; where a number is that of several
 * documents, asks at a terminal which one is meant. Problems: `bad-usage` with the ids where nobody can be asked,
 * `declined`, `interrupted`.
 */
export async function oneDocument(
  asked: string,
  found: readonly CreatedDocument[],
  journal: Journal,
  desk: Desk,
): Promise<Result<CreatedDocument | undefined>> {
  const exact = found.find(({ id }) => id === asked);
  const inOrder = found.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const each = new Map(inOrder.map((document) => [document.id, document]));
  if (exact || each.size < 2) return ok(exact ?? found[0]);
  const told = await mapAll([...each.values()], (document) => toldOf(document, journal));
  if (!told.ok) return told;
  const message = `${told.value.length} documents have the number ${asked}`;
  if (!desk.ask.possible) {
    const all = told.value.map(({ document: { id }, says }) => `${id} (${says})`).join("; ");
    const ids = told.value.map(({ document: { id } }) => id).join(" or ");
    return fail(problem("bad-usage", `${message}: ${all}.`, `Name the one that you mean by its id: ${ids}.`));
  }
  const reply = await desk.ask.question({
    form: "choose",
    message: `${message}. Which one?`,
    help: "",
    explains: "Each document has its own id.",
    usual: undefined,
    choices: told.value.map(({ document: { id }, says }) => ({ value: id, name: `${says}  ${id}`, short: id })),
  });
  if (!reply.ok) return reply;
  const chosen = told.value.find(({ document }) => reply.value.is !== "back" && document.id === reply.value.value);
  if (chosen) return ok(chosen.document);
  return fail(problem("declined", "You went back: nothing was done.", "Name the document by its id."));
}

async function toldOf(document: CreatedDocument, journal: Journal): Promise<Result<Told>> {
  const { id, kind, currency, payableAmount } = document;
  const past = await journal.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok) return past;
  const { supplier, issueDate } = past.value?.intent ?? {};
  const figure = isDecimalText(payableAmount) ? money.forPeople(amount(payableAmount)) : payableAmount;
  const whose = supplier ? ` of ${supplier.name}` : "";
  const parts = [`${documentKinds[kind].short}${whose}`, issueDate, `${figure} ${currency}`.trim()];
  return ok({ document, says: parts.filter(Boolean).join(", ") });
}
