import { describe, expect, it } from "vitest";
import {
  findSalesCreditNote,
  type SalesCreditNote,
  salesCreditNotes,
} from "../../src/sandbox/status/sales-credit-notes.ts";
import { type Participants, participantsOf, toTaxData, toXml } from "../../src/ubl/index.ts";
import { palmLedger } from "../support/documents.ts";

const since = Date.UTC(2026, 5, 15, 8);
const notes = salesCreditNotes(palmLedger, since);
const text = (note: SalesCreditNote, ...path: string[]) => note.tree.find(...path)?.text;

describe("the seeded sales credit notes", () => {
  it("have the ids and numbers that the documentation promises", () => {
    expect(notes.map(({ id, number, outcome }) => [id, number, outcome])).toEqual([
      ["5a1e5000-0000-4000-8000-000000000001", "SALES-CN-0001", "approved"],
      ["5a1e5000-0000-4000-8000-000000000002", "SALES-CN-0002", "c3-rejects"],
      ["5a1e5000-0000-4000-8000-000000000003", "SALES-CN-0003", "c5-rejects"],
      ["5a1e5000-0000-4000-8000-000000000004", "SALES-CN-0004", "stays-pending"],
      ["5a1e5000-0000-4000-8000-000000000005", "SALES-CN-0005", "c3-error-then-approved"],
      ["5a1e5000-0000-4000-8000-000000000006", "SALES-CN-0006", "c5-error-then-approved"],
      ["5a1e5000-0000-4000-8000-000000000007", "SALES-CN-0007", "approved"],
    ]);
  });

  it("pass the network rules, all but the last", () => {
    const failures = notes.map((note) => note.failures.map(({ reasonCode, location }) => [reasonCode, location]));
    expect(failures).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
      [["IBR-132-AE", "/CreditNote/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID"]],
    ]);
  });

  it("carry the UBL of ordinary billing: type 381, billing identifiers, the id as UUID", () => {
    for (const note of notes) {
      expect(note.tree.name).toBe("CreditNote");
      expect(text(note, "cbc:CustomizationID")).toBe("urn:peppol:pint:billing-1@ae-1");
      expect(text(note, "cbc:ProfileID")).toBe("urn:peppol:bis:billing");
      expect(text(note, "cbc:CreditNoteTypeCode")).toBe("381");
      expect(text(note, "cbc:UUID")).toBe(note.id);
      expect(text(note, "cbc:ID")).toBe(note.number);
    }
  });

  it("go from the business profile, which is the seller, to a buyer of their own each", () => {
    const between = notes.map(({ tree }): Participants => participantsOf(tree));
    expect(new Set(between.map(({ sender }) => sender.id))).toEqual(new Set(["1009876549"]));
    expect(new Set(between.map(({ receiver }) => receiver.id)).size).toBe(notes.length);
    expect(
      notes.map((note) => text(note, "cac:AccountingSupplierParty", "cac:Party", "cac:PartyName", "cbc:Name")),
    ).toEqual(notes.map(() => "Palm Ledger Holdings"));
  });

  it("cover every reason for a credit note, a foreign currency and an attachment", () => {
    const reasons = notes.map((note) => text(note, "cac:DiscrepancyResponse", "cbc:ResponseCode"));
    const all = ["DL8.61.1.A", "DL8.61.1.B", "DL8.61.1.C", "DL8.61.1.D", "DL8.61.1.E", "VD"];
    expect([...new Set(reasons)].sort()).toEqual(all);
    expect(notes.map((note) => text(note, "cbc:DocumentCurrencyCode"))).toContain("USD");
    expect(notes.some(({ tree }) => toXml(tree).includes("EmbeddedDocumentBinaryObject"))).toBe(true);
  });

  it("are on their way since the given instant, which changes nothing of their content", () => {
    const later = salesCreditNotes(palmLedger, since + 86_400_000);
    expect(notes.map(({ submittedAt }) => submittedAt)).toEqual(notes.map(() => since));
    expect(later.map(({ tree }) => toXml(tree))).toEqual(notes.map(({ tree }) => toXml(tree)));
  });

  it("can be reported to the tax authority by the seller's provider", () => {
    for (const { tree, id } of notes) {
      const report = toTaxData(tree, {
        reporter: "sender",
        transportId: id,
        issuedAt: new Date(since),
        receiverEndpoint: "0242:000001",
        representative: "0242:000002",
      });
      expect(report.find("pxs:ReportingParty", "cbc:EndpointID")?.text).toBe("1009876549");
      expect(report.find("pxs:ReportedTransaction", "pxs:ReportedDocument", "pxs:DocumentTypeCode")?.text).toBe("381");
    }
  });
});

describe("findSalesCreditNote", () => {
  it("finds a seeded note whatever the case of its id", () => {
    const found = findSalesCreditNote("5A1E5000-0000-4000-8000-000000000003", palmLedger, since);
    expect(found?.number).toBe("SALES-CN-0003");
    expect(found?.submittedAt).toBe(since);
  });

  it("knows no other id", () => {
    expect(findSalesCreditNote("5a1e5000-0000-4000-8000-000000000008", palmLedger, since)).toBeUndefined();
  });
});
