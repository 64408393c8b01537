import { commands } from "../../src/commands/index.ts";

/** The first word of every command. */
export const commandNames: readonly string[] = commands.map(({ name }) => name);
