/** A bar of a chart: its label, and its length between -1 and 1, relative to the longest. */
export interface Bar {
  readonly label: string;
  readonly shown: string;
  /** Length for drawing only; the amount is in `shown`. */
  readonly share: number;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** A table of the page; `money` cells are plain decimals. */
export interface PageTable {
  readonly title: string;
  readonly columns: ReadonlyArray<{ readonly title: string; readonly is?: string }>;
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly notes?: readonly string[];
}

/** A page about a period. */
export interface PeriodPage {
  readonly title: string;
  /** The owner of the books, when the page was made, and what is counted. */
  readonly about: readonly string[];
  readonly sandbox: boolean;
  readonly charts: readonly Chart[];
  readonly tables: readonly PageTable[];
}
