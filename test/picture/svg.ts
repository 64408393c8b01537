/** A part of a line of a terminal in one style. */
export interface Piece {
  readonly text: string;
  /** Column of the first character, from 0. */
  readonly column: number;
  readonly bold: boolean;
  readonly dim: boolean;
  /** Colour of the terminal's palette, 0 to 15; absent for the usual one. */
  readonly colour?: number;
}

/** The colours of a picture. */
export interface Look {
  readonly paper: string;
  readonly ink: string;
  /** By the terminal's number: red 1, green 2, yellow 3, blue 4, magenta 5, cyan 6, grey 8. */
  readonly palette: Readonly<Record<number, string>>;
}

export const light: Look = {
  paper: "#ffffff",
  ink: "#1f2328",
  palette: { 1: "#c21e2d", 2: "#116329", 3: "#7d4e00", 4: "#0550ae", 5: "#6639ba", 6: "#0b6b76", 8: "#59636e" },
};

export const dark: Look = {
  paper: "#0d1117",
  ink: "#e6edf3",
  palette: { 1: "#ff7b72", 2: "#56d364", 3: "#e3b341", 4: "#79c0ff", 5: "#d2a8ff", 6: "#56d4dd", 8: "#9198a1" },
};

/** Width of a character and height of a line, in pixels. */
const [wide, high] = [8, 18];
const margin = 16;

/** Draws lines of a terminal as SVG; every piece has its column, whatever font the viewer has. */
export function drawn(lines: readonly (readonly Piece[])[], columns: number, { paper, ink, palette }: Look): string {
  const [width, height] = [columns * wide + 2 * margin, lines.length * high + 2 * margin];
  const text = lines.flatMap((pieces, row) => pieces.map((piece) => textOf(piece, row, palette)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    "<title>selfbill at a terminal</title>",
    `<rect width="100%" height="100%" rx="8" fill="${paper}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="${ink}" xml:space="preserve">`,
    ...text,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function textOf({ text, column, bold, dim, colour }: Piece, row: number, palette: Look["palette"]): string {
  const colourOf = colour === undefined ? undefined : palette[colour % 8 === 0 ? 8 : colour % 8];
  const style = [
    ...(colourOf === undefined ? [] : [`fill="${colourOf}"`]),
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['opacity="0.7"'] : []),
  ];
  const place = `x="${margin + column * wide}" y="${margin + row * high + 13}"`;
  const length = `textLength="${[...text].length * wide}" lengthAdjust="spacingAndGlyphs"`;
  return `<text ${[place, length, ...style].join(" ")}>${escaped(text)}</text>`;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
