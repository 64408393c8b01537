/**
 * The manual: one Markdown file per topic, which people read in a browser or, with `selfbill help TOPIC`, in the
 * terminal. Its tables are generated, and the tests run the longer examples.
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
   * The command, or those of its actions, to which --sandbox (in `profile`: --profile, and so on) is added in a
   * suggested next step. Empty if the command does not have that option. In `journal` its actions stand beside it: the
   * option stands behind them.
   */
  readonly sandbox: readonly string[];
  readonly profile: readonly string[];
  readonly businessProfile: readonly string[];
  readonly journal: readonly string[];
}

export type CommandName = keyof typeof listed;
export const listedCommands: Readonly<Record<CommandName, ListedCommand>> = listed;

/** The topics of the manual, in the order in which a newcomer needs them. */
export const topics = [
  "tour",
  "questions",
  "writing",
  "vat",
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

/**
 * Returns the path of a topic's file, in the folder next to the bundle or the source; undefined if the installation
 * is incomplete.
 */
export function topicFile(topic: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let step = 0; step < 3; step += 1) {
    const file = join(folder, "src", "manual", `${topic}.md`);
    if (existsSync(file)) return file;
    folder = dirname(folder);
  }
  return undefined;
}

/** Returns a page's title and the paragraph below it (`says`). */
export function pageHead(page: string): { readonly title: string; readonly says: string } {
  const [title = "", says = ""] = page.split(/\n{2,}/);
  return { title: title.replace(/^# /, ""), says: says.replaceAll("\n", " ") };
}
