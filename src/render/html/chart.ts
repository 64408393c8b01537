import type { Chart } from "../../report/index.ts";
import { type Html, html } from "./escape.ts";

const rowHeight = 22;
const labelWidth = 190;
const barWidth = 210;
/** Space between a bar and its label or amount. */
const gap = 8;

/**
 * Draws a bar chart as SVG. Each bar has its label and amount, so that neither colour nor length is needed to read it.
 */
export function chart({ title, bars }: Chart): Html {
  const height = bars.length * rowHeight + 4;
  const amounts = Math.max(90, ...bars.map(({ shown }) => widthOf(shown)));
  const width = Math.ceil(labelWidth + barWidth + gap + amounts);
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${String(width)} ${String(height)}" role="img" aria-label="${`${title}: ${bars.map(({ label, shown }) => `${label} ${shown}`).join("; ")}`}">
${bars.map(({ label, shown, share }, at) => {
  const y = at * rowHeight;
  const length = Math.max(1, Math.abs(share) * barWidth);
  return html`<text x="${String(labelWidth - gap)}" y="${String(y + 16)}" class="label">${shortened(label)}</text>
<rect x="${String(labelWidth)}" y="${String(y + 4)}" width="${length.toFixed(1)}" height="${String(rowHeight - 7)}" class="${share < 0 ? "minus" : "plus"}"></rect>
<text x="${(labelWidth + length + gap - 2).toFixed(1)}" y="${String(y + 16)}">${shown}</text>
`;
})}</svg></figure>
`;
}

/** Shortens a label to fit next to the bars. */
function shortened(label: string): string {
  if (widthOf(label) <= labelWidth - gap) return label;
  const letters = Array.from(label);
  while (letters.length > 0 && widthOf(`${letters.join("")}…`) > labelWidth - gap) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Maximum letter widths, at 12 pixels, in the fonts used on the page. */
const widths: ReadonlyArray<readonly [RegExp, number]> = [
  [/[MWmw@%—…]/u, 12],
  [/[\p{Lu}&]/u, 8.7],
  [/[ .,;:'|()[\]ijlt]/u, 4.4],
  [/\p{Script=Arabic}/u, 6.4],
  [/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u, 13],
];

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, each) => sum + (widths.find(([kind]) => kind.test(each))?.[1] ?? 7), 0);
}
