/**
 * One Markdown file per topic, read in a browser and by `selfbill help TOPIC` in the terminal. The tables are
 * generated, and the tests run the longer examples.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import listed from "./commands.json" with { type: "json" };

export interface ListedCommand {
  readonly summary: string;
  readonly group: string;
  readonly everyday: boolean;
  /**
   * The command, or its actions, whose next steps keep --sandbox (`profile`: --profile). Empty without such an option.
   */
  readonly sandbox: readonly string[];
  readonly profile: readonly string[];
}

export type CommandName = keyof typeof listed;
export const listedCommands: Readonly<Record<CommandName, ListedCommand>> = listed;

/** In the order in which a newcomer needs them. */
export const topics = [
  "tour",
  "questions",
  "writing",
  "suppliers",
  "checking",
  "sending",
  "mistakes",
  "approvals",
  "spreadsheets",
  "records",
  "settings",
  "dba",
  "new-computer",
  "windows",
  "scripts",
  "agents",
  "exit-codes",
  "sandbox",
  "library",
  "commands",
] as const;

/** Undefined if the installation is incomplete. The folder is next to the bundle and the source. */
export function topicFile(topic: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let step = 0; step < 3; step += 1) {
    const file = join(folder, "src", "manual", `${topic}.md`);
    if (existsSync(file)) return file;
    folder = dirname(folder);
  }
  return undefined;
}

/** `says`: the sentence below the title. */
export function pageHead(page: string): { readonly title: string; readonly says: string } {
  const [title = "", says = ""] = page.split(/\n{2,}/);
  return { title: title.replace(/^# /, ""), says: says.replaceAll("\n", " ") };
}
