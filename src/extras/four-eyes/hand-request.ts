import { type Person, type Policy, requestNumber } from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import type { Desk } from "../../desk/index.ts";
import { businessProfileName, foldedName, gulfDay } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { type JudgedInQueue, judgedQueue } from "./judged-queue.ts";
import { keyHere } from "./key-file.ts";
import type { WantedRequest } from "./waiting-requests.ts";

/**
 * Hands requests in a journal on a server to one approver; afterwards only that approver is asked. Rights do not
 * change. The requester and everyone who may approve the request can hand it on. Records nothing if any of the requests
 * cannot be handed on.
 */
export async function handRequests(
  wanted: readonly WantedRequest[],
  { to, key: file }: { readonly to: string; readonly key: string | undefined },
  desk: Desk,
): Promise<Report> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  if (journal.value === undefined || wanted.some(({ isQueued }) => !isQueued)) return stoppedBy([handTheFile(to)]);
  const key = await keyHere(file, desk);
  if (!key.ok) return stoppedBy(key.problems);
  const user = await journal.value.policies.queue.me();
  if (!user.ok) return stoppedBy(user.problems);
  const who = { user: user.value, key: key.value.publicKey };
  const queue = await judgedQueue(journal.value, who, gulfDay(desk.now()));
  if (!queue.ok) return stoppedBy(queue.problems);
  const handed: { request: string; to: Person; by: string }[] = [];
  for (const { file: request } of wanted) {
    const item = queue.value.find(({ queued }) => queued.hash === request.hash);
    const person = item ? await receiverOf(item, to, journal.value) : fail(notHanded("it does not wait any more"));
    if (!item || !person.ok) return stoppedBy(person.ok ? [] : person.problems);
    const { people } = request.policy.policy;
    const by = people.find((each) => each.key === who.key)?.name ?? "";
    handed.push({ request: request.hash, to: person.value, by });
  }
  for (const { request, to: person, by } of handed) {
    const noted = await journal.value.note("handed-to", { request, to: person.name, key: person.key, by });
    if (!noted.ok) return stoppedBy(noted.problems);
  }
  const facts = handed.map(({ request, to: { name } }): [string, string] => [
    requestNumber(request),
    `waits for ${name}, who sees it in ${suggest`approvals`}`,
  ]);
  const data = { handed: handed.map(({ request, to: { name }, by }) => ({ request, to: name, by })) };
  return succeeded({ view: "facts", facts, data });
}

/** Returns the person with this name if the request can be handed to them. Problem: `approval-invalid`. */
async function receiverOf(item: JudgedInQueue, to: string, journal: Journal): Promise<Result<Person>> {
  const { file, state, isMine, mayDecide, able, decisions } = item;
  if (state !== "waiting") return fail(notHanded(`request ${requestNumber(file.hash)} does not wait for an approval`));
  if (!isMine && !mayDecide) return fail(notHanded("neither did you request it, nor may you approve it"));
  const person = personIn(file.policy.policy, to);
  if (person === undefined) return fail(notHanded(`${JSON.stringify(to)} is not a person of its policy`));
  const { name, key } = person;
  if (key === file.request.by.key) return fail(notHanded(`${name} requested it and cannot approve it`));
  if (decisions.some(({ decision }) => decision.by.key === key && decision.documents === undefined))
    return fail(notHanded(`${name} has decided already`));
  if (!able.includes(name)) return fail(notHanded(`${name} may not approve it, by role or limits`));
  const barred = await isBarred(name, file.request.business_profile, journal);
  if (!barred.ok) return barred;
  if (!barred.value) return ok(person);
  return fail(notHanded(`${name} has no right to approve for business profile ${file.request.business_profile}`));
}

const personIn = ({ people }: Policy, name: string): Person | undefined =>
  people.find((each) => foldedName(each.name) === foldedName(name.trim()));

/** Whether the server enforces rights and this person's database user is known to lack the right to approve. */
async function isBarred(
  name: string,
  businessProfile: string,
  { policies: { team } }: Journal,
): Promise<Result<boolean>> {
  const [rights, members] = [await team.rights(), await team.members()];
  if (!rights.ok) return rights;
  if (!members.ok) return members;
  const users = members.value.filter((each) => each.name === name);
  if (rights.value.length === 0 || users.length === 0) return ok(false);
  const isFor = businessProfileName(businessProfile);
  return ok(
    !users.some((user) =>
      user.rights.some((each) => businessProfileName(each.businessProfile) === isFor && each.may.includes("approve")),
    ),
  );
}

function notHanded(why: string): Problem {
  const hint = `Who can approve it, and for whom it waits: ${suggest`approvals`}`;
  return problem("approval-invalid", `Nothing was handed over: ${why}.`, hint);
}

function handTheFile(to: string): Problem {
  const message = "Nothing was handed over: a request in a file is handed over as that file, not in a journal.";
  return problem(
    "bad-usage",
    message,
    `Give the file to ${to}; in a journal on a server name the number of the request.`,
  );
}
