/** `share` is the bar's length relative to the longest bar, from -1 to 1. */
export interface Bar {
  readonly label: string;
  readonly shown: string;
  /** For drawing only; the amount is in `shown`. */
  readonly share: number;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** `money` cells are plain decimals. */
export interface PageTable {
  readonly title: string;
  readonly columns: ReadonlyArray<{ readonly title: string; readonly is?: string }>;
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly notes?: readonly string[];
}

export interface PeriodPage {
  readonly title: string;
  readonly about: readonly string[];
  readonly sandbox: boolean;
  readonly charts: readonly Chart[];
  readonly tables: readonly PageTable[];
}
