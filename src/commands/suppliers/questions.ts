import type { Desk } from "../../desk/index.ts";
import { latinDigitsInCode, valueAt } from "../../document/index.ts";
import { fail, ok, problem, type Result, type Spot } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Folders } from "../../settings/index.ts";
import {
  changeBook,
  doubtfulAnswer,
  foldedName,
  groupDoubt,
  identityOf,
  isSameSupplier,
  judgeSupplier,
  memberPath,
  noAnswer,
  type Supplier,
  type SupplierDraft,
  setFields,
  withUsual,
} from "../../suppliers/index.ts";
import { explanationOf } from "../../wizard/index.ts";

interface Question {
  readonly field: string;
  readonly asks: string;
  /** The value that an empty answer means. */
  readonly usually?: string;
  /** Condition on the entry so far; by default, the question is always asked. */
  readonly when?: (entry: SupplierDraft) => boolean;
}

const isUae = (entry: SupplierDraft): boolean => JSON.stringify(entry).includes('"country_code":"AE"');

const hasTrn = (entry: SupplierDraft): boolean => valueAt(entry, memberPath("trn")) !== undefined;

/** The questions, in the order of the fields on an invoice. */
const questions: readonly Question[] = [
  { field: "supplier", asks: "Short name for the supplier:" },
  { field: "party_name", asks: "Its legal name, as the trade licence has it:" },
  { field: "country_code", asks: "Country, by name or code (Enter for the UAE):", usually: "AE" },
  { field: "country", asks: "Name of the country:", when: (entry) => !isUae(entry) },
  { field: "trn", asks: "TRN, 15 digits (Enter if it has none):" },
  {
    field: "tin",
    asks: "TIN, 10 digits (Enter for the first ten of the TRN):",
    when: (entry) => isUae(entry) && hasTrn(entry),
  },
  {
    field: "vat_group",
    asks: "This is not the beginning of the TRN. Is it a member of a VAT group, with the group's TRN (yes or no)?",
    when: (entry) => groupDoubt(entry as unknown as Supplier) !== undefined,
  },
  { field: "tin", asks: "Its tax number at home (Enter if it has none):", when: (entry) => !isUae(entry) },
  { field: "street_name", asks: "Street and number:" },
  { field: "city_name", asks: "City:" },
  { field: "country_subentity", asks: "Emirate, such as Dubai; abroad the region:" },
  { field: "email", asks: "E-mail address:" },
  { field: "telephone", asks: "Telephone, such as +97142000111:" },
  {
    field: "scheme_agency_id",
    asks: "Kind of registration (Enter for TL, a trade licence; EID, PAS, CD):",
    usually: "TL",
  },
  { field: "company_id", asks: "Number of the registration or licence:" },
  { field: "authority_name", asks: "Authority that issued it:" },
  { field: "iban", asks: "IBAN to pay to (Enter if it is not paid by transfer):" },
  { field: "account_name", asks: "Account holder:", when: (entry) => entry.payment_means !== undefined },
  { field: "agreement_number", asks: "Number of the self-billing agreement:" },
  { field: "agreement_date", asks: "Date of the agreement, YYYY-MM-DD:" },
  { field: "agreement_expiry", asks: "Agreement valid until, YYYY-MM-DD (press Enter if open-ended):" },
];

/** The wizard's question that explains each field when the user types `?`. */
const explainedBy: Readonly<Record<string, string>> = {
  supplier: "supplier.keepAs",
  party_name: "supplier.legalName",
  country_code: "supplier.countryCode",
  country: "supplier.country",
  trn: "supplier.trn",
  tin: "supplier.tin",
  vat_group: "supplier.vatGroup",
  street_name: "supplier.street",
  city_name: "supplier.city",
  country_subentity: "supplier.emirate",
  email: "supplier.email",
  telephone: "supplier.telephone",
  scheme_agency_id: "supplier.registration",
  company_id: "supplier.registrationNumber",
  authority_name: "supplier.authority",
  iban: "payment.iban",
  account_name: "payment.holder",
  agreement_number: "supplier.agreementNumber",
  agreement_date: "supplier.agreementDate",
  agreement_expiry: "supplier.agreementExpiry",
};

/** Shown before the first question. */
export const howToAnswer =
  "Type ? for an explanation of a question. Press Enter to leave out what you do not know yet.";

/**
 * Asks for the missing and invalid values of an entry; repeats each question until the answer is valid. Problem:
 * `interrupted`.
 */
export async function supplierAsked(known: SupplierDraft, desk: Desk): Promise<Result<SupplierDraft>> {
  let entry = known;
  for (const question of questions) {
    if (question.when?.(entry) === false) continue;
    const path = memberPath(question.field);
    if (valueAt(known, path) !== undefined) {
      const wrong = wrongIn(withUsual(entry), path);
      if (wrong === undefined) continue;
      desk.say(safe(`${wrong.message} ${wrong.hint}`));
      const without = setFields(entry, [`${question.field}=`]);
      if (!without.ok) return without;
      entry = without.value;
    }
    const next = await answered(question, entry, desk);
    if (!next.ok) return next;
    entry = next.value;
  }
  return ok(withUsual(entry));
}

/** Asks one question; returns the entry unchanged if the user skips it. */
async function answered(question: Question, entry: SupplierDraft, desk: Desk): Promise<Result<SupplierDraft>> {
  let insisted: string | undefined;
  for (;;) {
    const answer = await desk.ask.text(question.asks);
    if (!answer.ok) return answer;
    if (answer.value.trim() === "?") {
      desk.say(explanationOf(explainedBy[question.field] ?? ""));
      continue;
    }
    const value = latinDigitsInCode(answer.value.trim()) || question.usually || "";
    if (value === "" && question.field !== "supplier") return ok(entry);
    const next = setFields(entry, [`${question.field}=${value}`]);
    if (!next.ok) return next;
    const path = memberPath(question.field);
    const wrong = wrongIn(withUsual(next.value), path);
    const doubt = value === insisted ? undefined : doubtfulAnswer(path, value);
    const refused =
      noAnswer(path, value) ??
      (wrong && `${wrong.message} ${wrong.hint}`) ??
      (doubt && `${doubt} To keep it, type it again.`);
    if (refused === undefined) return next;
    insisted = value;
    desk.say(refused);
  }
}

function wrongIn(entry: SupplierDraft, path: string) {
  const { problems } = judgeSupplier(entry, (at): Spot => ({ path: at }));
  const found = problems.find(({ severity, where }) => severity === "error" && where?.path === path);
  return path === "supplier" && entry.supplier === undefined
    ? problem("wrong-value", "A supplier needs a name.", "Type one, such as desert-lime.")
    : found;
}

/**
 * Asks which name to keep of each supplier that is in the book more than once, and removes the others. Returns whether
 * anything was removed. Problems: `declined`, `interrupted`, any supplier-book problem.
 */
export async function keepOneName(trns: Iterable<string>, folders: Folders, desk: Desk): Promise<Result<boolean>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  let removed = false;
  for (const trn of new Set(trns)) {
    const [first, ...others] = book.value.suppliers.filter((each) => trn !== "" && identityOf(each).trn === trn);
    if (first === undefined || others.length === 0 || !others.every((each) => isSameSupplier(first, each))) continue;
    const all = [first, ...others];
    const kept = await nameToKeep(trn, all, desk);
    if (!kept.ok) return kept;
    const gone = all.filter(({ supplier }) => supplier !== kept.value).map(({ supplier }) => foldedName(supplier));
    const done = changeBook(folders, ({ suppliers }) =>
      ok(suppliers.filter(({ supplier }) => !gone.includes(foldedName(supplier)))),
    );
    if (!done.ok) return done;
    removed = true;
  }
  return ok(removed);
}

async function nameToKeep(trn: string, all: readonly Supplier[], desk: Desk): Promise<Result<string>> {
  const times = all.length === 2 ? "twice" : `${all.length} times`;
  const reply = await desk.ask.question({
    form: "choose",
    message: safe(`TRN ${trn} is in your supplier book ${times}. Which name do you keep?`),
    help: "",
    explains:
      "The same TRN is the same supplier. The other entry is removed from your supplier book, with its account.",
    usual: undefined,
    choices: all.map((each) => ({ value: each.supplier, name: safe(entryInWords(each)), short: each.supplier })),
  });
  if (!reply.ok) return reply;
  return reply.value.is === "answer" && typeof reply.value.value === "string"
    ? ok(reply.value.value)
    : fail(problem("declined", "You stopped. Nothing was kept or sent.", "Run the same command again to begin anew."));
}

function entryInWords(entry: Supplier): string {
  const { name, accounts } = identityOf(entry);
  return [entry.supplier, ...(name === "" ? [] : [name]), ...(accounts[0] ? [`paid to ${accounts[0]}`] : [])].join(
    ", ",
  );
}
