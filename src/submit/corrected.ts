import type { Connection } from "../desk/index.ts";
import { documentKinds, documentName } from "../document/index.ts";
import type { ContentState, CreatedDocument, Intent, Journal, Past } from "../journal/index.ts";
import { idleCreditOf, type Life, livesIn, mayBeReplaced, needsCredit } from "../life/index.ts";
import type { Prepared, Sendable } from "../prepare/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { badStatuses, eitherOf, isUnsettled, statusName } from "../states/index.ts";
import { keyIn } from "./intent-of.ts";
import { correctedProblem } from "./words.ts";

/** The document that another one replaces. */
export interface CorrectedDocument {
  readonly corrects: NonNullable<Intent["corrects"]>;
  /** The attempt that created the document, as it was when checked before sending the correction. */
  readonly past: Past;
}

type Account = Pick<Connection, "account"> & { readonly profile: Pick<Connection["profile"], "extras"> };
type Correcting = Pick<Sendable, "kind" | "body" | "corrects"> & Pick<Prepared, "document">;

const remove = "If this is another supply, remove corrects from the file.";
const notCorrectable = (message: string, hint: string): Problem =>
  problem("not-correctable", `Nothing was sent: ${message}`, hint, { where: { path: "corrects" } });

/**
 * Returns the document that `corrects` names, if the correcting document may replace it; undefined without `corrects`.
 * If the correcting document was sent before, this is not checked again, because the journal has its outcome. `begun`:
 * nothing is sent yet, so it is enough that the user has begun the correction. Problems: `not-correctable`,
 * `corrected-before`, `correction-open`, `journal-unusable`.
 */
export async function correctedBy(
  correcting: Correcting,
  { account, profile }: Account,
  journal: Journal,
  { now, begun = false }: { readonly now: Date; readonly begun?: boolean },
): Promise<Result<CorrectedDocument | undefined>> {
  const { corrects: named, kind, document } = correcting;
  if (named === undefined) return ok(undefined);
  const key = keyIn(correcting)(account);
  const standing = await journal.standing(account, key);
  if (!standing.ok) return standing;
  const found = await documentNamed(named, kind, account, journal);
  if (standing.value.is !== "fresh") return ok(found.ok ? found.value : undefined);
  if (!found.ok) return found;
  const { corrects, past } = found.value;
  if (document?.document_number?.trim() === corrects.documentNumber)
    return fail(
      notCorrectable(
        `the number ${corrects.documentNumber} belongs to the document that this one corrects.`,
        "Remove document_number, so that the service gives one, or write another number.",
      ),
    );
  const lives = await livesIn(journal, { now: now.getTime(), tellsStatus: () => profile.extras });
  if (!lives.ok) return lives;
  const life = await lives.value.of(past);
  if (!life.ok) return life;
  if (!mayBeReplaced(life.value, begun)) return fail(stillStands(corrects.documentNumber, life.value));
  const other = await takenBy(corrects.id, account, key, journal);
  if (!other.ok) return other;
  return other.value ? fail(correctedProblem(other.value, { corrects })) : found;
}

async function documentNamed(
  named: string,
  kind: Intent["kind"],
  account: string,
  journal: Journal,
): Promise<Result<CorrectedDocument>> {
  const all = await journal.find(account, named);
  if (!all.ok) return all;
  const ids = new Map(all.value.filter((each) => each.kind === kind).map((each) => [each.id, each]));
  const [first, another] = [...ids.values()];
  if (first === undefined) return fail(await unknown(named, kind, all.value, journal));
  if (another !== undefined) {
    const hint = `Write the id of the one that is meant: ${[...ids.keys()].join(" or ")}.`;
    return fail(notCorrectable(`corrects names ${named}, and ${ids.size} documents have this number.`, hint));
  }
  const past = await journal.tries.last("id", first.id, ({ state }) => state === "created");
  if (!past.ok) return past;
  if (past.value === undefined) return fail(await unknown(named, kind, [], journal));
  return ok({ corrects: { id: first.id, documentNumber: documentName(first) }, past: past.value });
}

/** Returns the problem if the journal has no created document of this kind with that number or id. */
async function unknown(
  named: string,
  kind: Intent["kind"],
  others: readonly CreatedDocument[],
  journal: Journal,
): Promise<Problem> {
  const [other] = others;
  if (other !== undefined) {
    const says = documentKinds[other.kind].says;
    return notCorrectable(
      `corrects names ${named}, which is a ${says}.`,
      `Name the ${documentKinds[kind].says} that is meant. ${remove}`,
    );
  }
  const tries = await journal.tries.called(named);
  const open = tries.ok ? tries.value.find(isUnsettled) : undefined;
  if (open !== undefined)
    return notCorrectable(
      `corrects names ${named}, which may or may not exist.`,
      `Resolve it first: ${suggest`resolve ${open.attempt} --check`}`,
    );
  return notCorrectable(
    `corrects names ${named}, and this journal knows no ${documentKinds[kind].says} of this number or id.`,
    `Check the number. ${remove}`,
  );
}

/** Returns the problem that a document still counts and cannot be replaced, with what the user can do about it. */
function stillStands(called: string, life: Life): Problem {
  const { stage, status, past, correction, credits } = life;
  if (needsCredit(life)) {
    const idle = idleCreditOf(credits);
    return notCorrectable(
      `corrects names ${called}, which is ${statusName.rejected}, but the tax authority accepted it, and no credit note takes all of it back. Both documents would count.`,
      idle
        ? `Deal with its credit note ${idle.called} first: ${idle.command}`
        : `Credit it in full first, then send this copy: ${suggest`create-credit-note --from ${called} --reason CODE`}`,
    );
  }
  const is = stage === "created" ? "its status is not known here" : `its status is ${status ?? "not known"}`;
  const credit =
    past.intent.kind === "invoice"
      ? correction?.withCopy
        ? `Send its credit note and this copy one after the other: ${suggest`correct ${called} --send`}`
        : `Credit it in full first: ${suggest`create-credit-note --from ${called} --reason CODE`}. ${remove}`
      : remove;
  const ask = `Ask the service: ${suggest`status ${called}`}. It can be corrected after ${eitherOf(badStatuses)}.`;
  return notCorrectable(
    `corrects names ${called}, and that one was not rejected: ${is}. Two documents would bill the same supply.`,
    stage === "pending" ? ask : credit,
  );
}

/**
 * Finds another document, with different content, that replaces the document `id` or, if it is in doubt, may replace
 * it.
 */
async function takenBy(
  id: string,
  account: string,
  key: string,
  journal: Journal,
): Promise<Result<Extract<ContentState, { is: "corrected" }> | undefined>> {
  // Leaves out documents that a live process is sending: this run waits for them.
  const isOther = ({ state, intent }: Past): boolean =>
    (state === "created" || state === "in-doubt") && !(intent.account === account && intent.key === key);
  const other = await journal.tries.last("corrects", id, isOther);
  if (!other.ok || other.value === undefined) return other.ok ? ok(undefined) : other;
  const { attempt, state, id: its, documentNumber } = other.value;
  return ok({ is: "corrected", attempt, documentNumber, ...(state === "created" ? { id: its } : {}) });
}

/**
 * Returns the ids of the document that this one corrects, of the document that that one corrected, and so on. None of
 * them counts as a duplicate of this document.
 */
export async function correctedChain(
  { corrects, kind }: Pick<Sendable, "corrects" | "kind">,
  account: string,
  journal: Journal,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  const first = corrects === undefined ? undefined : await documentNamed(corrects, kind, account, journal);
  for (let at = first?.ok ? first.value.corrects.id : undefined; at !== undefined && !ids.has(at); ) {
    ids.add(at);
    const past = await journal.tries.last("id", at, ({ state }) => state === "created");
    at = past.ok ? past.value?.intent.corrects?.id : undefined;
  }
  return [...ids];
}
