import type { Desk } from "../../desk/index.ts";
import { type Merged, mergeIntoServer, mergeJournal, type Twice } from "../../journal/admin.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { serverOf, whoIn } from "./places.ts";

/** Merges another journal into this one, which must not be open yet. */
export async function merge(other: string, desk: Desk): Promise<Report> {
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  const server = await serverOf(place.value, desk);
  if (!server.ok) return stoppedBy(server.problems);
  const who = whoIn(desk);
  const done = server.value
    ? await mergeIntoServer(server.value, other, who)
    : mergeJournal(place.value.path, other, who);
  if (!done.ok) return stoppedBy(done.problems);
  const problems = done.value.twice.map(existsTwice);
  const view = { view: "facts", facts: factsOf(done.value, other), data: dataOf(done.value, other) } as const;
  return { outcome: problems[0]?.outcome ?? "done", sandbox: false, view, problems };
}

function factsOf(merged: Merged, other: string): [string, string][] {
  const { records, states, texts, notes, doubts, twice, head, sequence } = merged;
  const nothing = records + states + texts + notes === 0;
  return [
    ["Read", `${other}: complete and checked, head ${merged.other.head} (entry ${merged.other.sequence})`],
    [
      "Taken over",
      nothing
        ? "nothing: everything was here already"
        : `${records} records, ${states} later states, ${texts} texts, ${notes} notes`,
    ],
    ["Exist twice", String(twice.length)],
    ["In doubt", doubts === 0 ? "0" : `${doubts}. ${suggest`resolve`} lists them.`],
    ["Head", `${head} (entry ${sequence})`],
    ["From now on", "send nothing from the other journal any more: it does not know what is sent from here."],
  ];
}

function dataOf({ other: read, records, states, texts, notes, doubts, twice, ...own }: Merged, other: string) {
  const placed = ({ id, sequence, head }: Merged["other"]) => ({ id, sequence: String(sequence), head });
  return {
    merged: {
      file: other,
      other: placed(read),
      taken_over: { records, later_states: states, texts, notes },
      in_doubt: doubts,
      exist_twice: twice,
    },
    journal: placed(own),
  };
}

const words: Readonly<Record<Twice["what"], string>> = {
  content: "The same content was created under several ids",
  number: "Several documents have one number",
  id: "Several contents are recorded under one id",
};

function existsTwice({ what, account, documents }: Twice): Problem {
  const names = documents.map(({ id, number, attempt }) => `${id} (number ${number || "unknown"}, attempt ${attempt})`);
  return problem(
    "exists-twice",
    `${words[what]} in ${account}: ${names.join(", ")}. Both journals are merged; nothing was lost and nothing was sent.`,
    `Look at them: ${suggest`show ID`}. Credit the one that should not exist.`,
  );
}
