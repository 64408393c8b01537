/** The CSS of a period page. Contains no URL, so nothing is loaded. */
export const periodStyle = `
@page { size: A4 landscape; margin: 12mm; @bottom-center { content: counter(page) " / " counter(pages); font: 8pt Arial, sans-serif; color: #555; } }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; padding: 6mm; max-width: 273mm; color: #1b1b1b; background: #fff;
  font: 9.5pt/1.4 Arial, "Helvetica Neue", "Segoe UI", "Noto Sans", "Noto Sans Arabic", "DejaVu Sans", sans-serif; }
bdi { unicode-bidi: isolate; }
header { border-bottom: .6mm solid #1d4e6b; padding-bottom: 3mm; }
h1 { margin: 0 0 1mm; font-size: 18pt; color: #1d4e6b; } h2, figcaption { margin: 5mm 0 1.5mm; font-size: 11pt; font-weight: bold; color: #1d4e6b; }
p { margin: .6mm 0; } .none { color: #52606a; } .note { font-size: 8.5pt; color: #39444c; max-width: 200mm; }
.sandbox { display: inline-block; margin: 1mm 0; padding: 1mm 3mm; border: .4mm solid #a11; color: #a11; font-weight: bold; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(110mm, 1fr)); gap: 0 8mm; }
figure { margin: 0; break-inside: avoid; } svg { width: 100%; height: auto; max-height: 240mm; }
svg text { font: 12px Arial, "Segoe UI", "Noto Sans", "Noto Sans Arabic", "DejaVu Sans", sans-serif; fill: #1b1b1b; } svg .label { text-anchor: end; }
.plus { fill: #2d6d92; } .minus { fill: #fff; stroke: #a11; stroke-width: 1.5; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } thead { display: table-header-group; } tr { break-inside: avoid; }
th { padding: 1.2mm 2mm; background: #1d4e6b; color: #fff; text-align: left; vertical-align: bottom; }
td { padding: 1mm 2mm; border-bottom: .15mm solid #ccd5da; vertical-align: top; overflow-wrap: break-word; }
.whole { white-space: nowrap; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody tr:nth-child(even) td { background: #f5f8f9; }
.total td { font-weight: bold; border-top: .3mm solid #1d4e6b; }
.wide table { width: 100%; font-size: 6.6pt; } .wide th, .wide td { padding: .8mm 1mm; }
@media print { body { padding: 0; max-width: none; } .scroll { overflow: visible; } svg { max-height: 128mm; } td { overflow-wrap: anywhere; } }
@media screen and (prefers-color-scheme: dark) {
  html { color-scheme: dark; } body { color: #dfe6ea; background: #12181c; }
  header { border-color: #6fb0d6; } h1, h2, figcaption { color: #8fc6e6; } .none, .note { color: #a9b7c0; }
  .sandbox { color: #ff9c9c; border-color: #ff9c9c; }
  svg text { fill: #dfe6ea; } .plus { fill: #4f9bc6; } .minus { fill: #12181c; stroke: #ff8a8a; }
  td { border-color: #33424c; } tbody tr:nth-child(even) td { background: #1a2329; } .total td { border-color: #6fb0d6; }
}
`;
