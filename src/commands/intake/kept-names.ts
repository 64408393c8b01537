import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Folders } from "../../settings/index.ts";
import { changeBook, foldedName, identityOf, isSameSupplier, type Supplier } from "../../suppliers/index.ts";

/**
 * Asks which name to keep of each supplier that is in the book more than once, and removes the others. Returns whether
 * anything was removed. Problems: `declined`, `interrupted`, any supplier-book problem.
 */
export async function keepOneName(trns: Iterable<string>, folders: Folders, desk: Desk): Promise<Result<boolean>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  let removed = false;
  for (const trn of new Set(trns)) {
    const [first, ...others] = book.value.suppliers.filter((each) => trn !== "" && identityOf(each).trn === trn);
    if (first === undefined || others.length === 0 || !others.every((each) => isSameSupplier(first, each))) continue;
    const all = [first, ...others];
    const kept = await asked(trn, all, desk);
    if (!kept.ok) return kept;
    const gone = all.filter(({ supplier }) => supplier !== kept.value).map(({ supplier }) => foldedName(supplier));
    const done = changeBook(folders, ({ suppliers }) =>
      ok(suppliers.filter(({ supplier }) => !gone.includes(foldedName(supplier)))),
    );
    if (!done.ok) return done;
    removed = true;
  }
  return ok(removed);
}

async function asked(trn: string, all: readonly Supplier[], desk: Desk): Promise<Result<string>> {
  const times = all.length === 2 ? "twice" : `${all.length} times`;
  const reply = await desk.ask.question({
    form: "choose",
    message: safe(`TRN ${trn} is in your supplier book ${times}. Which name do you keep?`),
    help: "",
    explains:
      "The same TRN is the same supplier. The other entry is removed from your supplier book, with its account.",
    usual: undefined,
    choices: all.map((each) => ({ value: each.supplier, name: safe(entryInWords(each)), short: each.supplier })),
  });
  if (!reply.ok) return reply;
  return reply.value.is === "answer" && typeof reply.value.value === "string"
    ? ok(reply.value.value)
    : fail(problem("declined", "You stopped. Nothing was kept or sent.", "Run the same command again to begin anew."));
}

function entryInWords(entry: Supplier): string {
  const { name, accounts } = identityOf(entry);
  return [entry.supplier, ...(name === "" ? [] : [name]), ...(accounts[0] ? [`paid to ${accounts[0]}`] : [])].join(
    ", ",
  );
}
