import type { Connection, Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import {
  type BegunCorrection,
  type DoneWord,
  doneNote,
  isCreditSentForAll,
  livesIn,
  saidIn,
} from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { mayExist, stages } from "../../states/index.ts";
import { personOf } from "../answer/person.ts";
import type { Subject } from "../follow/subject.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";

export interface OpenCorrection {
  readonly correction: BegunCorrection;
  /**
   * True until the second document exists and the credit note is in effect, unless a user abandoned the correction.
   */
  readonly isOpen: boolean;
  /** Set if a user abandoned the correction. */
  readonly ended: DoneWord | undefined;
  /** Whether the credit note exists or may exist. */
  readonly isCreditSent: boolean;
  /** Credit notes made since the start of the correction that may be in effect. */
  readonly others: readonly string[];
  readonly isAllCredited: boolean;
}

/**
 * Returns the correction that was begun for the document, with its state; undefined if there is none. Problem:
 * `journal-unusable`.
 */
export async function begunCorrection(
  { created, id }: Pick<Subject, "created" | "id">,
  { account: own }: Connection,
  desk: Desk,
): Promise<Result<OpenCorrection | undefined>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const account = created?.account ?? own;
  const notes = await journal.value.notes();
  if (!notes.ok) return notes;
  const correction = saidIn(notes.value).correction({ account, id });
  if (correction === undefined) return ok(undefined);
  const past = await journal.value.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok || past.value === undefined) return past as Result<undefined>;
  const tellsStatus = await tellsStatusOf(journal.value, desk);
  const lives = await livesIn(journal.value, { now: desk.now().getTime(), tellsStatus });
  const life = lives.ok ? await lives.value.of(past.value) : lives;
  if (!life.ok) return life;
  const sent = await journal.value.tries.last(
    "file",
    correction.files.credit,
    (each) => each.at >= correction.at && mayExist(each),
  );
  if (!sent.ok) return sent;
  const { credits, owed, dealt } = life.value;
  const others = credits.filter(
    ({ at, attempt, stage }) => at >= correction.at && attempt !== sent.value?.attempt && stages[stage].counted,
  );
  return ok({
    correction,
    ended: dealt?.how === "done" && dealt.word.what === "correction" ? dealt.word : undefined,
    isOpen: owed === "correction",
    isCreditSent: sent.value !== undefined,
    others: others.map(({ called }) => called),
    isAllCredited: isCreditSentForAll(life.value),
  });
}

type Going = "send" | "anew" | "up" | "leave";

export async function askGoOn(
  called: string,
  { correction: { by, at, files }, isCreditSent }: OpenCorrection,
  desk: Desk,
): Promise<Result<Going>> {
  const isWritten = files.copy === undefined ? files.credit : `${files.credit} and ${files.copy}`;
  const choices: readonly { readonly value: Going; readonly name: string }[] = [
    { value: "send", name: isCreditSent ? "Send what is missing" : "Send what was written then" },
    ...(isCreditSent
      ? []
      : [
          { value: "anew" as const, name: "Begin again; what was written then is replaced" },
          { value: "up" as const, name: `Give it up: ${called} stays as it is` },
        ]),
    { value: "leave", name: "Leave it as it is for now" },
  ];
  const reply = await desk.ask.question({
    form: "choose",
    message: `${by} began to correct ${called} on ${gulfDay(new Date(at))}. What now?`,
    help: isCreditSent ? "Its credit note was sent; the correction is not finished." : "Nothing of it was sent yet.",
    explains: `It is in ${isWritten}.`,
    usual: undefined,
    choices,
  });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "back" ? "leave" : (String(reply.value.value) as Going));
}

/** Notes in the journal that the user abandoned the correction. Problem: `journal-unusable`. */
export async function giveUp(
  { created, id }: Pick<Subject, "created" | "id">,
  { correction }: OpenCorrection,
  { account: own }: Connection,
  desk: Desk,
): Promise<Result<unknown>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const word = {
    what: "correction",
    reason: "the correction was given up",
    by: personOf(desk),
    since: correction.at,
  } as const;
  const { type, data } = doneNote({ account: created?.account ?? own, id }, word);
  return journal.value.note(type, data);
}
