import { resolve } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";

/** Copies the whole journal to a new file, and verifies the copy. */
export async function backUpJournal(opened: Journal, out: string, desk: Desk): Promise<Report> {
  const file = resolve(out);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const made = await opened.backUp(file);
  if (!made.ok) return stoppedBy(made.problems);
  const { id, sequence, head } = made.value;
  const facts: [string, string][] = [
    ["Copy", `${file}: complete and checked`],
    ["Head", `${head} (entry ${sequence})`],
    [
      "Use",
      `it sends nothing. To read it, copy it into an empty folder as journal.db, and name that with --journal. ${suggest`journal restore FILE`} puts it in the place of one that is lost.`,
    ],
    ["Keep it", "apart from this computer. It holds every document that was sent."],
    ["Not in it", `supplier book, items, profiles and maps: copy ${settings.value.folders.config} too`],
  ];
  const data = { file, journal: { id, sequence: String(sequence), head } };
  return succeeded({ view: "facts", facts, data });
}
