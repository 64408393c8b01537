import type { Result } from "../../problem/index.ts";
import type { UnderAllNames } from "../accounts/accounts.ts";
import { type Crediting, type CreditsAsked, creditsOnMany, type OpenAttempts } from "../content/crediting.ts";
import type { Journal, Together } from "../journal.ts";
import type { keptTexts } from "../store/kept-texts.ts";
import type { seenStates } from "../store/seen-states.ts";
import type { LastAsked } from "../tried/tried-names.ts";
import type { triesOf } from "../tried/tries.ts";
import { gathered } from "./gather.ts";

export interface Lent {
  readonly documents: UnderAllNames;
  readonly kept: Pick<ReturnType<typeof keptTexts>, "findMany">;
  readonly seen: Pick<ReturnType<typeof seenStates>, "ofMany">;
  readonly tries: Pick<ReturnType<typeof triesOf>, "calledMany" | "lastMany">;
  readonly openAttempts: () => OpenAttempts;
  readonly read: <T>(work: () => T) => Promise<Result<T>>;
}

export function together(journal: Omit<Journal, "together">, lent: Lent): Together {
  const { documents, kept, seen, openAttempts, read } = lent;
  const { calledMany, lastMany } = lent.tries;
  const { tries, accounts } = journal;
  return {
    accounts,
    notes: () => journal.notes(),
    seen: gathered(
      (account: string, id: string) => journal.seen(account, id),
      (asked) => read(() => seen.ofMany(asked.map(([account, id]) => ({ account, id })))),
    ),
    kept: gathered(
      (hash: string) => journal.kept(hash),
      (asked) => read(() => kept.findMany(asked.map(([hash]) => hash))),
    ),
    creditsOn: gathered(
      (account: string, invoiceNumber: string) => journal.creditsOn(account, invoiceNumber),
      (asked) =>
        read((): readonly (readonly Crediting[])[] =>
          creditsOnMany(
            documents,
            asked.map(([account, invoiceNumber]): CreditsAsked => ({ account, invoiceNumber })),
            openAttempts(),
          ),
        ),
    ),
    tries: {
      ...tries,
      last: gathered((...asked: LastAsked) => tries.last(...asked), lastMany),
      called: gathered(
        (name: string) => tries.called(name),
        (asked) => calledMany(asked.map(([name]) => name)),
      ),
    },
  };
}
