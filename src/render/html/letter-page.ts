import { createHash } from "node:crypto";
import { documentKinds, money, signedAmount } from "../../document/index.ts";
import type { Letter, LetterRow } from "../../report/index.ts";
import { Html, html, said } from "./escape.ts";
import { acrossPage, picture } from "./page.ts";
import { fact, parties } from "./parties.ts";
import { style } from "./style.ts";
import { both, words } from "./words.ts";

export function letterLine({ supplier, date }: Letter): string {
  return [words.letter[0], supplier.party_name ?? "", date].filter((each) => each !== "").join(" · ");
}

/**
 * Writes one HTML page in English and Arabic, with the same elements as a document page, so that it can be converted
 * to PDF the same way. It has no scripts and loads nothing; all text is escaped.
 */
export function renderLetter(letter: Letter): string {
  const letterLook = style(letterLine(letter));
  const hash = createHash("sha256").update(letterLook).digest("base64");
  const pictures = letter.logo === undefined ? "" : " img-src data:;";
  const policy = `default-src 'none'; style-src 'sha256-${hash}';${pictures} base-uri 'none'; form-action 'none'`;
  const mark = letter.sandbox ? "SANDBOX" : undefined;
  const [english, arabic] = words.letter;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${letterLine(letter)}</title>
<style>${Html.of(letterLook)}</style></head><body>
${acrossPage(mark)}
${picture(letter.logo)}<header><h1>${english}</h1><div class="badge">${both("selfBilled")}</div><h1 class="ar" lang="ar" dir="rtl">${arabic}</h1></header>
${parties(letter.supplier, letter.buyer)}
<section><dl>${fact("letterDay", said(letter.date))}${fact("letterCount", said(String(letter.rows.length)))}${sumsOf(letter.rows)}${fact("letterReply", said(letter.buyer?.email ?? undefined), "wide")}</dl></section>
<section class="notice">${both("letterAsks")}</section>
<section><table class="lines letter"><thead><tr><th class="n left">#</th><th class="number left">${both("number")}</th><th class="kind left">${both("documentKind")}</th><th class="day left">${both("issueDate")}</th>
<th class="currency left">${both("currency")}</th><th class="net">${both("net")}</th><th class="vat">${both("vat")}</th><th class="answer left">${both("answer")}</th></tr></thead><tbody>
${letter.rows.map(row)}</tbody></table></section>
<section class="notice">${both("letterHow")}</section>
<footer>${both(mark === undefined ? "isLetter" : "isSandbox")}</footer>
</body></html>
`.text;
}

function row({ number, kind, date, currency, net, vat }: LetterRow, at: number): Html {
  const sum = (of: LetterRow["net"]): string => money.forPeople(signedAmount(kind, of));
  return html`<tr><td class="left">${String(at + 1)}</td><td class="left">${said(number)}</td><td class="left">${documentKinds[kind].says} <span class="ar" lang="ar" dir="rtl">${words[kind][1]}</span></td><td class="left">${said(date)}</td>
<td class="left">${said(currency)}</td><td>${sum(net)}</td><td>${sum(vat)}</td><td class="left"></td></tr>
`;
}

/** Totals the rows by currency; credit notes are subtracted. */
function sumsOf(rows: readonly LetterRow[]): (Html | undefined)[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = rows.filter((each) => each.currency === currency);
    const sum = (of: (each: LetterRow) => LetterRow["net"]): LetterRow["net"] =>
      money.sum(own.map((each) => signedAmount(each.kind, of(each))));
    const [net, vat] = [sum((each) => each.net), sum((each) => each.vat)];
    return fact(
      "grossTotal",
      said(`${money.forPeople(money.add(net, vat))} ${currency} (${words.vat[0]} ${money.forPeople(vat)})`),
    );
  });
}
