import type { Connection, Desk } from "../../desk/index.ts";
import { type Journal, type RelatedAccount, type ServicesWord, serviceOf } from "../../journal/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { accountOf, type ServiceProfile } from "../../settings/index.ts";
import { addressInWords, intentOf, keyIn } from "../../submit/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { personOf } from "../answer/person.ts";
import { flag, rare } from "../command.ts";

/** Options with which a script says whether a business profile's new address belongs to the same service. */
export const servicesOptions = {
  sameService: rare(
    flag("--same-service", "the address is a new one of the service that this business profile used before"),
  ),
  otherService: rare(
    flag("--other-service", "the address is of another service than the one before, such as its test system"),
  ),
} as const;

interface ServicesWords {
  readonly sameService: boolean;
  readonly otherService: boolean;
}

/** Returns which of the two options was given, if any. Problem: `bad-usage` if both were. */
export function wordIn({ sameService, otherService }: ServicesWords): Result<ServicesWord["are"] | undefined> {
  if (!sameService && !otherService) return ok(undefined);
  if (sameService !== otherService) return ok(sameService ? "same" : "other");
  const message = "--same-service and --other-service contradict each other.";
  return fail(problem("bad-usage", message, "Use the one that is true."));
}

/** Returns the accounts of the same business profile at other services. Ignores practice accounts. */
export async function formerServices(
  journal: Journal,
  named: string,
): Promise<Result<readonly Pick<RelatedAccount, "account" | "relation">[]>> {
  const related = await journal.accounts.related(named);
  if (!related.ok) return related;
  return ok(related.value.filter(({ account, sameBuyer }) => sameBuyer && serviceOf(account) !== serviceOf(named)));
}

export async function sayOfServices(
  profile: ServiceProfile,
  words: ServicesWords,
  desk: Desk,
): Promise<Problem | undefined> {
  const word = wordIn(words);
  if (!word.ok) return word.problems[0];
  const { businessProfileId, sandbox } = profile;
  if (word.value === undefined || sandbox || businessProfileId === undefined) return undefined;
  const journal = await journalIfAny(desk);
  if (!journal.ok) return journal.problems[0];
  if (!journal.value) return undefined;
  const named = accountOf(profile, businessProfileId);
  const former = await formerServices(journal.value, named);
  if (!former.ok) return former.problems[0];
  const unknown = former.value.filter(({ relation }) => relation === "unknown");
  const [first, ...others] = unknown;
  if (word.value === "same" && first && others.length > 0) {
    const one = await formerServices(journal.value, first.account);
    if (!one.ok) return one.problems[0];
    const isOne = others.every(({ account }) =>
      one.value.some((each) => each.account === account && each.relation === "same"),
    );
    if (!isOne) return whichOne(unknown);
  }
  // Record it only for undecided addresses: a script that repeats the option must not override other decisions.
  for (const { account } of unknown) {
    const said = await journal.value.accounts.say(servicesWord(account, named, word.value, desk));
    if (!said.ok) return said.problems[0];
  }
  return undefined;
}

/** The problem reported when the option does not say which of several addresses it means. */
export function whichOne(former: readonly { readonly account: string }[]): Problem {
  const addresses = former.map(({ account }) => addressInWords(account)).join(" and ");
  const message = `Nothing was sent: the journal knows this business profile at ${addresses}, and --same-service does not say which of them is meant.`;
  const hint =
    "Say it when you change the address of the profile: selfbill profile set NAME --base-url URL --same-service. At a terminal selfbill asks about each.";
  return problem("bad-usage", message, hint);
}

export function servicesWord(former: string, now: string, are: ServicesWord["are"], desk: Desk): ServicesWord {
  return { former: serviceOf(former), now: serviceOf(now), are, by: personOf(desk) };
}

/** Asks whether the two addresses belong to the same service. Problems: `declined`, any problem from asking. */
export async function askOfServices(
  former: string,
  now: string,
  desk: Desk,
  undone = "nothing was sent",
): Promise<Result<ServicesWord["are"]>> {
  const [here, there] = [addressInWords(now), addressInWords(former)];
  const asked = await desk.ask.question({
    form: "choose",
    message: `Is ${here} the same service as ${there}, or another one?`,
    help: "Your answer is kept in the journal. It is asked once for these two addresses.",
    explains:
      "The journal has documents of this business profile that were sent to the former address. If both addresses lead to the same service, these documents exist there and are not sent again. If they are two services, each gets its own documents.",
    usual: undefined,
    choices: [
      { value: "same", name: "the same service, under a new address", short: "the same" },
      { value: "other", name: "another service, such as its test system", short: "another" },
    ],
  });
  if (!asked.ok) return asked;
  if (asked.value.is === "answer" && (asked.value.value === "same" || asked.value.value === "other"))
    return ok(asked.value.value);
  return fail(problem("declined", `You did not answer: ${undone}.`, "Run the command again when you are ready."));
}

/**
 * Asks whether an earlier address is the same service, but only if a document was sent, or resembles one that was sent,
 * under it. `same` means that the documents' account may have changed. Without a terminal, each such document is
 * stopped instead.
 */
export async function settleServices(
  documents: readonly (() => Promise<Sendable | undefined>)[],
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<ServicesWord["are"] | undefined>> {
  if (!desk.ask.possible || connection.profile.sandbox) return ok(undefined);
  const former = await formerServices(journal, connection.account);
  if (!former.ok) return former;
  if (former.value.every(({ relation }) => relation !== "unknown")) return ok(undefined);
  for (const read of documents) {
    const prepared = await read();
    if (prepared === undefined) continue;
    const found = await journal.accounts.standing(intentOf(prepared, connection, [], desk), keyIn(prepared));
    if (!found.ok) return found;
    if (found.value.is !== "elsewhere" || !found.value.sameBuyer) continue;
    const { account } = found.value;
    const are = await askOfServices(account, connection.account, desk);
    if (!are.ok) return are;
    const said = await journal.accounts.say(servicesWord(account, connection.account, are.value, desk));
    if (!said.ok) return said;
    if (are.value === "same") return are;
    return settleServices(documents, connection, journal, desk);
  }
  return ok(undefined);
}
