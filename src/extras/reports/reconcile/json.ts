import { all, kind, maybe, maybeParty, type Source, shape, text, the, whole, yes } from "../../../answers/index.ts";
import type { Compared, ListedDocument } from "./sides.ts";
import type { TakenOver } from "./take-over.ts";

const entryMembers = {
  kind: [kind, ({ kind }) => kind],
  id: [text, ({ id }) => id],
  document_number: [maybe, ({ number }) => number],
  supplier: [maybeParty, ({ supplier, trn }) => ({ name: supplier ?? null, trn: trn ?? null })],
  issue_date: [maybe, ({ date }) => date],
  currency: [maybe, ({ currency }) => currency],
  tax_amount: [maybe, ({ tax }) => tax],
  payable_amount: [maybe, ({ payable }) => payable],
} satisfies Record<string, Source<ListedDocument>>;
const entryShape = shape<ListedDocument>(entryMembers);

export const reconcileShape = shape<{
  readonly compared: Compared;
  readonly taken: TakenOver;
  readonly since: string | undefined;
}>({
  since: [maybe, ({ since }) => since],
  complete: [yes, ({ compared }) => compared.unclear === undefined],
  documents: the(
    shape<Compared>({ there: [whole, ({ there }) => there], here: [whole, ({ here }) => here] }),
    ({ compared }) => compared,
  ),
  taken_over: all(
    shape<TakenOver["done"][number]>({ ...entryMembers, settles: [maybe, ({ settles }) => settles] }),
    ({ taken }) => taken.done,
  ),
  only_there: all(entryShape, ({ compared, taken }) => {
    const done = new Set(taken.done.map(({ id }) => id));
    return compared.onlyThere.filter(({ id }) => !done.has(id));
  }),
  only_here: all(entryShape, ({ compared }) => compared.onlyHere),
  different: all(
    shape<Compared["different"][number]>({
      ...entryMembers,
      differences: all(
        shape<Compared["different"][number]["differences"][number]>({
          path: [text, ({ path }) => path],
          here: [text, ({ here }) => here],
          there: [text, ({ there }) => there],
        }),
        ({ differences }) => differences,
      ),
    }),
    ({ compared }) => compared.different,
  ),
});
