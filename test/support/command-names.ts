import { commands } from "../../src/commands/index.ts";

export const commandNames: readonly string[] = commands.map(({ name }) => name);
