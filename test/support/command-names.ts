import { commands } from "../../src/commands/index.ts";

/** The name of every command. */
export const commandNames: readonly string[] = commands.map(({ name }) => name);
