import { describe, expect, test } from "vitest";
import { creditNote, invoice, line } from "../support/documents.ts";
import { create, shop } from "../support/shop.ts";
import {
  factsAt,
  newDraft,
  quietDesk,
  supplier,
  type Typed,
  tiles,
  transfer,
  walkThrough,
} from "../support/wizard-answers.ts";

const credit = newDraft({ kind: "credit-note" });

describe("what was sent before", () => {
  test("offers its supplier, and the defaults of the latest document", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ due_date: "2026-06-25" }));
    await create(desk, creditNote()); // which has no payment details
    const typed: Typed = [
      ["Who supplied you?", "Desert Lime Trading LLC"],
      ...tiles.slice(0, 2),
      ["Price of one", "1,250.50"],
    ];
    const { asked, written } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
    const usual = new Map(asked.map(({ question, reply }) => [question.message, reply]));
    expect(usual.get("Date of issue:")).toBe("2026-06-15");
    expect(usual.get("Date on which payment is due:")).toBe("2026-06-25");
    // Quantity and price differ with each supply, so the user types them; the wizard only shows the last price.
    const typedAnew = asked.filter(({ question }) => /^(?:Quantity|Price)/.test(question.message));
    expect(typedAnew.map(({ question }) => question.usual)).toEqual(["", ""]);
    expect(typedAnew[1]?.question.help).toBe("Such as 250.00 or 1,250.50, in AED. On the latest document it was 250.");
    expect(written?.document.document_lines?.[0]?.price?.base_amount).toBe("1250.50");
    expect(usual.get("HS code:")).toBe("69072100");
    expect(usual.get("IBAN of the supplier:")).toBe("AE560990000001234567890");
    expect(written?.wrong).toBe(false);
    expect(written?.document.accounting_supplier_party).toMatchObject({ tin: "1002345674" });
  });

  test("a code belongs to one item: it is offered for that item on any line, and never for another one", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ document_lines: [line({ name: "Grout", quantity: "10" }), line()] }));
    const offered = async (item: string) => {
      const typed: Typed = [
        ["Who supplied you?", "Desert Lime Trading LLC"],
        ["What was supplied", item],
        ...tiles.slice(1),
      ];
      const { asked } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
      return asked.find(({ question }) => question.message === "HS code:")?.question.usual;
    };
    expect(await offered("Cordless drill")).toBe("");
    expect(await offered("ceramic floor tile ")).toBe("69072100");
  });

  test("the look at the whole document shows what each HS code means", async () => {
    const { desk } = await shop();
    const walked = async (code: string) => {
      const typed: Typed = [...tiles.slice(0, -1), ["HS code", code]];
      const { said } = await walkThrough(
        [...supplier, ...typed, ...transfer],
        await factsAt(desk),
        newDraft({ kind: "invoice" }),
      );
      return said.flatMap((each) => each.split("\n")).filter((each) => each.includes(`HS ${code}`));
    };
    expect(await walked("69072100")).toEqual([expect.stringMatching(/HS 69072100 +Ceramic tiles; flags and paving/)]);
    expect(await walked("69079900")).toEqual([
      expect.stringMatching(/HS 69079900 +not found in the Harmonized System/),
    ]);
  });

  test("a price in another currency is not even told", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const typed: Typed = [
      ["Who supplied you?", "Desert Lime Trading LLC"],
      ["Currency of the amounts", "USD"],
      ...tiles.slice(0, 2),
      ["Price of one", "68"],
    ];
    const { asked } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
    const price = asked.find(({ question }) => question.message.startsWith("Price"))?.question;
    expect(price?.help).toBe("Such as 250.00 or 1,250.50, in USD.");
  });

  test("is credited wholly, with everything of the invoice taken over", async () => {
    const { desk } = await shop();
    await create(desk, invoice());
    const typed: Typed = [
      ["Which invoice is corrected?", "SB-2026-0001"],
      ["Why is it corrected?", "Goods or services were returned"],
      ["The reason in your words", "Broken on arrival"],
    ];
    const { asked, written } = await walkThrough(typed, await factsAt(desk), credit);
    expect(asked.some(({ question }) => /TRN|Quantity/.test(question.message))).toBe(false);
    expect(written?.wrong).toBe(false);
    expect(written?.document).toMatchObject({
      credit_note_type_code: "261",
      discrepancy_response: "DL8.61.1.D",
      reason: "Broken on arrival",
      billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
      document_lines: [{ name: "Ceramic floor tile", quantity: "40" }],
    });
  });

  test("is credited in part, and never more than is left", async () => {
    const { desk } = await shop();
    await create(desk, invoice({ document_lines: [line(), line({ name: "Grout", quantity: "10" })] }));
    await create(desk, creditNote());
    const typed: Typed = [
      ["Which invoice is corrected?", "SB-2026-0001"],
      ["Why is it corrected?", "Goods or services were returned"],
      ["What is credited?", "Some lines"],
      ["Line 1, Ceramic floor tile", "37"],
      ["Line 1, Ceramic floor tile", "-1"],
      ["Line 1, Ceramic floor tile", "0"],
      ["Line 2, Grout", "0"],
      ["Line 2, Grout", "4"],
    ];
    const { refused, written } = await walkThrough(typed, await factsAt(desk), credit);
    expect(refused).toEqual([
      expect.stringMatching(/36/),
      expect.stringMatching(/is not a quantity/),
      expect.stringMatching(/Nothing is credited yet/),
    ]);
    expect(written?.document.document_lines).toMatchObject([{ name: "Grout", quantity: "4" }]);
    expect(written?.wrong).toBe(false);
  });

  test("an invoice is found by its file or number too, and one that nobody knows is told so", async () => {
    const { desk } = await shop();
    const id = await create(desk, invoice());
    const typed: Typed = [
      ["Which invoice is corrected?", "Another one"],
      ["Number, id or file of the invoice", "SB-2026-0099"],
      ["Number, id or file of the invoice", id],
      ["Why is it corrected?", "The supply was cancelled"],
    ];
    const { refused, written } = await walkThrough(typed, await factsAt(desk), credit);
    expect(refused).toEqual([expect.stringContaining("knows an invoice of this number")]);
    expect(written?.document.billing_reference?.[0]?.id).toBe("SB-2026-0001");
  });
});

test("another price is credited by its difference", async () => {
  const { desk } = await shop();
  await create(desk, invoice({ document_lines: [line(), line({ name: "Grout", quantity: "10" })] }));
  const typed: Typed = [
    ["Which invoice is corrected?", "SB-2026-0001"],
    ["Why is it corrected?", "The agreed price was altered"],
    ["Which lines does the price change?", "Some lines"],
    ["Line 1, Ceramic floor tile", "0"],
    ["Line 2, Grout", "10"],
    ["Line 2: by how much was the price of 250", "251"],
    ["Line 2: by how much was the price of 250", "0"],
    ["Line 2: by how much was the price of 250", "12.50"],
  ];
  const { refused, written } = await walkThrough(typed, await factsAt(desk), credit);
  expect(refused).toEqual([
    "The price was 250; no more than that can be credited.",
    expect.stringContaining("not a difference in price"),
  ]);
  expect(written?.document.document_lines).toMatchObject([
    { name: "Grout", quantity: "10", price: { base_amount: "12.50" } },
  ]);
  expect(written?.wrong).toBe(false);
});

test("what held for one supplier is forgotten with it: its account is never offered for another", async () => {
  const { accounting_supplier_party, payment_means } = invoice();
  const other = { ...accounting_supplier_party, party_name: "Oasis Paper Industries LLC" };
  const desk = quietDesk({
    suppliers: [
      { supplier: "desert-lime", accounting_supplier_party, payment_means },
      { supplier: "oasis", accounting_supplier_party: other },
    ],
  });
  const typed: Typed = [
    ["Who supplied you?", "desert-lime"],
    ...tiles,
    ["What now?", "Change an answer"],
    ["Which answer?", "The supplier, Who supplied you?"],
    ["Who supplied you?", "oasis"],
    ["IBAN of the supplier", "AE900990000002345678901"],
  ];
  const { asked, written } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
  const accounts = asked.filter(({ question }) => question.message.startsWith("IBAN"));
  expect(accounts.map(({ question }) => question.usual)).toEqual(["AE560990000001234567890", ""]);
  expect(written?.document.payment_means).toMatchObject([
    { payee_financial_account: { id: "AE900990000002345678901", name: "Oasis Paper Industries LLC" } },
  ]);
});

test("names from outside reach the terminal without what could move its cursor or turn its text around", async () => {
  const { desk } = await shop();
  const { accounting_supplier_party } = invoice();
  const name = "Desert \u202eemiL\u202c";
  await create(desk, invoice({ accounting_supplier_party: { ...accounting_supplier_party, party_name: name, name } }));
  const typed: Typed = [["Who supplied you?", "Desert"], ...tiles.slice(0, 2), ["Price of one", "250"]];
  const { asked } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
  const shown = asked.flatMap(({ question }) => [
    question.message,
    question.help,
    ...(question.form === "text"
      ? [question.usual]
      : question.choices.flatMap((each) => [each.name, each.short ?? ""])),
  ]);
  expect(shown.filter((each) => /\p{Cf}/u.test(each))).toEqual([]);
  expect(shown.join()).toContain("<U+202E>");
});

test("a supplier of the book stands in the document by its name", async () => {
  const { accounting_supplier_party, payment_means } = invoice();
  const desk = quietDesk({ suppliers: [{ supplier: "desert-lime", accounting_supplier_party, payment_means }] });
  const typed: Typed = [["Who supplied you?", "desert-lime"], ...tiles];
  const { written, said, asked } = await walkThrough(typed, await factsAt(desk), newDraft({ kind: "invoice" }));
  expect(written?.document).toMatchObject({ supplier: "desert-lime" });
  expect(written?.wrong).toBe(false);
  expect(said).toContainEqual(expect.stringContaining("no self-billing agreement with desert-lime"));
  expect(asked.find(({ question }) => question.message.startsWith("IBAN"))?.reply).toBe("AE560990000001234567890");
});
