import type { Desk } from "../../desk/index.ts";
import { isPracticeAccount, type Journal } from "../../journal/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { createdBy, keyIn } from "../../submit/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";

/**
 * Returns the problem `not-fixed` if the journal knows the content as sent, in doubt or handed to approvers, in any
 * account of real services, and for practice also of practice. Problem: `journal-unusable`.
 */
export async function knownContent(
  { body, ...prepared }: Prepared,
  isPractice: boolean,
  desk: Desk,
): Promise<Result<Problem | undefined>> {
  const journal = body === undefined ? ok(undefined) : await journalIfAny(desk);
  if (!journal.ok || journal.value === undefined || body === undefined) return journal.ok ? ok(undefined) : journal;
  const key = keyIn({ ...prepared, body } as Parameters<typeof keyIn>[0]);
  const accounts = await journal.value.accounts.all();
  if (!accounts.ok) return accounts;
  for (const account of accounts.value.filter((each) => isPractice || !isPracticeAccount(each))) {
    for (const keyOf of key.asTyped === undefined ? [key] : [key, key.asTyped]) {
      const found = await standsAs(keyOf(account), account, journal.value);
      if (!found.ok) return found;
      if (found.value === undefined) continue;
      const { is, hint } = found.value;
      const { file } = prepared;
      return ok(problem("not-fixed", `The file was not changed: its content ${is}.`, hint, { where: { file } }));
    }
  }
  return ok(undefined);
}

async function standsAs(
  key: string,
  account: string,
  journal: Journal,
): Promise<Result<{ readonly is: string; readonly hint: string } | undefined>> {
  const standing = await journal.standing(account, key);
  if (!standing.ok) return standing;
  const { value } = standing;
  if (value.is === "created") {
    const created = await createdBy(journal, account, value.attempt);
    const number = (created.ok ? created.value.documentNumber : undefined) ?? value.id;
    return ok({ is: `was sent as ${number}`, hint: `Correct that document: ${suggest`correct ${number}`}` });
  }
  if (value.is === "in-doubt")
    return ok({
      is: `may have been sent (${value.attempt})`,
      hint: `Settle that first: ${suggest`resolve ${value.attempt}`}`,
    });
  if (value.is === "busy") return ok({ is: "is being sent", hint: "Wait until the other selfbill process has ended." });
  const open = await journal.policies.queue.open();
  if (!open.ok) return open;
  const asked = open.value.find(({ keys }) => keys.includes(key));
  if (asked === undefined) return ok(undefined);
  const name = asked.names[asked.keys.indexOf(key)] ?? asked.hash.slice(0, 12);
  return ok({ is: `was handed to approvers as ${name}`, hint: "Change it before it is approved, in a new file." });
}
