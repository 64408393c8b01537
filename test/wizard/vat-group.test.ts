import { expect, test } from "vitest";
import { desertLime } from "../support/suppliers.ts";
import { factsAt, quietDesk, supplier, type Typed, tiles, transfer, walkThrough } from "../support/wizard-answers.ts";

const question = "Is the supplier a member of a VAT group?";
const typed = (answer: Typed, keep: Typed): Typed => {
  const at = supplier.findIndex(([words]) => words === "Registration number");
  return [
    ...supplier.slice(0, at),
    ["TIN", "1098765439"],
    ...answer,
    ...supplier.slice(at),
    ...keep,
    ...tiles,
    ...transfer,
  ];
};

test("a TIN that does not begin the TRN is asked about; the answer is kept, and the document is not warned of", async () => {
  const keep: Typed = [["Keep it in your supplier book as", "desert-lime"]];
  const { written } = await walkThrough(typed([[question, "Yes"]], keep), await factsAt(quietDesk()));
  expect(written?.bookEntry).toMatchObject({ vat_group: "yes", accounting_supplier_party: { tin: "1098765439" } });
  expect(written?.told.join(" ")).not.toContain("TIN");
  expect(JSON.stringify(written?.document)).not.toContain("vat_group");
  const no = await walkThrough(typed([[question, "No"]], []), await factsAt(quietDesk()));
  expect(no.written?.told.join(" ")).toContain("first ten digits");
});

test("another TRN or TIN forgets the answer, and numbers that fit are not asked about", async () => {
  const { asked } = await walkThrough([...supplier, ...tiles, ...transfer], await factsAt(quietDesk()));
  expect(asked.map(({ question: { message } }) => message)).not.toContain(question);
  const back: Typed = [
    [question, "<"],
    ["TIN", "1002345674"],
  ];
  const corrected = await walkThrough(typed(back, []), await factsAt(quietDesk()));
  expect(corrected.written?.told.join(" ")).not.toContain("TIN");
});

test("the gap of a listed member is asked with its VAT group, and kept", async () => {
  const { party_tax_scheme, ...others } = desertLime().accounting_supplier_party ?? {};
  const entry = desertLime({ accounting_supplier_party: { ...others, tin: "1098765439", endpoint_id: "1098765439" } });
  const facts = await factsAt(quietDesk({ suppliers: [entry] }));
  const choices: Typed = [
    ["Who supplied you?", "desert-lime"],
    ["TRN", "100234567400003"],
    [question, "Yes"],
    ["What was supplied", "Ceramic floor tile"],
    ...tiles.slice(1),
  ];
  const { written } = await walkThrough(choices, facts);
  expect(written?.filledGap).toMatchObject({ supplier: "desert-lime", vatGroup: "yes" });
  expect(written?.told.join(" ")).not.toContain("first ten digits");
});
