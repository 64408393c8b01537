import { type Command, journalUse, nothingTyped, type Options, type Values } from "../../src/commands/command.ts";
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

/** A desk that throws if the command does what its facts deny: it would be told as an internal error. */
export function heldToFacts(
  command: Pick<Command<never>, "facts" | "words">,
  words: readonly string[],
  desk: Desk,
): Desk {
  const denied: readonly (string | symbol)[] = [
    ...(journalUse(command, words) === "none" ? ["journal"] : []),
    ...(command.facts.asksService ? [] : ["connect"]),
  ];
  return new Proxy(desk, {
    get(target, name) {
      if (denied.includes(name)) throw new Error(`${command.words}: its facts deny desk.${String(name)}`);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

export function runCommand<O extends Options>(
  command: Pick<Command<O>, "facts" | "options" | "run" | "words">,
  desk: Desk,
  words: readonly string[] = [],
  some: Partial<Values<O>> = {},
): Promise<Report> {
  return command.run({ words, options: optionsOf(command, some) }, heldToFacts(command, words, desk));
}
