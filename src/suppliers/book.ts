import { join } from "node:path";
import { foldedName, isRecord, nearest, type SelfBilledDocument } from "../document/index.ts";
import { fail, failAll, map, ok, type Problem, problem, type Result, type Spot, suggest } from "../problem/index.ts";
import { readDocument, type SourceDocument, writeYaml } from "../read/index.ts";
import { type ChangingFile, changePrivateFile, type Folders, readPrivateFile } from "../settings/index.ts";
import { judgeSupplier, type Supplier, textsOf } from "./supplier.ts";
import { withUsual } from "./usual.ts";

export interface SupplierBook {
  /** The file may not exist yet. */
  readonly path: string;
  readonly suppliers: readonly Supplier[];
}

/** Maximum size of the book's file, in bytes. */
const largest = 8_000_000;

/** Maximum number of problems of each severity reported per book. */
const mostTold = 1_000;

export function emptyBook(path = ""): SupplierBook {
  return { path, suppliers: [] };
}

/**
 * Opens the supplier book, which is empty if its file does not exist. Practice mode reads the normal book until it has
 * saved its own. If every entry can be read, errors in a party or account are reported only when the entry is used.
 * Problem: `suppliers-broken`, with the line.
 */
export function openBook(folders: Folders): Result<SupplierBook> {
  const path = bookPath(folders);
  try {
    const found = readPrivateFile(path, { bytes: largest, demand: "unforged" });
    if (found === undefined && folders.usual) return map(openBook(folders.usual), (book) => ({ ...book, path }));
    if (found === undefined) return ok(emptyBook(path));
    if ("distrust" in found) return fail(broken(`it cannot be trusted: ${found.distrust}`, { file: path }));
    return parseBook(found.text, path);
  } catch (error) {
    return fail(broken(`it cannot be read: ${(error as Error).message}`, { file: path }));
  }
}

function parseBook(text: string, path: string): Result<SupplierBook> {
  const read = readDocument(Buffer.from(text), path, "invoice");
  if (!read.ok) return failAll(read.problems.map((each) => broken(each.message, each.where ?? { file: path })));
  const { suppliers, problems } = suppliersIn(read.value);
  const spoilt = problems.filter(({ code, where }) => code === "unknown-field" || isOwn(where));
  const errors = suppliers.length < entriesOf(read.value).length ? problems : spoilt;
  const wrong = errors.filter(({ severity }) => severity === "error");
  if (wrong.length > 0) return failAll(wrong.map((each) => broken(each.message, each.where ?? { file: path })));
  return ok({ path, suppliers });
}

/** True for a field that only the book has, such as the agreement; false for one of the party or the account. */
function isOwn(where: Spot | undefined): boolean {
  return !/\.(?:accounting_supplier_party|payment_means)\b/.test(where?.path ?? "");
}

/**
 * Reads the entries under `suppliers:`, or the fields of a single supplier. Reports every error with its line.
 * `named` fills in missing fields.
 */
export function suppliersIn(
  source: SourceDocument,
  named: Readonly<Record<string, unknown>> = {},
): { suppliers: Supplier[]; problems: Problem[] } {
  const suppliers: Supplier[] = [];
  const problems: Problem[] = [];
  // Errors and warnings are counted separately, so that warnings do not displace errors.
  const room = { error: mostTold, warning: mostTold };
  // The line is looked up only for problems that are reported.
  const tell = (found: Problem, where: () => Spot): void => {
    room[found.severity] -= 1;
    if (room[found.severity] >= 0) problems.push({ ...found, where: where() });
  };
  const first = new Map<string, Spot>();
  for (const { value, at } of entriesOf(source)) {
    const spot = (path: string): Spot => ({ ...source.spot(joined(at, path)), path: joined(at, path) });
    const texts = textsOf(value);
    const entry = isRecord(texts) ? withUsual({ ...named, ...texts }) : texts;
    const judged = judgeSupplier(entry, (path) => ({ file: source.file, path }));
    for (const each of judged.problems) tell(each, () => spot(each.where?.path ?? ""));
    if (judged.supplier === undefined) continue;
    const name = foldedName(judged.supplier.supplier);
    const before = first.get(name);
    if (before) {
      const message = `The supplier ${judged.supplier.supplier} appears twice, first in line ${before.line ?? 1}.`;
      tell(problem("duplicate-key", message, "Keep one of them."), () => spot("supplier"));
    } else {
      first.set(name, spot("supplier"));
      suppliers.push(judged.supplier);
    }
  }
  return { suppliers, problems };
}

/** Returns each entry with its path. */
function entriesOf({ document }: SourceDocument): Array<{ value: unknown; at: string }> {
  const { suppliers } = document as Record<string, unknown>;
  if (suppliers === undefined) return Object.keys(document).length === 0 ? [] : [{ value: document, at: "" }];
  if (!Array.isArray(suppliers)) return [{ value: suppliers, at: "suppliers" }];
  return suppliers.map((value, index) => ({ value, at: `suppliers[${index}]` }));
}

function joined(at: string, path: string): string {
  return at === "" || path === "" ? at + path : `${at}.${path}`;
}

/**
 * Finds a supplier by name, ignoring case. Problem: `no-supplier`, which suggests the most similar name or lists the
 * existing ones.
 */
export function findSupplier(book: SupplierBook, name: string, where?: Spot): Result<Supplier> {
  const wanted = foldedName(name);
  const found = book.suppliers.find((each) => foldedName(each.supplier) === wanted);
  if (found) return ok(found);
  const names = book.suppliers.map((each) => each.supplier);
  const guess = nearest(wanted, names.map(foldedName));
  const meant = names.find((each) => foldedName(each) === guess);
  const some = names.slice(0, 8).join(", ") + (names.length > 8 ? `, … (${suggest`suppliers list`})` : "");
  const hint =
    names.length === 0
      ? `The book is empty. To add a supplier: ${suggest`suppliers add NAME`}`
      : meant === undefined
        ? `The book has ${some}.`
        : `Did you mean ${meant}?`;
  return fail(
    problem("no-supplier", `The supplier ${JSON.stringify(name)} is not in the supplier book.`, hint, { where }),
  );
}

/**
 * Locks the book against other processes and rewrites the whole file (mode 0600). Problems: `suppliers-broken`,
 * `settings-unwritable`, any problem from `change`.
 */
export function changeBook(
  folders: Folders,
  change: (book: SupplierBook) => Result<readonly Supplier[]>,
): Result<SupplierBook> {
  const file: ChangingFile<SupplierBook> = {
    path: bookPath(folders),
    called: "supplier book",
    most: largest,
    tooLong: "Keep fewer suppliers in it.",
    read: () => openBook(folders),
    textOf: ({ suppliers }) => bookText(suppliers),
  };
  return changePrivateFile(file, (book) =>
    map(change(book), (suppliers) => ({
      path: book.path,
      suppliers: [...suppliers].sort((a, b) => a.supplier.localeCompare(b.supplier)),
    })),
  );
}

function bookPath({ config }: Folders): string {
  return join(config, "suppliers.yaml");
}

/**
 * Returns the text of the book's file, which `suppliers import` can read too; `remarks` are written as YAML comments.
 */
export function bookText(suppliers: readonly Supplier[], remarks: readonly string[] = []): string {
  const head = ["The supplier book of selfbill. To change it, see selfbill suppliers --help.", ...remarks];
  const text = writeYaml({ suppliers } as unknown as SelfBilledDocument, "invoice", { head });
  return suppliers.length === 0 ? `${text}suppliers: []\n` : text; // YAML reads a file with only comments as empty
}

function broken(what: string, where: Spot): Problem {
  const hint = `Fix this line in an editor, or move the file away and import the valid part of a copy: ${suggest`suppliers import`}`;
  return problem("suppliers-broken", `The supplier book has an error: ${what}`, hint, { where });
}
