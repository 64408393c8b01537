import { numbersAsText } from "../json/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { sayWholeLife } from "./answer/whole-life-hint.ts";
import { anyWords, defineCommand, serviceOptions } from "./command.ts";
import { documentFacts } from "./follow/document-facts.ts";
import { fetchDocument } from "./follow/fetch-document.ts";
import { kindOptions } from "./follow/subject.ts";

export const get = defineCommand({
  words: "get <id>",
  summary: "show a document as the service has it",
  help: `The ID may also be a document number. What selfbill does not know of the document is shown below, as it came. With --json the whole document is printed
as the service gives it.`,
  group: "What is open",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ following }) => [following.fetched],
  options: { ...serviceOptions, invoice: kindOptions.invoice },
  examples: [
    { type: "selfbill get SBC-2026-0001", does: "shows parties, dates, totals and status" },
    { type: "selfbill get SBC-2026-0001 --json", does: "prints all of it" },
  ],
  input: anyWords,
  async run({ words, options }, desk): Promise<Report> {
    const connection = await desk.connect(options);
    if (!connection.ok) return stoppedBy(connection.problems);
    const { sandbox } = connection.value.profile;
    const found = await fetchDocument(words[0] ?? "", options, connection.value, desk);
    if (!found.ok) return stoppedBy(found.problems, sandbox);
    const { kind, document, more } = found.value;
    sayWholeLife(words[0] ?? "", desk);
    return succeeded(
      {
        view: "facts",
        facts: documentFacts(found.value, desk),
        told: more,
        data: { kind, document: numbersAsText(document) },
      },
      sandbox,
    );
  },
});
