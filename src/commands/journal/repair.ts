import type { Desk } from "../../desk/index.ts";
import { repairJournal, repairOnServer } from "../../journal/admin.ts";
import type { Report } from "../../report/index.ts";
import { noJournal } from "../answer/journal-head.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { serverOf, whoIn } from "./places.ts";

export async function repair(desk: Desk): Promise<Report> {
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  const server = await serverOf(place.value, desk);
  if (!server.ok) return stoppedBy(server.problems);
  if (!place.value.exists) return stoppedBy([noJournal(place.value)]);
  const who = whoIn(desk);
  const done = server.value ? await repairOnServer(server.value, who) : repairJournal(place.value.path, who);
  if (!done.ok) return stoppedBy(done.problems);
  const { id, sequence, head, tables } = done.value;
  const result = tables.length === 0 ? "nothing to repair" : "repaired";
  const facts: [string, string][] = [
    ["Result", result],
    ["Made anew", tables.length === 0 ? "nothing: all tables agree with the records" : tables.join(", ")],
    ["Journal", `${place.value.path}: complete and unchanged, and all tables agree with its records`],
    ["Head", `${head} (entry ${sequence})`],
  ];
  const data = { repaired: { result, tables }, journal: { id, sequence: String(sequence), head } };
  return succeeded({ view: "facts", facts, data });
}
