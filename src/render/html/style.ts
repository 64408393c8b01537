import { safe } from "../safe.ts";

/**
 * Returns the CSS of a document page. `running` is printed at the foot of every page. Contains no URL, so nothing is
 * loaded.
 */
export function style(running: string): string {
  return `
@page { size: A4; margin: 13mm 12mm 16mm;
  @bottom-left { content: "${escapedForStyle(running)}"; ${foot} width: 80%; text-align: left; }
  @bottom-right { content: counter(page) " / " counter(pages); ${foot} } }
${look}`;
}

const foot = `font: 7.5pt Arial, "Segoe UI", "Noto Sans Arabic", sans-serif; color: #52606a;`;

/** Escapes every character, so that nothing in the text can end the CSS string. Source: CSS Syntax 3, escaping. */
function escapedForStyle(text: string): string {
  return Array.from(
    safe(text).slice(0, 120),
    (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`,
  ).join("");
}

const look = `
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 186mm; color: #1b1b1b; background: #fff;
  font: 9pt/1.35 Arial, "Helvetica Neue", "Segoe UI", "Noto Sans", "Noto Sans Arabic", "Geeza Pro", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere; }
bdi { unicode-bidi: isolate; }
.ar { font-family: "Segoe UI", "Geeza Pro", "Noto Sans Arabic", Tahoma, "DejaVu Sans", Arial, sans-serif; unicode-bidi: isolate; }
.logo { display: block; max-height: 16mm; max-width: 70mm; margin-bottom: 3mm; }
header { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 4mm; padding-bottom: 3mm;
  border-bottom: .6mm solid #1d4e6b; }
h1 { margin: 0; font-size: 19pt; line-height: 1.15; color: #1d4e6b; }
h1.ar { text-align: right; }
.badge { padding: 1.2mm 3mm; border: .4mm solid #1d4e6b; border-radius: 1.5mm; text-align: center; font-weight: bold; color: #1d4e6b; }
.badge .en, .badge .ar { display: block; }
section { margin-top: 4mm; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
.party { border: .25mm solid #b9c4cb; border-radius: 1mm; padding: 2.5mm 3mm; break-inside: avoid; }
h2 { margin: 0 0 1mm; font-size: 8.5pt; color: #1d4e6b; display: flex; justify-content: space-between; gap: 3mm; }
.party > strong { display: block; font-size: 10.5pt; }
.party .local { display: block; text-align: right; font-size: 10.5pt; font-weight: bold; }
.party p { margin: 1mm 0 0; } .party p .ar { display: block; text-align: right; }
.party dl { display: block; margin-top: 1mm; } .party .fact { grid-template-columns: 21mm 1fr auto; } .party dd { font-weight: normal; }
.party .fact:first-child dd { font-weight: bold; } .party .fact:last-child { border: 0; }
dl { margin: 0; display: grid; grid-template-columns: 1fr 1fr; column-gap: 4mm; }
.fact { display: grid; grid-template-columns: 31mm 1fr auto; gap: 1.5mm; padding: .7mm 0; border-bottom: .15mm solid #dde3e7;
  break-inside: avoid; }
.fact.wide { grid-column: 1 / -1; }
dt { color: #52606a; } dd { margin: 0; font-weight: bold; min-width: 0; } .fact > .ar { color: #52606a; max-width: 34mm; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.lines tr:nth-last-child(-n + 2) { break-after: avoid; }
th { padding: 1.2mm 1mm; font-size: 7.8pt; text-align: right; vertical-align: bottom; background: #1d4e6b; color: #fff; }
th .en, th .ar { display: block; } th.left, td.left { text-align: left; }
td { padding: 1.2mm 1mm; text-align: right; vertical-align: top; border-bottom: .15mm solid #ccd5da;
  font-variant-numeric: tabular-nums; }
.lines .n { width: 4%; } .lines .item { width: 31%; } .lines .quantity { width: 9%; } .lines .price { width: 12%; }
.lines .amount { width: 13%; } .lines .rate { width: 7%; } .lines .tax { width: 11%; } .lines .gross { width: 13%; }
.letter .number { width: 21%; } .letter .kind { width: 16%; } .letter .day { width: 12%; } .letter .currency { width: 9%; }
.letter .net { width: 12%; } .letter .vat { width: 11%; } .letter .answer { width: 15%; }
.figure { white-space: nowrap; } .tight { font-size: .77em; } .tighter { font-size: .6em; } .broken { font-size: .6em; white-space: normal; }
small { display: block; font-size: 7.5pt; color: #52606a; }
td.left small { text-align: left; }
.sums { break-inside: avoid; display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; align-items: start; }
.sums td .ar { display: block; font-size: 7.8pt; color: #52606a; text-align: left; }
.sums tr.strong td { font-weight: bold; }
.sums tr.last td { font-size: 11pt; font-weight: bold; border-bottom: .6mm solid #1d4e6b; background: #eef3f6; }
.totals { break-inside: avoid; } .totals .label { width: 42%; } .vat .label { width: 40%; }
.notice { padding: 2mm 3mm; border: .3mm solid #1d4e6b; border-radius: 1mm; break-inside: avoid; }
.notice .en, .notice .ar { display: block; } .notice .ar { text-align: right; }
footer { break-before: avoid; break-inside: avoid; margin-top: 4mm; padding-top: 2mm; border-top: .15mm solid #b9c4cb; font-size: 7.5pt; color: #52606a;
  display: flex; justify-content: space-between; gap: 6mm; }
.mark { position: fixed; inset: 0; z-index: 9; display: flex; align-items: center; justify-content: center; pointer-events: none; }
.mark span { transform: rotate(-35deg); font-size: 82pt; font-weight: bold; line-height: 1.15; text-align: center; white-space: nowrap;
  color: rgb(190 30 30 / .14); }
.mark .en, .mark .ar { display: block; transform: none; } .mark.long span { font-size: 64pt; }
.credit { break-inside: avoid; width: 60%; margin-left: auto; } .credit td .ar { display: block; font-size: 7.8pt; color: #52606a; text-align: left; }
.credit tr.strong td { font-weight: bold; } .credit td + td { width: 45%; } .credit td + td .ar { text-align: right; }
@media screen { html { background: #e3e7ea; } body { margin: 8mm auto; padding: 13mm 12mm; max-width: 210mm; min-height: 297mm;
  box-shadow: 0 1mm 4mm rgb(0 0 0 / .25); } }
@media screen and (max-width: 700px) { body { padding: 8mm 5mm; } .sides, .sums, dl { grid-template-columns: 1fr; }
  section:has(> .lines) { overflow-x: auto; } .lines { min-width: 170mm; } .credit { width: 100%; } }
`;
