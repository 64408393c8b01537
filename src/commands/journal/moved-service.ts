import type { Desk } from "../../desk/index.ts";
import { type ServicesWord, serviceOf } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { accountOf, isSandboxId, parseBaseUrl, type Settings } from "../../settings/index.ts";
import { addressInWords } from "../../submit/index.ts";
import { askOfServices, formerServices, servicesWord } from "../create/services.ts";
import { openAt } from "./of-profile.ts";

/** What is done once the profile has its new address. Problem: `journal-unusable`. */
export interface MovedService {
  record(): Promise<Result<void>>;
  readonly warnings: readonly Problem[];
}

/**
 * Whether the new address of a profile that has sent leads to the same service: as the options say, else as a person answers. Where nobody is
 * asked, a warning says what will happen. Problems: `declined`, `journal-unusable`.
 */
export async function movedService(
  settings: Settings,
  name: string,
  baseUrl: string | undefined,
  word: ServicesWord["are"] | undefined,
  desk: Desk,
): Promise<Result<MovedService>> {
  const nothing: MovedService = { record: async () => ok(undefined), warnings: [] };
  const stored = Object.hasOwn(settings.file.profiles, name) ? settings.file.profiles[name] : undefined;
  const [base, before] = [baseUrl ?? "", stored?.base_url ?? ""].map(parseBaseUrl);
  const id = stored?.business_profile_id;
  if (!base?.ok || !before?.ok || id === undefined || isSandboxId(id)) return ok(nothing);
  const named = accountOf(base.value, id);
  if (serviceOf(named) === serviceOf(accountOf(before.value, id))) return ok(nothing);
  const place = stored?.journal ?? settings.folders.data;
  const journal = await openAt(place, settings);
  if (!journal.ok || journal.value === undefined) return journal.ok ? ok(nothing) : journal;
  const former = await formerServices(journal.value, named);
  journal.value.close();
  if (!former.ok) return former;
  const unknown = former.value.find(({ relation }) => relation === "unknown");
  if (unknown === undefined) return ok(nothing);
  if (word === undefined && !desk.ask.possible) return ok({ ...nothing, warnings: [notSaid(named, unknown.account)] });
  const are =
    word === undefined ? await askOfServices(unknown.account, named, desk, "the profile was not changed") : ok(word);
  if (!are.ok) return are;
  return ok({
    warnings: [],
    async record() {
      const again = await openAt(place, settings);
      if (!again.ok || again.value === undefined) return again.ok ? ok(undefined) : again;
      const said = await again.value.accounts.say(servicesWord(unknown.account, named, are.value, desk));
      again.value.close();
      return said;
    },
  });
}

function notSaid(now: string, former: string): Problem {
  const message = `The journal has documents of this business profile that were sent to ${addressInWords(former)}. It is not known whether ${addressInWords(now)} leads to the same service.`;
  const hint =
    "Say so when you next send, or set the address again: --same-service, or --other-service for another one, such as its test system.";
  return problem("former-address", message, hint, { severity: "warning" });
}
