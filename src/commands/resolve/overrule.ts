import type { Doubt, Journal, JournalRecord, Resolution } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Settled } from "./report.ts";

/**
 * Returns a document that was in doubt and how it was settled; undefined if the journal has no such attempt. Problem:
 * `not-overruled` if the attempt was never in doubt, is not settled, or was taken over from the service.
 */
export async function settledBefore(
  attempt: string,
  journal: Journal,
): Promise<Result<{ doubt: Doubt; resolution: Resolution }> | undefined> {
  const records = await journal.attempt(attempt);
  if (!records.ok) return records;
  const intent = records.value.find((each) => each.type === "intent");
  const last = records.value.at(-1);
  if (intent?.type !== "intent" || !last) return undefined;
  if (last.type !== "resolved" || last.data.how === "taken-over") return fail(notOverruled(attempt, last));
  const armed = records.value.find((each) => each.type === "armed");
  const result = records.value.find((each) => each.type === "result")?.data;
  const about = { attempt, intent: intent.data, sentAt: armed?.at ?? intent.at, last: last.sequence };
  const doubt: Doubt = { ...about, ...(result ? { result } : {}) };
  return ok({ doubt, resolution: last.data });
}

function notOverruled(attempt: string, last: JournalRecord): Problem {
  const why =
    last.type === "resolved"
      ? "It was not sent from here: it was recorded from the service."
      : last.type === "result" && last.data.verdict === "created"
        ? `The service itself answered that it exists, as ${last.data.id}.`
        : "It was never in doubt, or is being sent just now.";
  return problem(
    "not-overruled",
    `${attempt} cannot be changed: ${why}`,
    `${suggest`history`} shows what is known of it.`,
  );
}

/** Warns about the consequences of overruling a decision, for example if the content was sent again in the meantime. */
export async function overruled(
  { doubt, resolution }: Settled,
  before: Resolution | undefined,
  journal: Journal,
): Promise<Problem[]> {
  const found: Problem[] = [];
  if (before !== undefined) {
    const was = before.verdict === "created" ? `existing as ${before.id}` : "not existing";
    const message = `${doubt.attempt} was settled as ${was} by ${before.by}; that is replaced, and both decisions stay in the journal.`;
    found.push(warning("overruled", message, next(resolution)));
  }
  if (resolution.verdict === "not-created") return found;
  const others = await journal.ofContent(doubt.intent.account, doubt.intent.key);
  const again = (others.ok ? others.value : []).filter(
    (each) => each.attempt !== doubt.attempt && (each.type === "result" || each.type === "resolved"),
  );
  for (const each of new Map(again.map((record) => [record.attempt, record])).values()) {
    if ((each.type !== "result" && each.type !== "resolved") || each.data.verdict !== "created") continue;
    const second = `The same content was sent again as ${each.attempt} and exists as ${each.data.id}`;
    const message =
      resolution.verdict === "created"
        ? `THIS DOCUMENT EXISTS TWICE. ${second}; now ${resolution.id} exists as well. Both stay in the journal.`
        : `${second}. Now ${doubt.attempt} is in doubt again: it may exist a second time.`;
    const hint =
      resolution.verdict === "created"
        ? `Look at both; if both exist, credit one of them: ${suggest`create-credit-note --from ${each.data.id}`}`
        : `Look at the service: ${suggest`resolve ${doubt.attempt} --check`}`;
    found.push(warning("sent-twice", message, hint));
  }
  return found;
}

function next({ verdict }: Resolution): string {
  if (verdict === "not-created") return "The command that sends it can be run again.";
  if (verdict === "created") return "Later commands use the new decision.";
  return `It cannot be sent before it is resolved again: ${suggest`resolve`}`;
}

function warning(code: "overruled" | "sent-twice", message: string, hint: string): Problem {
  return problem(code, message, hint, { severity: "warning" });
}
