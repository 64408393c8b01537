import { Chalk } from "chalk";

/** What decides how a text looks; read from the stream and the environment by main. */
export interface StyleFacts {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly noColor: boolean;
}

/** How to write for one stream. Colour never carries meaning alone. */
export interface Style {
  /** A terminal gets tables; a pipe gets tab-separated lines, nothing cut. */
  readonly isTerminal: boolean;
  /** Columns of the terminal, 100 when unknown. */
  readonly width: number;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** chalk ignores NO_COLOR, so the decision is made here: NO_COLOR, TERM=dumb and --no-color switch off, FORCE_COLOR on. */
export function makeStyle({ isTerminal, columns, environment, noColor }: StyleFacts): Style {
  const forced = !!environment.FORCE_COLOR && environment.FORCE_COLOR !== "0";
  const off = noColor || (!forced && (!!environment.NO_COLOR || environment.TERM === "dumb" || !isTerminal));
  const chalk = new Chalk({ level: off ? 0 : 1 });
  return {
    isTerminal,
    width: Math.max(40, columns ?? 100),
    good: chalk.green,
    bad: chalk.red,
    warn: chalk.yellow,
    strong: chalk.bold,
    faint: chalk.dim,
  };
}
