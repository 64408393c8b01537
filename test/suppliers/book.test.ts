import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { valueAt } from "../../src/document/index.ts";
import { ok } from "../../src/problem/index.ts";
import { foldersFor } from "../../src/settings/index.ts";
import {
  bookText,
  changeBook,
  findSupplier,
  openBook,
  type Supplier,
  setFields,
  withUsual,
} from "../../src/suppliers/index.ts";
import { oddGroups, replaced } from "../support/replaced.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";
import { desertLime } from "../support/suppliers.ts";

function folders(text?: string) {
  const found = unwrap(foldersFor({ SELFBILL_HOME: temporaryFolder() }));
  if (text !== undefined) {
    mkdirSync(found.config, { recursive: true, mode: 0o700 });
    writeFileSync(join(found.config, "suppliers.yaml"), text, { mode: 0o600 });
  }
  return found;
}

const problemsOf = (text: string): string[] => {
  const opened = openBook(folders(text));
  return opened.ok ? [] : opened.problems.map(({ message, where }) => `${where?.line}: ${message}`);
};

test("what was written is read back, field by field, by the owner alone", () => {
  const where = folders();
  const arabic = desertLime({ supplier: "شركة الليمون", agreement_number: "007", agreement_expiry: undefined });
  const changed = changeBook(where, () => ok([desertLime(), arabic]));
  if (!changed.ok) throw new Error(changed.problems[0].message);
  const { path } = changed.value;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { agreement_expiry: _, ...withoutExpiry } = arabic;
  const again = openBook(where);
  expect(again.ok && again.value.suppliers).toEqual([desertLime(), withoutExpiry]);
  expect(readFileSync(path, "utf8")).toBe(bookText([desertLime(), withoutExpiry]));
});

test("without a file the book is empty", () => {
  const opened = openBook(folders());
  expect(opened.ok && opened.value.suppliers).toEqual([]);
});

test("numbers without quotes keep their digits", () => {
  const text = bookText([desertLime()]).replace('"100234567400003"', "100234567400003").replace('"0235"', "0235");
  const opened = openBook(folders(text));
  expect(opened.ok && opened.value.suppliers).toEqual([desertLime()]);
});

test.each([
  ["a line that is no YAML", (text: string) => text.replace("agreement_number:", "agreement_number"), /^\d+: /],
  [
    "a field that nobody knows",
    (text: string) => text.replace("telephone:", "telefone:"),
    /^11: .*telefone is not a field/,
  ],
  [
    "a name that is there twice",
    (text: string) => text + text.split("\n").slice(2).join("\n"),
    /^\d+: .*desert-lime appears twice, first in line 3/,
  ],
  [
    "a supplier without a name",
    (text: string) => text.replace("supplier: desert-lime", "agreement_date: 2026-01-01"),
    /agreement_date appears twice/,
  ],
  [
    "a date that is none",
    (text: string) => text.replace("2027-12-31", "31/12/2027"),
    /^6: .*31\/12\/2027 is not written as year-month-day/,
  ],
  [
    "a party that is a text",
    (text: string) => text.replace(/party:[\s\S]*\n {4}payment/, "party: Desert Lime\n    payment"),
    /^7: .*group of fields/,
  ],
])("a damaged book is told with its line: %s", (_, damage, said) => {
  const found = problemsOf(damage(bookText([desertLime()])));
  expect(found.join("\n")).toMatch(said);
});

test("a damaged book is left as it is", () => {
  const where = folders("suppliers: [");
  const changed = changeBook(where, () => ok([desertLime()]));
  expect(changed.ok ? "written" : changed.problems[0].code).toBe("suppliers-broken");
  expect(readFileSync(join(where.config, "suppliers.yaml"), "utf8")).toBe("suppliers: [");
});

test("a book longer than it may be is not written: it stays as it was", () => {
  const before = bookText([desertLime()]);
  const where = folders(before);
  const changed = changeBook(where, () => ok([desertLime({ agreement_number: "7".repeat(8_000_000) })]));
  const said = { code: "settings-unwritable", message: expect.stringContaining("larger than 8000000 bytes") };
  expect(changed).toMatchObject({ ok: false, problems: [said] });
  expect(readFileSync(join(where.config, "suppliers.yaml"), "utf8")).toBe(before);
});

test("a wrong TRN spoils no other supplier: it is told where it is used", () => {
  const opened = openBook(folders(bookText([desertLime()]).replace("100234567400003", "10023456740000")));
  expect(opened.ok).toBe(true);
});

test.skipIf(process.platform === "win32")("a book that others can write to is not believed", () => {
  const where = folders(bookText([desertLime()]));
  chmodSync(join(where.config, "suppliers.yaml"), 0o666);
  const opened = openBook(where);
  expect(opened.ok ? "" : opened.problems[0].message).toMatch(/other users can write to it/);
});

test("a name is found whatever its capitals and blanks, and a slip is told", () => {
  const suppliers: Supplier[] = [desertLime({ supplier: "Desert Lime" }), desertLime({ supplier: "oasis" })];
  const book = { path: "", suppliers };
  const found = findSupplier(book, " desert  LIME ");
  expect(found.ok && found.value.supplier).toBe("Desert Lime");
  const slip = findSupplier(book, "Dessert Lime");
  expect(slip.ok ? "" : slip.problems[0].hint).toBe("Did you mean Desert Lime?");
  const other = findSupplier(book, "zzz");
  expect(other.ok ? "" : other.problems[0].hint).toBe("The book has Desert Lime, oasis.");
});

test("names stand for codes in the book: Oman, dirham", () => {
  const given = setFields({ supplier: "muscat" }, ["country_code=Oman", "country_subentity=Muscat"]);
  const entry = given.ok ? withUsual(given.value) : {};
  expect(valueAt(entry, "accounting_supplier_party.postal_address.country_code")).toBe("OM");
  const dubai = setFields({ supplier: "lime" }, ["country_code=UAE", "country_subentity=Dubai"]);
  expect(valueAt(dubai.ok && dubai.value, "accounting_supplier_party.postal_address.country_subentity")).toBe("DXB");
});

test("a group that says itself how it becomes a text is refused as a group, at every place of a book", () => {
  for (const odd of oddGroups)
    for (const entry of replaced(desertLime(), odd))
      expect(problemsOf(JSON.stringify({ suppliers: [entry] }))).not.toEqual([]);
});
