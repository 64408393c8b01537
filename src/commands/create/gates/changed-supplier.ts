import type { Desk } from "../../../desk/index.ts";
import { ok, type Problem, problem, typed } from "../../../problem/index.ts";
import { findSupplier, foldedName, identityOf, type SupplierBook } from "../../../suppliers/index.ts";
import { type Option, rare } from "../../command.ts";
import type { Checked } from "../check-documents.ts";

/** `true` for all changes, or the names, TRNs or book entries of suppliers. */
export type AcceptedSuppliers = boolean | readonly string[];

const accepted: Option<AcceptedSuppliers> = {
  flags: "--accept-changed-supplier [name]",
  does: "you asked the supplier: send even if its TRN or account has changed; with a name only this one; repeatable",
  read: (given) => ok(Array.isArray(given) ? given.map(String) : given === true),
  repeatable: true,
};

export const changedSupplierOption = { acceptChangedSupplier: rare(accepted) } as const;

/**
 * A file after the option is an argument, not the option's value. Recognises files by their extension, folders by a
 * slash, lists by @.
 */
export function acceptedIn(
  words: readonly string[],
  given: AcceptedSuppliers,
): { readonly words: readonly string[]; readonly accepted: AcceptedSuppliers } {
  if (typeof given === "boolean") return { words, accepted: given };
  const isFile = (name: string): boolean => /^[@-]|[/\\*]|\.(?:ya?ml|json|csv|tsv|xlsx|ods)$/i.test(name);
  const files = given.filter(isFile);
  return files.length === 0 ? { words, accepted: given } : { words: [...files, ...words], accepted: true };
}

type Judged = Pick<Checked, "held" | "wrong">;

const isChange = ({ code }: Problem): boolean => code === "supplier-changed";
const changesOf = ({ held, wrong }: Judged): readonly Problem[] => (wrong ? [] : held.problems.filter(isChange));

/** Documents held back, and the reason. `stop` means that nothing is sent. */
export interface Unconfirmed<C extends Judged = Checked> {
  readonly stop?: readonly Problem[];
  readonly held: ReadonlySet<C>;
  readonly why: Problem;
}

/**
 * Asks about each supplier separately; without a yes, holds back all of that supplier's documents. If no documents
 * remain, nothing is sent.
 */
export async function unconfirmed<C extends Judged>(
  checked: readonly C[],
  given: AcceptedSuppliers,
  desk: Desk,
): Promise<Unconfirmed<C>> {
  const none = { held: new Set<C>(), why: notConfirmed() };
  if (given === true) return none;
  const book = typeof given === "boolean" ? undefined : await desk.suppliers();
  const isAccepted = acceptedBy(given === false ? [] : given, book?.ok ? book.value : undefined);
  const changed = checked.filter((each) => changesOf(each).length > 0 && !isAccepted(each));
  if (changed.length === 0) return none;
  const isSame = (one: Judged, other: Judged): boolean => sameSupplier(one.held.supplier, other.held.supplier);
  const ofThem = checked.filter((each) => !each.wrong && changed.some((one) => isSame(one, each)));
  const others = checked.some((each) => !each.wrong && !ofThem.includes(each));
  const changes = changed.flatMap(changesOf);
  if (!desk.ask.possible) {
    const held = new Set(ofThem);
    return others
      ? { held, why: notConfirmed() }
      : { held, why: notConfirmed(), stop: [nobodyToAsk(changed), ...changes] };
  }
  const held = new Set<C>();
  const several = changed.some((each) => !isSame(each, changed[0] as C));
  for (const one of changed) {
    if (held.has(one) || changed.find((each) => isSame(each, one)) !== one) continue;
    const own = changed.filter((each) => isSame(each, one));
    desk.sayProblems(own.flatMap(changesOf));
    const who = several ? `the supplier ${one.held.supplier?.name ?? ""}` : "the supplier";
    const question = `Have you called ${who} on a number that you knew before, and is the change correct?`;
    const agreed = await desk.ask.confirm(question);
    if (!agreed.ok) return { ...none, stop: agreed.problems };
    if (!agreed.value) for (const each of ofThem) if (isSame(each, one)) held.add(each);
  }
  const why = declinedChange();
  const left = checked.some((each) => !each.wrong && !held.has(each));
  return held.size > 0 && !left ? { held, why, stop: [nothingConfirmed()] } : { held, why };
}

/** Returns why nothing may be sent, for a run with one document; undefined if the document may be sent. */
export async function refusedForChange(
  checked: readonly Judged[],
  { acceptChangedSupplier }: { readonly acceptChangedSupplier: AcceptedSuppliers },
  desk: Desk,
): Promise<readonly Problem[] | undefined> {
  return (await unconfirmed(checked, acceptChangedSupplier, desk)).stop;
}

type Party = Judged["held"]["supplier"];

function sameSupplier(one: Party, other: Party): boolean {
  if (one === undefined || other === undefined) return false;
  return (one.trn !== "" && one.trn === other.trn) || foldedName(one.name) === foldedName(other.name);
}

function acceptedBy(names: readonly string[], book: SupplierBook | undefined): (checked: Judged) => boolean {
  const meant = names.flatMap((name) => {
    const entry = book && findSupplier(book, name);
    const own = entry?.ok ? identityOf(entry.value) : undefined;
    return [{ name, trn: name.trim() }, ...(own ? [{ name: own.name, trn: own.trn }] : [])];
  });
  return ({ held: { supplier } }) => meant.some((each) => sameSupplier(each, supplier));
}

const call = "Call the supplier on a telephone number that you knew before";

function nobodyToAsk(changed: readonly Judged[]): Problem {
  const names = [...new Set(changed.map(({ held: { supplier } }) => supplier?.name || supplier?.trn || "a supplier"))];
  const message = `Nothing was sent: the TRN or account of ${names.join(" and ")} differs from the known one, and this is not an interactive terminal.`;
  const flags = names.map((name) => `--accept-changed-supplier ${typed(name)}`);
  return problem("supplier-changed", message, `${call}. If the change is correct, add ${flags.join(" ")}`);
}

function notConfirmed(): Problem {
  const message =
    "Not sent: the TRN or account of this supplier differs from the known one, and nobody confirmed the change.";
  const hint = `${call}. If the change is correct, run the same command again with --accept-changed-supplier NAME.`;
  return problem("supplier-changed", message, hint);
}

function declinedChange(): Problem {
  const message = "Not sent: the change of this supplier is not confirmed.";
  return problem(
    "declined",
    message,
    "Call the supplier on a telephone number that you knew before, then run the same command again.",
  );
}

function nothingConfirmed(): Problem {
  return problem(
    "declined",
    "Nothing was sent: the change of the supplier is not confirmed.",
    "Call the supplier on a telephone number that you knew before.",
  );
}
