import type { Said } from "./command.ts";
import type { Sending } from "./outside-world.ts";
import type { Tally } from "./report.ts";

/** A command, with the facts needed to judge it. */
export interface Sent {
  readonly how: Sending;
  readonly said: Said;
  /**
   * Ids of the documents at all services and for all companies, by place (see `placeOf`), before and after the command.
   */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Documents recorded in this journal as created for the account's other company, at that service. */
  readonly ofOther: ReadonlySet<string>;
  /** Whether a four-eyes policy is in force for that company here. */
  readonly needsApproval: boolean;
  /** The unusual aspect of the command, for the counts. */
  readonly unusual: string;
  /** True if there is no reason to stop or prompt: every document is or was created. */
  readonly plain: boolean;
  readonly doubted: ReadonlySet<string>;
  /** Whether a document with this id was created from here, was shown by the service, or must be looked up now. */
  readonly knowable: (id: string) => boolean;
  /** Why nothing can be concluded about the other documents. */
  readonly unknowable: string;
}

/** Statements that must not be made about an existing document. */
const denies = /does not exist|nothing was created|was not created|was never sent/i;
const stops = [2, 20, 21, 22, 23, 24, 25, 26, 27];

/** Compares the output with the ledgers. `story`: returns the steps before the command. */
export function judgeOutside(
  { how, said, before, after, ofOther, needsApproval, unusual, plain, doubted, knowable, unknowable }: Sent,
  tally: Tally,
  story: () => string,
): void {
  const wrong = (kind: Parameters<Tally["violation"]>[0], words: string): void => {
    tally.count(`${kind} ${unusual}`);
    tally.violation(kind, `${words}: ${story()}`);
  };
  const { service } = how.address;
  for (const { note, file } of how.papers) {
    const place = `${service} ${how.company} ${note}`;
    const [had, has] = [before.get(place) ?? [], after.get(place) ?? []];
    const told = said.told.find((each) => each.file === file);
    tally.verdict(
      told === undefined ? `stopped with exit code ${said.code}` : told.replayed ? "replayed" : told.outcome,
    );
    if (had.length > 0 && has.length > had.length) {
      if (had.some((id) => knowable(id))) wrong("duplicates", `${note} exists, and was made again`);
      else tally.count(`made again, which nobody could know: ${unknowable}`);
    }
    if (had.length === 0 && has.length > 0 && ofOther.has(note))
      wrong("duplicates", `${note} exists for the other company, and was made without a word`);
    if (needsApproval && has.length > had.length) wrong("other", `${note} was made without the approval that it needs`);
    if (told?.outcome === "done" && has.length === 0) wrong("lost", `${note} does not exist at ${service}`);
    else if (told?.outcome === "done" && !has.includes(told.id ?? ""))
      wrong("wrongVerdicts", `${note} is ${has}, not ${told.id}`);
    if (["refused", "not_sent", undefined].includes(told?.outcome) && has.length > had.length)
      wrong("wrongVerdicts", `${note} was made, and it says ${told?.outcome}`);
    if (has.length > 0 && denies.test(told?.words ?? "")) wrong("wrongVerdicts", `${note} exists, and is denied`);
    if (told?.outcome === "in_doubt" && has.length === had.length && ![...doubted].some((each) => each.endsWith(note)))
      wrong("needlessDoubts", `${note} is not in doubt`);
    if (plain && told?.outcome !== "done")
      wrong("needlessDoubts", `${note} could be sent, and is ${told?.outcome ?? `stopped with ${said.code}`}`);
  }
  const isAll = how.papers.every(({ file }) => said.told.some((each) => each.file === file && each.outcome === "done"));
  if (said.code === 0 && !isAll) wrong("wrongVerdicts", "exit code 0, and not everything is done");
  if (said.code !== 0 && !stops.includes(said.code ?? -1))
    wrong("other", `it ended with ${said.code}: ${said.stderr.slice(0, 1500)}`);
  if (said.code !== 0 && said.told.length === 0 && !/nothing was sent/i.test(said.stdout + said.stderr))
    wrong("other", `it does not say whether anything was sent: ${(said.stdout || said.stderr).slice(0, 300)}`);
}
