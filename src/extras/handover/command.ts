import { defineCommand, text } from "../../commands/command.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { fromOldComputer } from "./from-old-computer.ts";
import { toNewComputer } from "./to-new-computer.ts";

const options = {
  out: text("--out <file>", "on the old computer: write everything into this new file, and close the journal here"),
  from: text("--from <file>", "on the new computer: take over what the file has"),
} as const;

type Wish = { readonly out: string; readonly maps: readonly string[] } | { readonly from: string };

export const handoverCommand = defineCommand({
  words: "handover [maps...]",
  summary: "take your books to a new computer: journal, suppliers, items, profiles, drafts",
  help: `On the old computer, --out FILE writes the journal, the supplier book, the item book, the profiles and the drafts into one file, and the maps
of spreadsheets that you name. The file is read again before the journal here is closed: then nothing is sent from this computer any more, and
everything can still be read. A token or password is never in the file; books of practice are not, either.

On the new computer, --from FILE puts all of it in place; maps are written into the present folder. Nothing that is there already with other content
is replaced: it is named, and nothing is changed. Then: selfbill login, and selfbill reconcile to compare with the service. The first
send compares, too, and stops what looks like a document that was sent from elsewhere.

If the new computer is not used after all: selfbill journal accept opens the journal of the old one again. Send from one of the two alone.

A journal on a server stays there: the profiles name it on the new computer as well.`,
  group: "Set up",
  practice: "refused",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ records }) => [records.handedOver, records.takenOver],
  options,
  examples: [
    { type: "selfbill handover --out our-books", does: "on the old computer; then copy the file to the new one" },
    { type: "selfbill handover --out our-books our-map.yaml", does: "takes a map of a spreadsheet along" },
    { type: "selfbill handover --from our-books", does: "on the new computer; then selfbill login" },
  ],
  input(words, { out, from }): Result<Wish> {
    const usage = (message: string) =>
      fail(
        problem(
          "bad-usage",
          message,
          "On the old computer: selfbill handover --out FILE. On the new one: selfbill handover --from FILE.",
        ),
      );
    if (out !== undefined && from !== undefined) return usage("--out and --from exclude each other.");
    if (from !== undefined) return words.length > 0 ? usage("--from takes no maps.") : ok({ from });
    return out === undefined ? usage("handover needs --out or --from.") : ok({ out, maps: words });
  },
  async run(wish, desk): Promise<Report> {
    return "from" in wish ? fromOldComputer(wish.from, desk) : toNewComputer(wish.out, wish.maps, desk);
  },
});
