import { type Command, nothingTyped, type Options, type Values } from "../../src/commands/command.ts";
import type { Desk } from "../../src/desk/index.ts";
import type { Report } from "../../src/report/index.ts";

/** A command's options, keyed by their names in the code. */
export type Given<C> = C extends Command<infer O> ? Partial<Values<O>> : never;

/** The given options, and defaults for the others. */
export function optionsOf<O extends Options>(
  { options }: { readonly options: O },
  some: Partial<Values<O>> = {},
): Values<O> {
  return { ...nothingTyped(options), ...some };
}

export function runCommand<O extends Options>(
  command: Pick<Command<O>, "options" | "run">,
  desk: Desk,
  words: readonly string[] = [],
  some: Partial<Values<O>> = {},
): Promise<Report> {
  return command.run({ words, options: optionsOf(command, some) }, desk);
}
