import { commands } from "../../src/commands/index.ts";

/** The names of all commands. */
export const commandNames: readonly string[] = commands.map(({ name }) => name);
