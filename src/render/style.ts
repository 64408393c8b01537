import { Chalk } from "chalk";
import { type Environment, isSwitchedOn } from "../environment/index.ts";
import type { Style } from "../report/index.ts";

export interface StyleFacts {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly environment: Environment;
  readonly noColor: boolean;
}

/**
 * Determines colours itself, because chalk ignores NO_COLOR: NO_COLOR, TERM=dumb and --no-color switch colours off;
 * FORCE_COLOR switches them on.
 */
export function makeStyle({ isTerminal, columns, environment, noColor }: StyleFacts): Style {
  const forced = !!environment.FORCE_COLOR && environment.FORCE_COLOR !== "0";
  const off = noColor || (!forced && (!!environment.NO_COLOR || environment.TERM === "dumb" || !isTerminal));
  const chalk = new Chalk({ level: off ? 0 : 1 });
  return {
    isTerminal,
    width: Math.max(40, columns ?? 100),
    isPlain: isSwitchedOn(environment.SELFBILL_PLAIN),
    good: chalk.green,
    bad: chalk.red,
    warn: chalk.yellow,
    strong: chalk.bold,
    faint: chalk.dim,
  };
}
