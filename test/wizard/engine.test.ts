import { describe, expect, test } from "vitest";
import type { QuestionContext } from "../../src/wizard/question.ts";
import { lineQuestions } from "../../src/wizard/questions/line-questions.ts";
import { impossiblePairs } from "../../src/wizard/questions/start.ts";
import { typedNumber } from "../../src/wizard/typed-number.ts";
import { inArabicDigits } from "../support/arabic-digits.ts";
import { invoice } from "../support/documents.ts";
import { factsAt, quietDesk, supplier, type Typed, tiles, transfer, walkThrough } from "../support/wizard-answers.ts";

const standard: Typed = [...supplier, ...tiles, ...transfer];

/** Inserts additional answers before the answer to a question. */
function inserted(question: string, more: Typed, typed: Typed = standard): Typed {
  const at = typed.findIndex(([words]) => words === question);
  return [...typed.slice(0, at), ...more, ...typed.slice(at)];
}

/** Invalid answers in the order of the questions, each with a part of its message; the valid answer follows. */
const wrong: ReadonlyArray<readonly [question: string, typed: string, says: RegExp]> = [
  ["Registered name", "AE560990000001234567890", /is an IBAN, not a name/],
  ["Registered name", "100234567400003", /is a TRN, not a name/],
  ["Registered name", " ", /This is required\. The legal name/],
  ["TRN", "10023456740003", /is not a TRN: it has 14 digits, not 15/],
  ["TRN", "100234567400001", /TRN.*Press Enter again to keep it/s],
  ["Street and number", "Emirates", /Emirates is a country\. Write the street and number/],
  ["E-mail address", "billing at desertlime", /is not an e-mail address\. Write it like/],
  ["Telephone", "ask Mona", /has no digits\. Write the number/],
  ["Quantity", "0", /is not above zero/],
  ["Quantity", "4 boxes", /is not a number/],
  ["Price of one", "1.250,00", /is not a number/],
  ["Price of one", "-5", /is below zero/],
  ["IBAN", "", /This is required/],
  ["IBAN", "AE56 0990 0000 0123 4567 891", /check digits of this IBAN are wrong.*Press Enter again to keep it/s],
];

test("a wrong answer is refused at once, in a sentence", async () => {
  const typed = wrong.reduceRight<Typed>(
    (all, [question, slip]) => inserted(question, [[question, slip]], all),
    standard,
  );
  const { refused, written } = await walkThrough(typed, await factsAt(quietDesk()));
  expect(refused).toEqual(wrong.map(([, , says]) => expect.stringMatching(says)));
  expect(written?.wrong).toBe(false);
});

test("of questions that Enter answers, a wrong answer is refused too", async () => {
  const slips: Typed = [
    ["TIN", "200234567"],
    ["TIN", "1002345674"],
  ];
  const later: Typed = [
    ["Keep it in your supplier book as", "a\u202Eb"],
    ["Keep it in your supplier book as", "desert-lime"],
    ["Date of the agreement", "2025-13-01"],
    ["Date of the agreement", "2025-12-01"],
    ["Its last day", "2025-11-30"],
    ["Its last day", "2027-11-30"],
    ["Date of issue", "15.6.2026"],
    ["Date of issue", "2026-02-30"],
    ["Date of issue", "2026-06-15"],
    ["Currency of the amounts", "riyal"],
    ["Currency of the amounts", "USD"],
    ["AED for 1 USD", "3.67250001"],
    ["AED for 1 USD", "3.6725"],
  ];
  const typed = inserted("What was supplied", later, inserted("Registration number", slips));
  const { refused, written } = await walkThrough(typed, await factsAt(quietDesk()));
  expect(refused).toEqual([
    expect.stringMatching(/is not a TIN: it has 9 digits, not 10/),
    expect.stringMatching(/Use up to 80 letters/),
    expect.stringMatching(
      /2025-13-01 does not exist: there is no month 13\. Check the month\. Write the date as 2026-06-15/,
    ),
    expect.stringMatching(/would end before it begins/),
    expect.stringMatching(/is not written as year-month-day\. Write 2026-06-15\./),
    expect.stringMatching(/2026-02-30 does not exist: February 2026 has 28 days/),
    expect.stringMatching(/riyal is not a currency code/),
    expect.stringMatching(/decimals/),
  ]);
  expect(written?.bookEntry).toMatchObject({ supplier: "desert-lime", agreement_expiry: "2027-11-30" });
});

test("a name in Arabic needs an Arabic letter, and the account holder a name", async () => {
  const arabic: Typed = [
    ["Name in Arabic", "Desert Lime"],
    ["Name in Arabic", "ديزرت لايم"],
  ];
  const holder: Typed = [
    ["Account holder", "AE560990000001234567890"],
    ["Account holder", "Desert Lime Trading LLC"],
  ];
  const { refused, written } = await walkThrough([...inserted("TRN", arabic), ...holder], await factsAt(quietDesk()));
  expect(refused).toEqual([
    "Desert Lime has no Arabic letter. Write the name in Arabic, or leave it out.",
    "AE560990000001234567890 is an IBAN, not a name.",
  ]);
  expect(written?.document.accounting_supplier_party?.party_name_in_local_language).toBe("ديزرت لايم");
});

test("codes, dates and amounts may be typed in Arabic digits, and a name keeps its own", async () => {
  const local = "\u062f\u064a\u0632\u0631\u062a \u0664\u0665";
  const typed = standard.map<Typed[number]>(([question, ...answers]) =>
    /TRN|Quantity|Price of one/.test(question) ? [question, ...answers.map(inArabicDigits)] : [question, ...answers],
  );
  const more = inserted("TRN", [["Name in Arabic", local]], typed);
  const dated = inserted("What was supplied", [["Date of issue", inArabicDigits("2026-06-15")]], more);
  const { refused, written } = await walkThrough(dated, await factsAt(quietDesk()));
  expect(refused).toEqual([]);
  expect(written?.document).toMatchObject({
    issue_date: "2026-06-15",
    accounting_supplier_party: {
      party_name_in_local_language: local,
      party_tax_scheme: { company_id: "100234567400003" },
    },
    document_lines: [{ quantity: "40" }],
  });
});

test("an IBAN whose check digits are wrong stands when it is typed again, and an account of another kind at once", async () => {
  const slip = "AE560990000001234567891";
  const others = standard.slice(0, -1);
  const again: Typed = [
    ["IBAN", slip],
    ["IBAN", slip],
  ];
  const insisted = await walkThrough([...others, ...again], await factsAt(quietDesk()));
  expect(insisted.refused).toHaveLength(1);
  expect(insisted.written?.document.payment_means?.[0]?.payee_financial_account?.id).toBe(slip);
  const account = await walkThrough([...others, ["IBAN", "0123456789"]], await factsAt(quietDesk()));
  expect(account.refused).toEqual([]);
});

test("what a rule alone speaks against stands when it is entered again, and is found again at the end", async () => {
  const insisting: Typed = [
    ["TRN", "100234567400001"],
    ["TRN", "100234567400001"],
  ];
  const typed = [
    ...standard.flatMap((entry) => (entry[0] === "TRN" ? insisting : [entry])),
    ["What now?", "Save the file anyway"],
  ] as Typed;
  const { said, written } = await walkThrough(typed, await factsAt(quietDesk()));
  expect(said).toContainEqual(expect.stringMatching(/^✗ The supplier, TRN: .*IBR-132-AE/s));
  expect(written?.wrong).toBe(true);
});

test("a file to attach is looked for at once", async () => {
  const typed: Typed = [
    ...standard,
    ["What else belongs on it?", "A file"],
    ["Path of the file", "templates/lost.pdf"],
    ["Path of the file", "templates/delivery-note.pdf"],
  ];
  const { refused, written } = await walkThrough(typed, await factsAt(quietDesk()));
  expect(refused).toEqual([expect.stringMatching(/The file .*lost\.pdf does not exist/)]);
  expect(written?.document.attachments).toEqual([{ file_path: "templates/delivery-note.pdf" }]);
  expect(written?.wrong).toBe(false);
});

describe("going back", () => {
  test("asks the question before again and offers what was answered; the answers after it stay", async () => {
    const typed: Typed = [
      ["Registered name", "Desert Lime"],
      ["Name for daily use", "The tile people"],
      ["Name in Arabic", "<"],
      ["Name for daily use", "<"],
      ["Registered name", "Desert Lime Trading LLC"],
      ...standard.slice(1),
    ];
    const { asked, written } = await walkThrough(typed, await factsAt(quietDesk()));
    const names = asked.filter(({ question }) => /^(?:Registered name|Name for daily use)/.test(question.message));
    expect(names.map(({ question, reply }) => [question.message, question.usual, reply])).toEqual([
      ["Registered name:", "", "Desert Lime"],
      ["Name for daily use:", "Desert Lime", "The tile people"],
      ["Name for daily use:", "The tile people", "<"],
      ["Registered name:", "Desert Lime", "Desert Lime Trading LLC"],
      ["Name for daily use:", "The tile people", "The tile people"],
    ]);
    expect(written?.document.accounting_supplier_party).toMatchObject({
      party_name: "Desert Lime Trading LLC",
      name: "The tile people",
    });
  });

  test("at the first question there is nothing before it", async () => {
    const { said, asked } = await walkThrough(
      [
        ["What do you write?", "<"],
        ["What do you write?", "stop"],
      ],
      await factsAt(quietDesk()),
    );
    expect(said).toContainEqual(expect.stringContaining("This is the first question."));
    expect(asked).toHaveLength(1);
  });

  test("an answer of a way that was left counts no more", async () => {
    const typed: Typed = [
      ["Which of these apply?", "Exports"],
      ["Where is the supplier", "<"],
      ["Which of these apply?", ""],
      ...standard,
    ];
    const { asked, written } = await walkThrough(typed, await factsAt(quietDesk()));
    expect(asked.some(({ question }) => question.message.includes("country of delivery"))).toBe(false);
    expect(written?.document.profile_execution_id).toBe("00000000");
  });
});

test("scenarios that exclude each other are refused by name, as the checks say", async () => {
  for (const [one, other] of impossiblePairs) {
    const flags = [..."00000000"].map((_, at) => (at + 1 === one || at + 1 === other ? "1" : "0")).join("");
    const facts = await factsAt(quietDesk());
    const found = await facts.judge(invoice({ profile_execution_id: flags }), "invoice");
    expect(found.map(({ code }) => code)).toContainEqual(expect.stringMatching(/^SB-050[12]$/));
  }
  const typed: Typed = [
    ["Which of these apply?", "Deemed", "E-commerce"],
    ["Which of these apply?", "Profit", "Exports"],
    ["Which of these apply?", ""],
    ...standard,
  ];
  const { refused } = await walkThrough(typed, await factsAt(quietDesk()));
  expect(refused).toEqual([
    "Deemed supply and E-commerce exclude each other: a deemed supply has no price, so it is not sold on a market place.",
    "Profit margin scheme and Exports exclude each other: an export is zero rated, and a supply under the margin scheme is not.",
  ]);
  expect(refused.join()).not.toMatch(/[01]{8}|flag/);
});

test("every answer is kept before the next question, and a kept draft is gone on with where it was", async () => {
  const facts = await factsAt(quietDesk());
  const first = await walkThrough([...standard.slice(0, 4), ["Street and number", "stop"]], facts);
  expect(first.written).toBeUndefined();
  const draft = first.kept.at(-1);
  expect(first.kept).toHaveLength(first.asked.length);
  expect(draft?.answers["supplier.authority"]).toBe("Dubai Department of Economy and Tourism");
  const second = await walkThrough(standard.slice(4), facts, draft);
  expect(second.asked[0]?.question.message).toBe("Street and number:");
  expect(second.written?.wrong).toBe(false);
});

describe("with the whole document before one's eyes", () => {
  test("an answer can be changed without the others being asked again", async () => {
    const typed: Typed = [
      ...standard,
      ["What now?", "Change an answer"],
      ["Which answer?", "Line 1, Quantity"],
      ["Quantity", "41"],
      ["What now?", "Correct: save"],
    ];
    const { asked, written } = await walkThrough(typed, await factsAt(quietDesk()));
    expect(asked.slice(-4).map(({ question }) => question.message)).toEqual([
      "What now?",
      "Which answer?",
      "Quantity:",
      "What now?",
    ]);
    expect(written?.document.document_lines?.[0]?.quantity).toBe("41");
  });

  test("what was found leads back to the question that puts it right", async () => {
    const facts = await factsAt(quietDesk());
    const slip: Typed = [
      ["TRN", "100234567400001"],
      ["TRN", "100234567400001"],
    ];
    const typed: Typed = [
      ...standard.flatMap((entry) => (entry[0] === "TRN" ? slip : [entry])),
      ["What now?", "Fix: The supplier, TRN"],
      ["TRN", "100234567400003"],
      ["What now?", "Correct: save"],
    ];
    const { written } = await walkThrough(typed, facts);
    expect(written?.wrong).toBe(false);
  });

  test("lines are added and taken out", async () => {
    const typed: Typed = [
      ...standard,
      ["What now?", "Add a line"],
      ...tiles.map((entry): Typed[number] => (entry[0] === "What was supplied" ? [entry[0], "Grout"] : entry)),
      ["What comes next?", "No more lines"],
      ["What now?", "Remove a line"],
      ["Which line?", "Line 1"],
      ["What now?", "Correct: save"],
    ];
    const { written } = await walkThrough(typed, await factsAt(quietDesk()));
    expect(written?.document.document_lines?.map(({ name }) => name)).toEqual(["Grout"]);
    expect(written?.wrong).toBe(false);
  });
});

describe("what is odd is told where it is typed", () => {
  const of = (entries: Typed, ...instead: Typed): Typed =>
    entries.flatMap((entry) => {
      const own = instead.filter(([name]) => name === entry[0]);
      return own.length > 0 ? own : [entry];
    });

  test("an IBAN of the UAE that is a character short, and a period that ends before it begins", async () => {
    const typed: Typed = [
      ["Which of these apply?", "Summary"],
      ...supplier,
      ["First day of the period", "2026-05-31"],
      ["Last day of the period", "2026-05-01"],
      ["Last day of the period", "2026-06-31"],
      ["Last day of the period", "2026-05-31"],
      ["How often", "monthly"],
      ...tiles,
      ["IBAN", "AE56 0990 0000 0123 4567 89"],
      ...transfer,
    ];
    const { refused, said, written } = await walkThrough(typed, await factsAt(quietDesk()));
    expect(refused).toEqual([
      "The period would end (2026-05-01) before it begins (2026-05-31).",
      expect.stringContaining("2026-06-31 does not exist: June has 30 days."),
      "AE56099000000123456789 has 22 characters: an IBAN of the UAE has 23, so there are too few.",
    ]);
    expect(written?.document.payment_means?.[0]?.payee_financial_account?.name).toBe("Desert Lime Trading LLC");
    expect(said.filter((each) => /^ {2}(?:Address|Period)/.test(each))).toEqual([
      "  Address       Al Quoz Street 14, Dubai, Dubai (DXB), United Arab Emirates",
      "  Period        2026-05-31 to 2026-05-31, monthly (MTH)",
    ]);
  });

  test("a price of 0, and a document over 0.00", async () => {
    const typed = of(standard, ["Price of one", "0"]);
    const { said } = await walkThrough(typed, await factsAt(quietDesk()));
    expect(said.filter((each) => /price is 0|comes to/.test(each)).map((each) => each.trim())).toEqual([
      "! The price is 0: nothing is paid for this line. Go back if that is not meant.",
      "! The whole document comes to AED 0.00. Check prices and quantities.",
    ]);
  });

  test.each([
    ["00000001", "Z"],
    ["00100000", "N"],
    ["01000000", "S"],
  ])("the VAT that fits the scenario %s is offered, whatever the item had before", (flags, category) => {
    const [question] = lineQuestions(0).filter(({ id }) => id.endsWith(".category"));
    const last = { document_lines: [{ classified_tax_category: { id: "E" } }] };
    const named = (answer: unknown) =>
      ({ document: { profile_execution_id: flags }, last, answer: () => answer }) as unknown as QuestionContext;
    const known = { name: "Rent", found: { item: { vat: "E" } } };
    expect(question?.usual?.(named(known))).toBe(flags === "01000000" ? "E" : category);
    // A different item in the latest document provides no default for this item.
    expect(question?.usual?.(named("Tile"))).toBe(category);
  });
});

test.each([
  ["1,250.50", "1250.50"],
  ["1 250", "1250"],
  ["1'250'000.5", "1250000.5"],
  ["\u0661\u0662\u066b\u0665", "12.5"],
  ["1,25", "1,25"],
  ["1.250,00", "1.250,00"],
  ["12,50.00", "12,50.00"],
  ["forty", "forty"],
])("%s is read as %s", (typed, read) => {
  expect(typedNumber(typed)).toBe(read);
});
