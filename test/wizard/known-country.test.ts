import { expect, test } from "vitest";
import {
  factsAt,
  quietDesk,
  supplier,
  supplierAbroad,
  tiles,
  transfer,
  walkThrough,
} from "../support/wizard-answers.ts";

test("the name of a country that is known is written with its code, and not asked", async () => {
  const { asked, written } = await walkThrough([...supplierAbroad, ...tiles, ...transfer], await factsAt(quietDesk()));
  expect(written?.document.accounting_supplier_party?.postal_address).toMatchObject({
    country: "Oman",
    country_code: "OM",
  });
  expect(asked.map(({ question: { message } }) => message)).not.toContain("Name of the country:");
  expect(asked.map(({ question: { message } }) => message)).toContain("Country:");
});

test("what is only asked because something was ticked says how to untick it; other questions do not", async () => {
  const facts = await factsAt(quietDesk());
  const { refused } = await walkThrough(
    [
      ["Which of these apply?", "Free trade zone"],
      ...supplier,
      ["Identifier of the beneficiary", ""],
      ["Identifier of the beneficiary", "stop"],
    ],
    facts,
  );
  expect(refused).toEqual([
    expect.stringMatching(
      /^This is required\. .* Ticked by mistake\? Go back \(<\) to "Which of these apply" and untick it\.$/,
    ),
  ]);
  const plain = await walkThrough(
    [
      ["Registered name", ""],
      ["Registered name", "stop"],
    ],
    facts,
  );
  expect(plain.refused).toEqual([expect.not.stringContaining("Ticked")]);
});
