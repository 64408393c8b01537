/** The style for one stream. Colour never carries meaning by itself. */
export interface Style {
  /** Whether the output goes to a terminal, which gets tables; a pipe gets tab-separated lines, nothing shortened. */
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; 100 if unknown. */
  readonly width: number;
  /** Whether the output is for a screen reader: a table becomes one line per row, each cell with its heading. */
  readonly isPlain?: boolean;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}
