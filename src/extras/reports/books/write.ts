import { plainMoney } from "../../../commands/answer/section.ts";
import { money } from "../../../document/index.ts";
import type { BookEntry, Posting } from "./entries.ts";

function plainText(text: string, without: RegExp): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(without, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

function amountText({ aed, foreign }: Posting): string {
  if (foreign === undefined) return `${plainMoney(aed)} AED`;
  const worth = money.isNegative(aed) ? money.subtract(money.zero, aed) : aed;
  return `${plainMoney(foreign.amount)} ${foreign.currency} @@ ${plainMoney(worth)} AED`;
}

const columns = (postings: readonly Posting[]): number =>
  Math.max(...postings.map(({ account }) => account.length)) + 2;

/** The transaction code is the document number; the id and hash are tags. Pending documents are marked with `!`. */
export function hledgerText(entries: readonly BookEntry[], title: string): string {
  const text = entries.map(({ document, isFinal, postings }) => {
    const { date, called, supplier, kind, id, hash } = document;
    const name = plainText(supplier.name, /[|;]/g);
    const what = kind === "invoice" ? "self-billed invoice" : "self-billed credit note";
    const tags = [`id:${id ?? ""}`, `sha256:${hash ?? ""}`, `trn:${plainText(supplier.trn, /[,;]/g)}`].join(", ");
    const wide = columns(postings);
    const lines = postings.map((each) => `    ${each.account.padEnd(wide)}${amountText(each)}`);
    return `${date} ${isFinal ? "*" : "!"} (${plainText(called, /[()|;]/g)}) ${name} | ${what}  ; ${tags}\n${lines.join("\n")}\n`;
  });
  return `; ${plainText(title, /[;]/g)}\ndecimal-mark .\n\n${text.join("\n")}`;
}

/** The number, id, hash and TRN are metadata. If `open` is true, directives that open the accounts come first. */
export function beancountText(entries: readonly BookEntry[], title: string, open: boolean): string {
  const accounts = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => beanAccount(account))));
  const first = entries[0]?.document.date ?? "2026-01-01";
  const opened = open ? [...accounts].sort().map((account) => `${first} open ${account}\n`) : [];
  const quoted = (text: string): string => `"${plainText(text, /[\\"]/g)}"`;
  const text = entries.map(({ document, isFinal, postings }) => {
    const { date, called, supplier, kind, id, hash } = document;
    const what = kind === "invoice" ? "self-billed invoice" : "self-billed credit note";
    const meta = Object.entries({ number: called, id: id ?? "", sha256: hash ?? "", trn: supplier.trn });
    const wide = columns(postings);
    return [
      `${date} ${isFinal ? "*" : "!"} ${quoted(supplier.name)} ${quoted(what)}`,
      ...meta.map(([name, value]) => `  ${name}: ${quoted(value)}`),
      ...postings.map((each) => `  ${beanAccount(each.account).padEnd(wide)}${amountText(each)}`),
      "",
    ].join("\n");
  });
  return `; ${plainText(title, /[;]/g)}\n${opened.join("")}\n${text.join("\n")}`;
}

/** beancount does not allow spaces in account names. */
function beanAccount(account: string): string {
  return account
    .split(":")
    .map((part) => part.replace(/(?<! ) +(\p{L})/gu, (_, letter: string) => letter.toUpperCase()).replaceAll(" ", "-"))
    .join(":");
}

export function postingRows(entries: readonly BookEntry[]): string[][] {
  const head = ["Date", "Number", "Kind", "Supplier", "TRN", "Account", "Debit AED", "Credit AED"];
  const rows = entries.flatMap(({ document, isFinal, postings }) =>
    postings.map(({ account, aed, foreign }) => {
      const size = plainMoney(money.isNegative(aed) ? money.subtract(money.zero, aed) : aed);
      const { date, called, kind, supplier, id, hash } = document;
      const sides = money.isNegative(aed) ? ["", size] : [size, ""];
      const other = foreign ? [plainMoney(foreign.amount), foreign.currency] : ["", ""];
      return [
        date,
        called,
        kind,
        supplier.name,
        supplier.trn,
        account,
        ...sides,
        ...other,
        isFinal ? "approved" : "pending",
        id ?? "",
        hash ?? "",
      ];
    }),
  );
  return [[...head, "Foreign amount", "Foreign currency", "Status", "Id", "SHA-256 of the body"], ...rows];
}
