import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import {
  completedEntry,
  gapSentence,
  type Supplier,
  type SupplierDraft,
  setFields,
  withUsual,
} from "../../src/suppliers/index.ts";
import { invoice, palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const tin = "1098765439";
/** A member of a VAT group: the TRN is the group's, but the TIN and endpoint are its own. */
function member(change: Partial<Supplier> = {}): Supplier {
  const { accounting_supplier_party: party } = invoice();
  return desertLime({ accounting_supplier_party: { ...party, tin, endpoint_id: tin }, vat_group: "yes", ...change });
}

/** The warnings for a document dated 15 June 2026, with these suppliers in the book. */
async function warnings(document: SelfBilledDocument, suppliers: Supplier[]) {
  const desk = { ...offlineDesk({ suppliers, buyer: palmLedger }), now: () => new Date("2026-06-19T08:00:00Z") };
  const none = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
  const profile = await desk.profile(none);
  const content = Buffer.from(writeYaml(document, "invoice"));
  const options = { version: "20260101", profile: profile.ok ? profile.value : undefined, content };
  return (await prepare("march.yaml", options, desk)).problems;
}

const { accounting_supplier_party: _, payment_means: __, ...rest } = invoice();
const named = { supplier: "desert-lime", ...rest } as SelfBilledDocument;
const described = { ...invoice(), accounting_supplier_party: member().accounting_supplier_party } as SelfBilledDocument;

test("a declared member is not warned of its TIN, whether the document names or describes it", async () => {
  expect(await warnings(named, [member()])).toEqual([]);
  expect(await warnings(described, [member()])).toEqual([]);
});

test("without the declaration the warning stays, and says how to declare it", async () => {
  const found = await warnings(named, [member({ vat_group: undefined })]);
  expect(found).toMatchObject([{ code: "SB-0206", severity: "warning" }]);
  expect(found[0]?.hint).toContain("selfbill suppliers edit desert-lime --set vat_group=yes");
  expect(await warnings(named, [member({ vat_group: "no" })])).toMatchObject([{ code: "SB-0206" }]);
  expect(await warnings(described, [])).toMatchObject([{ code: "SB-0206" }]);
});

test("the declaration of one member says nothing of another TIN with the group's TRN", async () => {
  const other = { ...described.accounting_supplier_party, tin: "1055555559", endpoint_id: "1055555559" };
  const found = await warnings({ ...described, accounting_supplier_party: other } as SelfBilledDocument, [member()]);
  expect(found).toMatchObject([{ code: "SB-0206" }]);
});

test("a wrong TIN field is told where no declaration explains it", async () => {
  const party = { ...invoice().accounting_supplier_party, tin };
  const found = await warnings({ ...invoice(), accounting_supplier_party: party } as SelfBilledDocument, []);
  expect(found.map(({ code }) => code)).toContain("SB-0212");
});

test("a member's TIN is never made of the group's TRN, and is named as missing", () => {
  const trn = "accounting_supplier_party.party_tax_scheme.company_id";
  const draft = setFields({ supplier: "lime" }, ["vat_group=Yes", `${trn}=100234567400003`, "country_code=AE"]);
  const entry = withUsual(draft.ok ? draft.value : {}) as unknown as Supplier & SupplierDraft;
  expect(entry.vat_group).toBe("yes");
  expect(entry.accounting_supplier_party).not.toHaveProperty("tin");
  expect(gapSentence(entry)).toMatch(/^Missing: .*TIN/);
  expect(gapSentence(entry)).not.toContain("Peppol address");
});

test("an entry whose numbers do not fit says what to find out", () => {
  expect(gapSentence(member())).toBeUndefined();
  expect(gapSentence(member({ vat_group: undefined }))).toBe(
    "Its TIN is not the first ten digits of its TRN: find out whether it is a member of a VAT group (vat_group, yes or no).",
  );
  expect(gapSentence(member({ vat_group: "no" }))).toBe(
    "Its TIN is not the first ten digits of its TRN, and it is not a member of a VAT group: correct one of them.",
  );
});

test("an entry that was completed keeps what was said of its VAT group", () => {
  const entry = member({ vat_group: undefined });
  expect(completedEntry(entry, {}, "yes")).toEqual(member());
  expect(completedEntry(member(), {}, undefined).vat_group).toBe("yes");
});

test("all that is missing is named at once, whatever follows from it", () => {
  const sentence = gapSentence({
    supplier: "lime",
    accounting_supplier_party: { party_name: "Desert Lime Trading LLC" },
  });
  for (const word of ["TRN", "number of the trade licence", "kind of registration", "authority that issued"])
    expect(sentence).toContain(word);
});
