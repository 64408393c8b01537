import type { Desk } from "../desk.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Report } from "../render/index.ts";
import { defineCommand, type Input, text } from "./command.ts";
import { acceptJournal, acceptOptions } from "./journal-accept.ts";
import { backUp } from "./journal-backup.ts";
import { exportAll } from "./journal-export.ts";
import { verify } from "./journal-verify.ts";
import { stoppedBy } from "./profile-report.ts";

const options = {
  out: text("--out <file>", "export, backup: write into this new file"),
  head: text(
    "--head <hash>",
    "verify: the head that you noted elsewhere; accept: the journal's own, or the word empty; 16 characters of it or more",
  ),
  ...acceptOptions,
} as const;

type JournalInput = Input<typeof options>;

export const journal = defineCommand({
  words: "journal <export|verify|backup|accept>",
  summary: "the record of everything sent: write all of it out, check it, or copy it",
  help: `export writes JSON lines, one object a line: every record, every later state, every body as it was sent and answer as it came.
verify reads all of it and says whether it is as it was recorded; exit code 27 when not. Every record carries the hash of the one before it;
history shows the last one, the head. Note it where nobody who can write the journal can change it: verify --head then proves that nothing
up to it was changed or removed. backup copies the journal while others use it, and checks the copy.
accept: you know that nothing is missing, and the mark that remembers another journal, or a longer one, follows this one; the journal records
who said so.`,
  options,
  examples: [
    { type: "selfbill journal export --out journal.jsonl", does: "writes everything into a new file" },
    { type: "selfbill journal backup --out journal-2026-06.db", does: "a checked copy that is itself a journal" },
    { type: "selfbill journal verify", does: "says whether the journal is sound" },
    {
      type: "selfbill journal verify --head 9f2c81d04b7a66e3",
      does: "also proves that nothing up to that head was removed",
    },
    { type: "selfbill journal accept", does: "shows what the mark and the journal know, and asks" },
  ],
  async run(input, desk): Promise<Report> {
    const {
      words: [action = ""],
      options: given,
    } = input;
    if (action === "accept") return acceptJournal(input, desk);
    const stray = strayWords(action, given, desk);
    if (stray) return stoppedBy([stray]);
    // Opening would make it, and a later run could not tell any more that nothing is known of earlier ones.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    if (isNew.value) return stoppedBy([noJournal()]);
    const opened = await desk.journal();
    if (!opened.ok) return stoppedBy(opened.problems);
    if (action === "backup") return backUp(opened.value, given.out ?? "");
    return action === "export" ? exportAll(opened.value, given.out, desk) : verify(opened.value, given.head);
  },
});

function strayWords(action: string, { out, head }: JournalInput["options"], desk: Desk): Problem | undefined {
  if (!["export", "verify", "backup"].includes(action)) {
    const message = `Unknown action ${JSON.stringify(action)} for journal.`;
    return problem("bad-usage", message, "Use one of: export, verify, backup, accept.");
  }
  if (action === "verify" && out !== undefined)
    return problem("bad-usage", "--out belongs to export and backup.", "Type selfbill journal verify.");
  if (action === "backup" && out === undefined)
    return problem(
      "bad-usage",
      "A backup needs a file.",
      "Add --out FILE: a new file, apart from this computer's disk.",
    );
  if (action !== "verify" && head !== undefined)
    return problem("bad-usage", "--head belongs to verify.", "Type selfbill journal verify --head HASH.");
  if (head !== undefined && !/^[0-9a-f]{16,64}$/i.test(head))
    return problem(
      "bad-usage",
      "The value of --head is not a head.",
      "Copy it as selfbill history shows it: 64 characters, 0-9 and a-f.",
    );
  if (action === "export" && out === undefined && desk.asJson)
    return problem("bad-usage", "An export is JSON lines, not one JSON document.", "Add --out FILE, or omit --json.");
  return undefined;
}

function noJournal(): Problem {
  const hint = "Name its folder with --journal when it is elsewhere.";
  return problem("not-found", "There is no journal on this computer: nothing was sent from it yet.", hint);
}
