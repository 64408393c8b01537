import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { booksTyped, suggestFor } from "../../src/commands/answer/suggest-for.ts";
import { profile } from "../../src/commands/profile.ts";
import { show } from "../../src/commands/show.ts";
import { suggest } from "../../src/problem/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const office = { profile: "office" };
const company = { company: "Acme Retail" };
const placed = { journal: "/srv/the books", journalMark: "mark" };

test.each([
  [{ sandbox: true }, suggest`status SB-1`, "selfbill status --sandbox SB-1"],
  [{ sandbox: true }, suggest`resolve ID --created X`, "selfbill resolve --sandbox ID --created X"],
  [{ sandbox: true }, suggest`suppliers list`, "selfbill suppliers --sandbox list"],
  [{ sandbox: true }, suggest`explain 23`, "selfbill explain 23"],
  [{ sandbox: true }, suggest`journal accept`, "selfbill journal accept"],
  [{ sandbox: true }, suggest`login`, "selfbill login"],
  [{ sandbox: true }, suggest`create-invoice ${"a.yaml"} --sandbox`, "selfbill create-invoice a.yaml --sandbox"],
  [office, suggest`create-${"credit-note"} a.yaml`, "selfbill create-credit-note --profile office a.yaml"],
  [office, suggest`suppliers accept SB-1`, "selfbill suppliers accept --profile office SB-1"],
  [office, suggest`suppliers show lime`, "selfbill suppliers show lime"],
  [office, suggest`journal accept`, "selfbill journal accept --profile office"],
  [office, suggest`login`, "selfbill login --profile office"],
  [office, suggest`new invoice`, "selfbill new invoice --profile office"],
  [office, suggest`new --resume ID`, "selfbill new --resume ID"],
  [office, suggest`resolve --profile mine`, "selfbill resolve --profile mine"],
  [{ profile: "palm" }, suggest`status ${"-7"}`, "selfbill status --profile palm -- -7"],
  [company, suggest`show SB-1`, "selfbill show --company 'Acme Retail' SB-1"],
  [{}, suggest`show SB-1`, "selfbill show SB-1"],
  [{ businessProfile: "7" }, suggest`show SB-1`, "selfbill show --business-profile 7 SB-1"],
  [{ businessProfile: "7" }, suggest`history SB-1`, "selfbill history SB-1"],
  [{ businessProfile: "7" }, suggest`new --resume`, "selfbill new --business-profile 7 --resume"],
  [{ ...office, businessProfile: "7" }, suggest`show --profile mine`, "selfbill show --profile mine"],
  [
    { ...office, businessProfile: "7" },
    suggest`show --profile office`,
    "selfbill show --business-profile 7 --profile office",
  ],
  [placed, suggest`status SB-1`, "selfbill status --journal '/srv/the books' --journal-mark mark SB-1"],
  [placed, suggest`journal accept`, "selfbill journal accept --journal '/srv/the books' --journal-mark mark"],
  [placed, suggest`resolve --journal ${"/b"}`, "selfbill resolve --journal /b"],
  [placed, suggest`new --sandbox`, "selfbill new --sandbox"],
  [placed, suggest`profile set acme --legal-name A`, "selfbill profile set acme --legal-name A"],
  [placed, suggest`validate a.yaml`, "selfbill validate --journal '/srv/the books' --journal-mark mark a.yaml"],
  [placed, suggest`convert a.xml`, "selfbill convert a.xml"],
  [placed, suggest`explain 23`, "selfbill explain 23"],
  [{ journal: "-a" }, suggest`status`, "selfbill status '--journal=-a'"],
  [
    { ...office, ...placed },
    suggest`suppliers accept SB-1`,
    "selfbill suppliers accept --profile office --journal '/srv/the books' --journal-mark mark SB-1",
  ],
  [{ sandbox: true, journal: "b" }, suggest`suppliers list`, "selfbill suppliers list --sandbox --journal b"],
])("with %j a suggestion names the same books where its command takes them", (books, suggestion, shown) => {
  expect(suggestFor(books, () => `${suggestion}`)).toBe(shown);
});

test("it is completed by the work in which it becomes text, also in later turns and beside other work", async () => {
  const late = suggest`status ${"SB-1"}`;
  const shown = (profile: string) =>
    suggestFor({ profile }, async () => {
      await Promise.resolve();
      return `${late}`;
    });
  expect(await Promise.all([shown("a"), shown("b c")])).toEqual([
    "selfbill status --profile a SB-1",
    "selfbill status --profile 'b c' SB-1",
  ]);
  expect(`${late}`).toBe("selfbill status SB-1");
});

test("work for one company of several keeps the journal, and not the business profile that was typed", () => {
  const shown = suggestFor({ ...office, businessProfile: "7", journal: "b" }, () =>
    suggestFor({ profile: "palm" }, () => `${suggest`show SB-1`}`),
  );
  expect(shown).toBe("selfbill show --profile palm --journal b SB-1");
});

test("an option that the command keeps for itself, as profile set does, is of no other command", async () => {
  const given = { journal: "b", journalMark: "m", businessProfile: "7", profile: "office", sandbox: false };
  expect(booksTyped({ command: show, given })).toEqual({ ...given, company: undefined });
  const own = { company: undefined, profile: "office", sandbox: false, businessProfile: undefined, journal: undefined };
  expect(booksTyped({ command: profile, given })).toEqual({ ...own, journalMark: undefined });
});

test.each([
  ["postgres://amina:secret@db.example/books", undefined],
  ["postgresql://amina@db.example/books?password=secret", undefined],
  ["postgres://amina@db.example:5433/books?schema=acme", "postgres://amina@db.example:5433/books?schema=acme"],
])("no suggestion repeats a password: %s", (journal, kept) => {
  expect(booksTyped({ command: show, given: { journal } }).journal).toBe(kept);
});

test("the command that is named next leads to the sandbox again, where the one before was practice", async () => {
  const home = temporaryFolder();
  const file = join(home, "march.yaml");
  const selfbill = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home });
  writeFileSync(file, readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8"));
  expect((await selfbill("due", file)).stdout).toContain(`selfbill create-invoice --sandbox ${file}`);
  expect((await selfbill("create-invoice", file, "--yes")).code).toBe(0);
  const [journal, mark] = [join(home, "books"), join(home, "books.mark")];
  const at = ["--journal", journal, "--journal-mark", mark];
  const elsewhere = `create-invoice --sandbox --journal ${journal} --journal-mark ${mark} ${file}`;
  expect((await selfbill("due", file, ...at)).stdout).toContain(`selfbill ${elsewhere}`);
  expect((await selfbill("due", file, "--json", ...at)).stdout).toContain(`selfbill ${elsewhere}`);
  const out = join(home, "credit.yaml");
  const credit = await selfbill("create-credit-note", "--from", file, "--reason", "VD", "--out", out);
  expect(credit.stdout).toContain(`selfbill create-credit-note --sandbox ${out}`);
});

test("a map is tried with the supplier book of practice, and the commands that it names stay there", async () => {
  const home = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const selfbill = (...words: string[]) => runSelfbill(words, { home, cwd: home });
  const supplier = file(
    "lime.yaml",
    "supplier: desert-lime\naccounting_supplier_party:\n  party_name: Desert Lime LLC\n",
  );
  expect((await selfbill("suppliers", "add", "--file", supplier, "--sandbox")).code).toBe(0);
  file(
    "bills.csv",
    "Invoice no,Invoice date,Supplier,Item,Qty,Unit,Price,VAT %\n1,2026-05-01,Desert Lime LLC,Tile,2,box,5,5\n",
  );
  const unknown = 'No entry of the supplier book has the name "Desert Lime LLC"';
  expect((await selfbill("map", "bills.csv")).stderr).toContain(unknown);
  const shown = await selfbill("map", "bills.csv", "--sandbox");
  expect(shown.stderr).not.toContain(unknown);
  expect(shown.stderr).toContain("To keep it: selfbill map --sandbox bills.csv --out map.yaml");
  const kept = await selfbill("map", "--sandbox", "bills.csv", "--out", "map.yaml");
  expect(kept.stdout).toContain("selfbill import --sandbox bills.csv --map map.yaml");
  expect((await selfbill("import", "--sandbox", "bills.csv", "--map", "map.yaml")).stderr).not.toContain(unknown);
});
