import {
  type Delegation,
  openDelegation,
  openPolicy,
  type Policy,
  profilesOf,
  type SignedDelegation,
  type SignedPolicy,
  sealDelegation,
  writeDelegationFile,
} from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../commands/command.ts";
import { day } from "../../commands/kinds.ts";
import type { Desk } from "../../desk/index.ts";
import { foldedName, gulfDay } from "../../document/index.ts";
import { noRight } from "../../journal/index.ts";
import { parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { delegationsReport, recordedDelegationShape } from "./delegations-report.ts";
import { endDelegation, endedDelegationsTo } from "./end-delegation.ts";
import { keyHere } from "./key-file.ts";
import { ofOtherSide } from "./lent.ts";
import { nameInFile, refusalOf } from "./record-decision.ts";
import { inForce, personOfKey } from "./requester.ts";

const options = {
  ...serviceOptions,
  from: day("--from <date>", "the first day (default: today)"),
  until: day("--until <date>", "the last day, included: YYYY-MM-DD"),
  key: text("--key <file>", "your private key; not needed if the policy has your database user"),
  policy: text("--policy <file>", "the signed policy, where the journal is not on this computer"),
  out: text(
    "--out <dir>",
    "folder for the file of the delegation (default: this one; in a journal on a server no file)",
  ),
  end: flag("--end", "end it: by the name of the person, or where delegations are files, by the file"),
} as const;

type DelegateOptions = Input<typeof options>["options"];

type Wish =
  | { readonly what: "list" }
  | { readonly what: "end"; readonly name: string; readonly given: DelegateOptions }
  | { readonly what: "give"; readonly name: string; readonly until: string; readonly given: DelegateOptions };

export const delegate = defineCommand({
  words: "delegate [person]",
  summary: "let another person approve in your place while you are away",
  help: `PERSON is one of the people of the approval policy, by the name there, with or without the right to approve. On the days from --from until
--until, both included, they approve with selfbill approve … --for YOU: with your limits, on your day, for the companies of the policy, and only
where you yourself could approve. Nobody approves their own request in this way, nor those of the approver, and nobody can delegate further.

You sign it. In a journal on a server it is recorded there, and the server compares the days with its own clock. Otherwise it is a file to hand
over: selfbill approve REQUEST.json --for delegation-….json. It ends after its last day, with --end, and when one of you leaves the team.

Without a person: who delegated to whom, in a journal on a server. See selfbill help approvals.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, approvals, listOf }) => [
    approvals.delegated,
    approvals.undelegated,
    answer({ delegations: listOf(recordedDelegationShape.schema) }),
  ],
  options,
  examples: [
    {
      type: "selfbill delegate Sara --from 2026-07-01 --until 2026-07-14 --key omar.key",
      does: "Sara approves in Omar's place for two weeks",
    },
    { type: "selfbill delegate Sara --end --key omar.key", does: "Omar is back earlier" },
    { type: "selfbill delegate", does: "who delegated to whom, and whether it counts today" },
  ],
  input([name, more], given): Result<Wish> {
    const { until, from, end, out, policy } = given;
    if (more !== undefined) return bad("One person can be named.", "Put a name of several words in quotation marks.");
    if (name === undefined) {
      if (until ?? from ?? out ?? policy ?? (end || undefined))
        return bad("No person was named.", `Type: ${suggest`delegate NAME --until YYYY-MM-DD`}`);
      return ok({ what: "list" });
    }
    if (end) {
      if (until ?? from ?? out ?? policy)
        return bad("--end takes no days and no file to write.", `Type: ${suggest`delegate ${name} --end`}`);
      return ok({ what: "end", name, given });
    }
    if (until === undefined) return bad("--until is missing: a delegation has a last day.", "Add --until YYYY-MM-DD.");
    if (from !== undefined && from > until)
      return bad(`--from ${from} is after --until ${until}.`, "Write the earlier day after --from.");
    return ok({ what: "give", name, until, given });
  },
  async run(wish, desk): Promise<Report> {
    if (wish.what === "list") return list(desk);
    if (wish.what === "end") return end(wish, desk);
    return give(wish, desk);
  },
});

async function give({ name, until, given }: Extract<Wish, { what: "give" }>, desk: Desk): Promise<Report> {
  const today = gulfDay(desk.now());
  if (until < today)
    return stoppedBy([problem("bad-usage", `--until ${until} is over.`, "Write a day from today on.")]);
  const key = await keyHere(given.key, desk);
  if (!key.ok) return stoppedBy(key.problems);
  const policy = given.policy === undefined ? await policyHere(given, desk) : await policyIn(given.policy, desk);
  if (!policy.ok) return stoppedBy(policy.problems);
  const person = personOfKey(policy.value, key.value, "approve");
  if (!person.ok) return stoppedBy(person.problems);
  const to = personCalled(name, policy.value.policy);
  if (to === undefined) return stoppedBy([noPerson(name, policy.value.policy)]);
  if (to.key === person.value.key)
    return stoppedBy([problem("bad-usage", "You cannot delegate to yourself.", "Name another person of the policy.")]);
  const delegation: Delegation = {
    by: { name: person.value.name, key: key.value.publicKey },
    to: { name: to.name, key: to.key },
    at: desk.now().toISOString(),
    from: given.from ?? today,
    until,
    business_profiles: [...profilesOf(policy.value.policy)],
  };
  const signed = openDelegation(sealDelegation(delegation, key.value), { users: true });
  if (!signed)
    return stoppedBy([problem("fault", "The delegation could not be signed.", "Report it, with the version.")]);
  const recorded = await recordedOnServer(signed, desk);
  if (!recorded.ok) return stoppedBy(recorded.problems);
  if (recorded.value && given.out === undefined) return gaveReport(signed, undefined);
  const file = `delegation-${nameInFile(delegation.by)}-${nameInFile(delegation.to)}-${until}.json`;
  const written = await desk.output.write(given.out ?? ".", file, writeDelegationFile(signed.envelope), {
    private: true,
  });
  return written.ok ? gaveReport(signed, written.value) : stoppedBy(written.problems);
}

/**
 * Returns the policy in force; fails if the current user may not approve here. Problems: any profile problem, any
 * problem from `inForce`, any journal problem, `no-right`.
 */
async function policyHere(given: DelegateOptions, desk: Desk): Promise<Result<SignedPolicy>> {
  const profile = await desk.profile(given);
  if (!profile.ok) return profile;
  const stands = await inForce(profile.value, desk);
  if (!stands.ok) return stands;
  const { policies } = stands.value.journal;
  const barred = await policies.team.mayNot(stands.value.account, "approve");
  if (!barred.ok) return barred;
  return barred.value === undefined ? ok(stands.value.policy) : fail(noRight(barred.value, "delegated"));
}

const mostBytes = 5_000_000;

/** Reads a signed policy from a file. Problems: `policy-not-valid`, any file-reading problem. */
async function policyIn(file: string, desk: Desk): Promise<Result<SignedPolicy>> {
  const bytes = await desk.files.read(file, mostBytes);
  if (!bytes.ok) return bytes;
  const content = decode(bytes.value, file);
  if (!content.ok) return content;
  const json = parseJson(content.value);
  const signed = json.ok ? openPolicy(json.value) : undefined;
  if (signed) return ok(signed);
  const message = `${file} is not a signed policy.`;
  const hint = `Ask for it where the journal is: ${suggest`policy show --out policy.json`}`;
  return fail(problem("policy-not-valid", message, hint, { where: { file } }));
}

const personCalled = (name: string, { people }: Policy) =>
  people.find((each) => foldedName(each.name) === foldedName(name.trim()));

function noPerson(name: string, { number, people }: Policy): Problem {
  const message = `${JSON.stringify(name)} is not a person of policy ${number}. Nothing was delegated.`;
  return problem("not-found", message, `Its people are: ${people.map((each) => each.name).join(", ")}.`);
}

/**
 * Records the delegation if the journal is on a server; returns false if it is in a file. Problem: `approval-invalid`.
 */
async function recordedOnServer(
  { delegation, hash, envelope }: SignedDelegation,
  desk: Desk,
): Promise<Result<boolean>> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return journal;
  if (journal.value === undefined) return ok(false);
  const other = await ofOtherSide(delegation, desk);
  if (other) return fail(other);
  const old = await journal.value.policies.haveOldRules();
  if (!old.ok) return old;
  const refused = (why: string, hint: string): Result<never> =>
    fail(problem("approval-invalid", `Nothing was delegated: ${why}.`, hint));
  if (old.value)
    return refused(
      "the rules of the server are those of an earlier selfbill",
      `Have its owner type: ${suggest`journal init --journal postgres://OWNER@HOST/DATABASE`}`,
    );
  const data = { delegation: hash, by: delegation.by.name, to: delegation.to.name, envelope: writeJson(envelope) };
  const noted = await journal.value.note("delegated", data);
  const why = noted.ok ? undefined : refusalOf(noted.problems[0]);
  if (why !== undefined) return refused(why, "Run it as yourself, with your own user of the database.");
  return noted.ok ? ok(true) : noted;
}

function gaveReport({ delegation, hash }: SignedDelegation, file: string | undefined): Report {
  const { by, to, from, until, business_profiles: profiles } = delegation;
  const facts: [string, string][] = [
    ["Approves", `${to.name} for ${by.name}, with the rights and limits of ${by.name}`],
    ["Days", `${from} until ${until}, both included`],
    ["For", profiles.join(", ")],
    ["Written to", file ?? "the journal"],
    [
      "Next",
      `${to.name} types: ${suggest`approve REQUEST --for ${file === undefined ? by.name : file} --key ME.key`.byAnother()}`,
    ],
  ];
  const data = {
    delegation: { sha256: hash, file: file ?? "", by: by.name, to: to.name, from, until, business_profiles: profiles },
  };
  return succeeded({ view: "facts", facts, data });
}

async function end({ name, given }: Extract<Wish, { what: "end" }>, desk: Desk): Promise<Report> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  const ended =
    journal.value === undefined
      ? await endDelegation(name, desk)
      : await endedDelegationsTo(name, { key: given.key, journal: journal.value }, desk);
  if (!ended.ok) return stoppedBy(ended.problems);
  const facts = ended.value.map(({ delegation: { by, to, from, until } }): [string, string] => [
    "Ended",
    `${to.name} for ${by.name}, ${from} until ${until}: what was approved so and not sent no longer counts here`,
  ]);
  return succeeded({ view: "facts", facts, data: { ended: ended.value.map(({ hash }) => hash) } });
}

async function list(desk: Desk): Promise<Report> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  if (journal.value === undefined) {
    const message = "This journal is in a file: delegations are files here, not entries of the journal.";
    return stoppedBy([
      problem("not-found", message, `To write one: ${suggest`delegate NAME --until DAY --key ME.key`}`),
    ]);
  }
  const all = await journal.value.policies.delegations.all();
  return all.ok ? delegationsReport(all.value, gulfDay(desk.now())) : stoppedBy(all.problems);
}

function bad(message: string, hint: string): Result<never> {
  return fail(problem("bad-usage", message, hint));
}
