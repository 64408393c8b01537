import type { Desk } from "../../desk/index.ts";
import { type ServicesWord, serviceOf } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { accountOf, isSandboxId, parseBaseUrl, type Settings } from "../../settings/index.ts";
import { addressInWords } from "../../submit/index.ts";
import { askOfServices, formerServices, servicesWord, whichOne } from "../create/services.ts";
import { openAt } from "./of-profile.ts";

/**
 * Records the decision about a new address; `record` must be called after the profile has it. Problem:
 * `journal-unusable`.
 */
export interface MovedService {
  record(): Promise<Result<void>>;
  readonly warnings: readonly Problem[];
}

export interface MovedTo {
  readonly baseUrl: string | undefined;
  readonly businessProfile: string | undefined;
  readonly word: ServicesWord["are"] | undefined;
}

/**
 * Determines, from the options or the user's answer, whether the new address is the same service. Without a terminal,
 * warns about the consequences. Problems: `declined`, `journal-unusable`.
 */
export async function movedService(
  settings: Settings,
  name: string,
  { baseUrl, businessProfile, word }: MovedTo,
  desk: Desk,
): Promise<Result<MovedService>> {
  const nothing: MovedService = { record: async () => ok(undefined), warnings: [] };
  const stored = Object.hasOwn(settings.file.profiles, name) ? settings.file.profiles[name] : undefined;
  const base = parseBaseUrl(baseUrl ?? stored?.base_url ?? "");
  const id = businessProfile ?? stored?.business_profile_id;
  if (!base.ok || id === undefined || isSandboxId(id)) return ok(nothing);
  const named = accountOf(base.value, id);
  const before = stored ? parseBaseUrl(stored.base_url) : undefined;
  const isMoved = before?.ok === true && serviceOf(accountOf(before.value, id)) !== serviceOf(named);
  if (!isMoved && word === undefined) return ok(nothing);
  const place = stored?.journal ?? settings.folders.data;
  const journal = await openAt(place, settings);
  if (!journal.ok || journal.value === undefined) return journal.ok ? ok(nothing) : journal;
  const found = await formerServices(journal.value, named);
  journal.value.close();
  if (!found.ok) return found;
  const former = found.value.filter(({ relation }) =>
    word === undefined ? relation === "unknown" : relation !== word,
  );
  // The options refer to the profile's previous address or, for a new profile, to every undecided address.
  const was = before?.ok ? serviceOf(accountOf(before.value, id)) : undefined;
  const own = former.find(({ account }) => serviceOf(account) === was);
  const open = found.value.length > 1 ? former.filter(({ relation }) => relation === "unknown") : former;
  const meant = own ? [own] : open;
  const [first, ...others] = meant;
  if (first === undefined) return ok(nothing);
  if (word === "same" && others.length > 0) return fail(whichOne(meant));
  if (word === undefined && !desk.ask.possible) return ok({ ...nothing, warnings: [notSaid(named, first.account)] });
  const said = word ? ok(word) : await askOfServices(first.account, named, desk, "the profile was not changed");
  if (!said.ok) return said;
  const words = (word ? meant : [first]).map(({ account }) => servicesWord(account, named, said.value, desk));
  return ok({ warnings: [], record: () => recordWords(words, place, settings) });
}

async function recordWords(words: readonly ServicesWord[], place: string, settings: Settings): Promise<Result<void>> {
  const journal = await openAt(place, settings);
  if (!journal.ok || journal.value === undefined) return journal.ok ? ok(undefined) : journal;
  try {
    for (const word of words) {
      const said = await journal.value.accounts.say(word);
      if (!said.ok) return said;
    }
    return ok(undefined);
  } finally {
    journal.value.close();
  }
}

function notSaid(now: string, former: string): Problem {
  const message = `The journal has documents of this business profile that were sent to ${addressInWords(former)}. It is not known whether ${addressInWords(now)} leads to the same service.`;
  const hint =
    "Say so when you next send, or set the address again: --same-service, or --other-service for another one, such as its test system.";
  return problem("former-address", message, hint, { severity: "warning" });
}
