import type { Desk } from "../desk.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Report } from "../render/index.ts";
import { defineCommand, type Input, text } from "./command.ts";
import { acceptJournal, acceptOptions } from "./journal-accept.ts";
import { exportAll } from "./journal-export.ts";
import { verify } from "./journal-verify.ts";
import { stoppedBy } from "./profile-report.ts";

const options = {
  out: text("--out <file>", "export: write into this new file instead of printing"),
  head: text(
    "--head <hash>",
    "verify: the head that you noted elsewhere; accept: the journal's own, or the word empty; 16 characters of it or more",
  ),
  ...acceptOptions,
} as const;

type JournalInput = Input<typeof options>;

export const journal = defineCommand({
  words: "journal <export|verify|accept>",
  summary: "the record of everything sent: write all of it out, or check it",
  help: `export writes JSON lines, one object a line: every record, every later state, every body as it was sent and answer as it came.
verify reads all of it and says whether it is as it was recorded; exit code 27 when not. Every record carries the hash of the one before it;
history shows the last one, the head. Note it where nobody who can write the journal can change it: verify --head then proves that nothing
up to it was changed or removed.
accept: you know that nothing is missing, and the mark that remembers another journal, or a longer one, follows this one; the journal records
who said so.`,
  options,
  examples: [
    { type: "selfbill journal export --out journal.jsonl", does: "writes everything into a new file" },
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
    return action === "export" ? exportAll(opened.value, given.out, desk) : verify(opened.value, given.head);
  },
});

function strayWords(action: string, { out, head }: JournalInput["options"], desk: Desk): Problem | undefined {
  if (action !== "export" && action !== "verify") {
    const message = `journal does not know ${JSON.stringify(action)}.`;
    return problem("bad-usage", message, "Type selfbill journal export, verify or accept.");
  }
  if (action === "verify" && out !== undefined)
    return problem("bad-usage", "--out belongs to export.", "Type selfbill journal verify.");
  if (action === "export" && head !== undefined)
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
