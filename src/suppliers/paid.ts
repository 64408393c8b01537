import { ibanOf, ibansWithin, isRecord, plainAccount } from "../document/index.ts";

/** One account that money goes to. */
export interface PaidAccount {
  /** The IBAN in its one form; otherwise the number without blanks and dashes. */
  readonly number: string;
  /** BIC or branch; empty if it is not said, like the holder. */
  readonly bank: string;
  readonly holder: string;
  readonly path: string;
}

/** Who is paid, and where: compared as one thing. */
export interface Paid {
  readonly accounts: readonly PaidAccount[];
  /** Who is paid in place of the supplier; empty texts if nobody is. */
  readonly payee: { readonly name: string; readonly id: string };
}

export interface IbanInText {
  readonly iban: string;
  readonly path: string;
}

export const nobodyPaid: Paid = { accounts: [], payee: { name: "", id: "" } };

/** Reads a document, a supplier book entry, or a request body as it was sent. */
export function paidIn(document: unknown): Paid {
  const payee = memberAt(document, "payee_party");
  const accounts = accountPlaces(document).flatMap(({ account, path }): PaidAccount[] => {
    const number = trimmedAt(account, "id");
    const plain = ibanOf(number) ?? plainAccount(number);
    const bank = plainBank(trimmedAt(account, "financial_institution_branch_id"));
    return plain === "" ? [] : [{ number: plain, bank, holder: trimmedAt(account, "name"), path: `${path}.id` }];
  });
  return {
    accounts,
    payee: { name: trimmedAt(payee, "party_name"), id: trimmedAt(memberAt(payee, "party_identification"), "id") },
  };
}

function accountPlaces(document: unknown): Array<{ account: unknown; path: string }> {
  const means = memberAt(document, "payment_means");
  return [
    ...(Array.isArray(means) ? means : []).map((each, at) => ({
      account: memberAt(each, "payee_financial_account"),
      path: `payment_means[${at}].payee_financial_account`,
    })),
    {
      account: memberAt(memberAt(document, "payee_party"), "financial_account"),
      path: "payee_party.financial_account",
    },
  ];
}

/** A BIC of 11 characters that ends in XXX is the one of 8: the head office (ISO 9362). */
function plainBank(bank: string): string {
  return plainAccount(bank).replace(/^([A-Z]{4}[A-Z0-9]{4})XXX$/, "$1");
}

/** The account of the buyer, which is debited, and files; accounts to pay to have members of their own. */
const notRead = new Set(["payer_financial_account_id", "file_content", "payee_financial_account", "financial_account"]);
/** Members of an account whose texts are read nevertheless. */
const besideNumber = ["name", "financial_institution_branch_id", "address"];

/** Returns the IBANs in texts such as a note or the payment terms, where whoever pays may read them. */
export function ibansInTexts(document: unknown): IbanInText[] {
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === "string") {
      for (const iban of ibansWithin(value)) if (!found.has(iban)) found.set(iban, path);
    } else if (Array.isArray(value)) for (const [at, each] of value.entries()) visit(each, `${path}[${at}]`);
    else if (isRecord(value))
      for (const [name, member] of Object.entries(value))
        if (!notRead.has(name)) visit(member, path === "" ? name : `${path}.${name}`);
  };
  visit(document, "");
  for (const { account, path } of accountPlaces(document))
    for (const name of besideNumber) visit(memberAt(account, name), `${path}.${name}`);
  return [...found].map(([iban, path]) => ({ iban, path }));
}

export function memberAt(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function trimmedAt(value: unknown, name: string): string {
  const member = memberAt(value, name);
  return typeof member === "string" ? member.trim() : "";
}
