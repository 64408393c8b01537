import { openPolicy, profilesOf } from "../../approval/index.ts";
import { businessProfileName } from "../../document/index.ts";
import { businessProfileIn, type Journal } from "../../journal/index.ts";
import { parseJson } from "../../json/index.ts";
import { fail, map, type Result } from "../../problem/index.ts";
import type { SandboxInside } from "../../sandbox/index.ts";
import { isSandboxId, type Settings } from "../../settings/index.ts";
import { type NotOurs, notRecorded } from "../index.ts";

interface Run {
  readonly settings: Result<Settings>;
  /** Returns, in practice mode, the embedded sandbox with its data in the folder `data`. */
  readonly practice: (data: string) => Promise<Result<Pick<SandboxInside, "businessProfileId"> | undefined>>;
  /** Value of --business-profile. */
  readonly named: string | undefined;
}

interface Side extends Pick<Run, "named"> {
  /** The sandbox's business profile in practice mode. */
  readonly practice: string | undefined;
  readonly settings: Settings;
}

/**
 * Explains why a run must not change an account's records; undefined if it may. Practice and real services share the
 * journal, and each changes only its own records. A sandbox with a profile is not practice. Without an account, the
 * check is for the whole journal. Records with an unknown owner must not be changed.
 */
export async function whoseInstead(
  account: string | undefined,
  called: string,
  { settings, practice, named }: Run,
): Promise<NotOurs | undefined> {
  const side = settings.ok
    ? map(await practice(settings.value.folders.data), (running) => ({
        ...{ settings: settings.value, practice: running?.businessProfileId, named },
      }))
    : settings;
  if (side.ok) return otherSide(account, called, side.value);
  const { message, hint } = side.problems[0];
  return { says: message.replace(/\.$/, ""), hint };
}

function otherSide(account: string | undefined, called: string, side: Side): NotOurs | undefined {
  const id = account === undefined ? undefined : businessProfileIn(account);
  const isOwn = id !== undefined && ownSandboxes(side).has(businessProfileName(id));
  if (isOwn || (side.practice === undefined && !isSandboxId(id))) return undefined;
  const hint = "Run it without practice: leave --sandbox out, and unset SELFBILL_PRACTICE.";
  if (id === undefined) return { says: `${called} concerns the whole journal, and this is practice`, hint };
  if (!isSandboxId(id))
    return { says: `${called} belongs to business profile ${id} of a real service, and this is practice`, hint };
  if (side.practice === undefined)
    return {
      says: `${called} belongs to practice (business profile ${id}), and this is not practice`,
      hint: "To practise: add --sandbox. With a sandbox of your own: run it with the profile of that sandbox.",
    };
  const says = `${called} belongs to business profile ${id} of another sandbox, and this is practice`;
  return { says, hint: "Run it without practice, with the profile of that sandbox." };
}

function ownSandboxes({ practice, settings: { env, file }, named }: Side): ReadonlySet<string> {
  const stored = Object.values(file.profiles).map((each) => each.business_profile_id);
  const all = practice === undefined ? [env.SELFBILL_BUSINESS_PROFILE_ID, named, ...stored] : [practice];
  return new Set(all.flatMap((id) => (id === undefined ? [] : [businessProfileName(id)])));
}

type Call = (...given: never[]) => unknown;
type CallsOf<T> = { readonly [K in keyof T as T[K] extends Call ? K : never]: T[K] extends Call ? T[K] : never };
type Whose = { readonly account: string } | "everybody" | "nobody";

/**
 * The owner of the records that each function changes, determined from its arguments if possible. A new function
 * causes a compile error until it has an entry here.
 */
type Changes<T> = {
  readonly [K in keyof CallsOf<T>]: Whose | ((...given: Parameters<CallsOf<T>[K]>) => Whose);
};

const ofAccount = (account: string): Whose => ({ account });

const changes: Changes<Journal> = {
  begin: (intent) => intent,
  resolve: ({ intent }) => intent,
  takeOver: (intent) => intent,
  saw: ofAccount,
  giveUpNumber: ofAccount,
  note: (type, { account }) => (typeof account === "string" ? { account } : (noteOf[type] ?? "everybody")),
  accept: "everybody",
  // Damage affects the whole journal, no matter who finds it.
  holdDamaged: "nobody",
  // The quota of an account is shared by everyone who uses the service.
  turn: "nobody",
  told: "nobody",
  readyToSend: "nobody",
  heldBack: "nobody",
  everSent: "nobody",
  sentFrom: "nobody",
  lately: "nobody",
  doubts: "nobody",
  ofContent: "nobody",
  attempt: "nobody",
  records: "nobody",
  isSent: "nobody",
  standing: "nobody",
  sentTo: "nobody",
  kept: "nobody",
  seen: "nobody",
  identity: "nobody",
  hashAt: "nobody",
  backUp: "nobody",
  notes: "nobody",
  everything: "nobody",
  verify: "nobody",
  find: "nobody",
  ofFile: "nobody",
  credited: "nobody",
  numbers: "nobody",
  server: "nobody",
  creditsOn: "nobody",
  close: "nobody",
};

/**
 * Owners of notes without an account: these notes concern signed documents, whose account was checked when they were
 * signed.
 */
const noteOf: Readonly<Record<string, Whose>> = {
  ...{ requested: "nobody", approved: "nobody", rejected: "nobody" },
  ...{ delegated: "nobody", undelegated: "nobody", "handed-to": "nobody" },
};

const changesOfAccounts: Changes<Journal["accounts"]> = {
  say: "everybody",
  all: "nobody",
  accountFor: "nobody",
  names: "nobody",
  related: "nobody",
  seriesOfOthers: "nobody",
  knows: "nobody",
  standing: "nobody",
};

const changesOfPolicies: Changes<Journal["policies"]> = {
  set(envelope) {
    const json = parseJson(envelope);
    const signed = json.ok ? openPolicy(json.value) : undefined;
    // The journal rejects content that is not a policy.
    const [one, ...more] = signed ? profilesOf(signed.policy) : [];
    return one === undefined ? "nobody" : more.length > 0 ? "everybody" : { account: one };
  },
  of: "nobody",
  text: "nobody",
  unapproved: "nobody",
  approvalsGiven: "nobody",
  haveOldRules: "nobody",
};

/** Returns why the records of an account (or, without an account, all records) must not be changed. */
export type WhyNot = (account: string | undefined) => Promise<NotOurs | undefined>;

export function withOwnRecords(journal: Journal, whyNot: WhyNot): Journal {
  const accounts = guarded(journal.accounts, changesOfAccounts, whyNot);
  const policies = guarded(journal.policies, changesOfPolicies, whyNot);
  return guarded(journal, changes, whyNot, { accounts, policies });
}

function guarded<T extends object>(target: T, whose: Changes<T>, whyNot: WhyNot, parts: Partial<T> = {}): T {
  const calls = whose as Readonly<Record<PropertyKey, Whose | ((...given: unknown[]) => Whose)>>;
  const guard = (name: PropertyKey, call: (...given: unknown[]) => unknown): typeof call => {
    const told = calls[name];
    if (told === undefined || told === "nobody") return call.bind(target);
    return async (...given): Promise<unknown> => {
      const changed = typeof told === "function" ? told(...given) : told;
      const account = typeof changed === "string" ? undefined : changed.account;
      const no = changed === "nobody" ? undefined : await whyNot(account);
      return no ? fail(notRecorded(no)) : call.apply(target, given);
    };
  };
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(parts, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? guard(name, value as never) : value;
    },
  });
}
