import type { Choice } from "../../desk/index.ts";
import type { KnownParty, Question, QuestionContext } from "../question.ts";

export const supplierPart = "The supplier";
// The value of a choice in a list of names; no name begins with a space, so none can equal it.
const somebodyElse = " somebody else";

export const isTyped = (context: QuestionContext): boolean =>
  context.facts.parties.length === 0 || context.text("supplier.known") === somebodyElse;

/**
 * Ids of questions whose answers are removed with another supplier, because an account or book entry belongs to one
 * only.
 */
const ofOldSupplier = /^(?:payment\.|supplier\.(?!known|place|trn|taxNumber))/;

export const knownSupplier: Question = {
  id: "supplier.known",
  part: supplierPart,
  form: "choose",
  when: ({ facts }) => facts.parties.length > 0,
  asks: "Who supplied you?",
  help: "Suppliers that this computer knows; values of their latest document are offered below.",
  choices: ({ facts }) => [
    ...facts.parties.map(
      (each): Choice => ({
        value: nameOf(each),
        name: facts.safe(`${each.name}  ${each.remark}`),
        short: facts.safe(each.name),
      }),
    ),
    { value: somebodyElse, name: "Somebody else", short: "Somebody else" },
  ],
  finds: async (name, { facts }) => {
    const found = facts.parties.find((each) => nameOf(each) === name);
    return { ok: true, value: found === undefined ? name : { name, found } };
  },
  also: ["accounting_supplier_party", "supplier"],
  unsettles: ofOldSupplier,
  writes: (document, answer) => {
    if (typeof answer !== "object" || !("found" in answer) || !("party" in answer.found)) return;
    const { party, book } = answer.found;
    if (book) Object.assign(document, { supplier: book.name });
    document.accounting_supplier_party = structuredClone(party);
  },
  remarks: (answer, { facts }) =>
    typeof answer === "object" && "found" in answer && "warnings" in answer.found
      ? (answer.found.warnings ?? []).map((each) => `! ${facts.safe(each)}`)
      : [],
};

/** Returns a supplier's name with the TRN, because two suppliers may have the same name. */
function nameOf({ name, party }: KnownParty): string {
  return `${name} ${party.party_tax_scheme?.company_id ?? party.tin ?? ""}`.trim();
}
