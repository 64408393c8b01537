/** The style of one output stream. Colour never carries meaning by itself. */
export interface Style {
  /** A terminal shows tables; piped output is tab-separated lines, with nothing shortened. */
  readonly isTerminal: boolean;
  /** In columns; 100 if unknown. */
  readonly width: number;
  /** For screen readers: a table becomes one line per row, each cell with its heading. */
  readonly isPlain?: boolean;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}
