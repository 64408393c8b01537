import { ibanOf } from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { fraudWarning, howMuch } from "./fraud-warning.ts";
import type { SupplierIdentity } from "./identity.ts";
import type { IbanInText, Paid, PaidAccount } from "./paid.ts";
import { sharedHint } from "./shared-accounts.ts";

/** Who was paid before, and what messages call the source of that: a document's number, or "your supplier book". */
export interface KnownPaid {
  readonly paid: Paid;
  readonly called: string;
}

/** One fact about who is paid that is not as it was. */
export interface PaidChange {
  readonly path: string;
  /** What is new, to tell it once if several sources differ from it. */
  readonly what: string;
  /** The whole message if nothing else is new; `of` is the supplier. */
  readonly alone: (of: string) => string;
  /** The fact as a part of a message about several. */
  readonly part: string;
}

/** Compares everything that decides where the money goes. What the earlier source does not say is not a change. */
export function changedPaid(now: SupplierIdentity, { paid: before, called }: KnownPaid): PaidChange[] {
  const accounts =
    before.accounts.length === 0
      ? []
      : now.paid.accounts.flatMap((account) => changedAccount(account, now, { paid: before, called }));
  return [...accounts, ...changedPayee(now.paid, { paid: before, called })];
}

function changedAccount(account: PaidAccount, now: SupplierIdentity, known: KnownPaid): PaidChange[] {
  const same = known.paid.accounts.filter(({ number }) => number === account.number);
  if (same.length === 0) return [newAccount(account, now, known)];
  return [...changedBank(account, same, known.called), ...changedHolder(account, same, now, known.called)];
}

function newAccount({ number, path }: PaidAccount, { accounts }: SupplierIdentity, known: KnownPaid): PaidChange {
  const before = [...new Set(known.paid.accounts.map((each) => each.number))];
  const was = before.join(" or ");
  const what = `account ${number}`;
  if (accounts.some((each) => before.includes(each))) {
    const alone = (of: string): string =>
      `A SECOND ACCOUNT OF ${of} IS NEW: ${number} stands here beside the known one; ${known.called} has only ${was}.`;
    return {
      path,
      what,
      alone,
      part: `the account ${number} stands beside the known one (only ${was} in ${known.called})`,
    };
  }
  const much = howMuch(number, before.find((each) => each.length === number.length) ?? "");
  const alone = (of: string): string =>
    `THE ACCOUNT OF ${of} HAS CHANGED: it is ${number} here, and was ${was} in ${known.called}.${much}`;
  return { path, what, alone, part: `the account is ${number} (was ${was} in ${known.called})` };
}

/** An IBAN contains its bank; another number is an account only together with its bank. */
function changedBank({ number, bank, path }: PaidAccount, same: readonly PaidAccount[], called: string): PaidChange[] {
  const banks = [...new Set(same.map((each) => each.bank).filter((each) => each !== ""))];
  if (bank === "" || banks.includes(bank) || (banks.length === 0 && ibanOf(number) !== undefined)) return [];
  const was = banks.length === 0 ? `not said in ${called}` : `${banks.join(" or ")} in ${called}`;
  return [
    {
      path: path.replace(/id$/, "financial_institution_branch_id"),
      what: `bank ${number} ${bank}`,
      alone: (of) => `THE BANK OF ${of} HAS CHANGED: that of account ${number} is ${bank} here, and was ${was}.`,
      part: `the bank of account ${number} is ${bank} (was ${was})`,
    },
  ];
}

function changedHolder(
  { number, holder, path }: PaidAccount,
  same: readonly PaidAccount[],
  { name, paid }: SupplierIdentity,
  called: string,
): PaidChange[] {
  const holders = [...new Set(same.map((each) => each.holder).filter((each) => each !== ""))];
  const known = holders.length === 0 ? [name, paid.payee.name] : holders;
  if (holder === "" || known.some((each) => sameName(each, holder))) return [];
  const was = holders.length === 0 ? `not said in ${called}` : `${holders.join(" or ")} in ${called}`;
  return [
    {
      path: path.replace(/id$/, "name"),
      what: `holder ${number} ${bareName(holder)}`,
      alone: (of) => `THE ACCOUNT HOLDER OF ${of} HAS CHANGED: that of ${number} is ${holder} here, and was ${was}.`,
      part: `the holder of account ${number} is ${holder} (was ${was})`,
    },
  ];
}

function changedPayee({ payee, accounts }: Paid, { paid: { payee: before }, called }: KnownPaid): PaidChange[] {
  const [is, was] = [saidPayee(payee), saidPayee(before)];
  const isNameSame = sameName(payee.name, before.name);
  const isIdSame = payee.id === before.id || (isNameSame && payee.name !== "" && (payee.id === "" || before.id === ""));
  if (isNameSame && isIdSame) return [];
  // A credit note pays nobody.
  if (is === "" && accounts.length === 0) return [];
  const here = is === "" ? "nobody is paid in its place" : `${is} is paid in its place`;
  const there = was === "" ? `nobody was in ${called}` : `${was} was in ${called}`;
  return [
    {
      path: is === "" ? "payment_means" : isNameSame ? "payee_party.party_identification.id" : "payee_party.party_name",
      what: "payee",
      alone: (of) => `THE PAYEE OF ${of} HAS CHANGED: ${here}, and ${there}.`,
      part: `${here} (${there})`,
    },
  ];
}

const saidPayee = ({ name, id }: Paid["payee"]): string => [name, id].filter((each) => each !== "").join(", ");

/** An IBAN in a text that is neither the account paid to nor known from before. */
export function ibanInText({ iban, path }: IbanInText): PaidChange {
  return {
    path,
    what: `account ${iban}`,
    alone: (of) => `AN ACCOUNT IN A TEXT OF ${of} IS NEW: ${path} names ${iban}, which is not the account paid to.`,
    part: `${path} names the account ${iban}`,
  };
}

/** An account that is new for this supplier, and known from another one. */
export function accountOfAnother(number: string, path: string, whose: string, called: string): PaidChange {
  return {
    path,
    what: `${owner}${number}`,
    alone: (of) =>
      `THE ACCOUNT OF ${of} IS THAT OF ANOTHER SUPPLIER: ${number} is the account of ${whose} in ${called}.`,
    part: `${number} is the account of ${whose} in ${called}`,
  };
}

const owner = "owner ";

/**
 * Returns one warning that says everything that is new. An account that suppliers share is a warning alone: they may
 * belong together.
 */
export function paidProblems(of: string, changes: readonly PaidChange[], where: (path: string) => Spot): Problem[] {
  const seen = new Set<string>();
  const news = changes.filter(({ what }) => !seen.has(what) && seen.add(what));
  const [first] = news;
  if (first === undefined) return [];
  if (news.every(({ what }) => what.startsWith(owner)))
    return [problem("account-shared", first.alone(of), sharedHint, { where: where(first.path), severity: "warning" })];
  const message =
    news.length === 1
      ? first.alone(of)
      : `WHO IS PAID FOR ${of} HAS CHANGED: ${news.map(({ part }) => part).join("; ")}.`;
  return [fraudWarning(message, where(first.path))];
}

/** Ignores case, punctuation and blanks, but not the legal form: another form is another company. */
export function sameName(one: string, other: string): boolean {
  return bareName(one) === bareName(other);
}

function bareName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
