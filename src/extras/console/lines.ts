import { type Html, html } from "../../render/index.ts";

export interface LineNote {
  readonly id: string;
  readonly says: string;
  readonly hint?: string | undefined;
}

/** Lines of a text with notes; the keys of `notes` are line numbers, starting at 1. */
export interface NotedLines {
  readonly lines: readonly string[];
  readonly notes: ReadonlyMap<number, readonly LineNote[]>;
}

/** Maximum number of lines on a page, because more make browsers slow; the whole text has its own address. */
const mostLines = 1500;
const longestLine = 600;

/**
 * Shows each line with the notes below it. `name` is the prefix of the anchors: `#json-12`. If the text is long, shows
 * only its beginning and the lines with notes.
 */
export function codeLines(name: string, { lines, notes }: NotedLines): Html {
  const kept = lines.flatMap((text, at) => (at < mostLines || notes.has(at + 1) ? [[at + 1, text] as const] : []));
  const left = lines.length - kept.length;
  return html`<ol class="code" id="${name}">${kept.map(([at, text]) => {
    const said = notes.get(at) ?? [];
    const anchor = html`<li value="${String(at)}" id="${name}-${String(at)}" class="${said.length > 0 ? "noted" : ""}"><code>${cut(text)}</code>${said.map(note)}</li>
`;
    return anchor;
  })}</ol>${left > 0 ? html`<p class="more">${String(left)} more lines are not shown here.</p>` : undefined}`;
}

function note({ id, says, hint }: LineNote): Html {
  return html`<span class="note"><b>${id}</b> ${says}${hint === undefined ? undefined : html` <span class="hint">${hint}</span>`}</span>`;
}

function cut(text: string): string {
  return text.length > longestLine ? `${text.slice(0, longestLine)} … (${text.length - longestLine} more)` : text;
}

export function nearestLine(path: string, places: ReadonlyMap<string, number>): number {
  for (let at = path; at !== ""; at = at.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, "")) {
    const line = places.get(at);
    if (line !== undefined) return line;
  }
  return 1;
}
