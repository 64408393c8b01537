import { expect, test } from "vitest";
import type { Begun, Intent } from "../../src/journal/index.ts";
import { overCreditedProblem, standingProblem } from "../../src/submit/words.ts";

type Over = Extract<Begun, { is: "over-credited" }>;

const intent = { documentNumber: "SB-2026-0001" } as Intent;

test("a twin is named by its number, which people know, and by the id that commands take", () => {
  const twin = { is: "similar", attempts: ["C2HG2YAP"], id: "4bf90b8c", documentNumber: "SB-2026-0009" } as const;
  expect(standingProblem(twin, intent).message).toContain("exists as SB-2026-0009 (4bf90b8c)");
});

test("a twin that may exist is settled first", () => {
  const twin = { is: "similar", attempts: ["C2HG2YAP"] } as const;
  expect(standingProblem(twin, intent).hint).toContain("selfbill resolve C2HG2YAP --check");
});

test("that a number is in doubt is told before sending as not sent, and after a refusal as not created", () => {
  const open = { is: "number-open", attempt: "C2HG2YAP" } as const;
  expect(standingProblem(open, intent).message).toBe(
    "Nothing was sent: an earlier document with the number SB-2026-0001 is in doubt (it may or may not exist).",
  );
  expect(standingProblem(open, intent, "refused").message).toMatch(/^Nothing was created: an earlier document/);
});

test("what is in doubt was sent by an earlier run, and not by this one", () => {
  const doubt = { is: "in-doubt", attempt: "C2HG2YAP", at: "2026-06-15T10:30:00Z" } as const;
  expect(standingProblem(doubt, intent).message).toMatch(
    /^Not sent in this run: an earlier run sent this document at .*, and it may or may not have been created\.$/,
  );
});

test.each([
  { is: "in-doubt", attempt: "C2HG2YAP", at: "2026-06-15T10:30:00Z" } as const,
  { is: "number-open", attempt: "C2HG2YAP" } as const,
])("what stands in the way, $is, is looked up by the very command that the hint names", (standing) => {
  expect(standingProblem(standing, intent).hint).toContain("selfbill resolve C2HG2YAP --check");
});

test("each standing that stops a document has its code, says what was sent and names what to do", () => {
  const taken = { is: "number-used", attempt: "A", id: "id-1" } as const;
  const open = { is: "number-open", attempt: "A" } as const;
  const doubt = { is: "in-doubt", attempt: "A", at: "2026-06-15T10:30:00Z" } as const;
  const by = { machine: "desk-1", user: "amina", databaseUser: "amina" };
  const number = { path: "document_number" };
  expect(standingProblem(doubt, intent).hint).toBe("Resolve it first: selfbill resolve A --check");
  expect(standingProblem(open, intent).hint).toBe("Resolve that one first: selfbill resolve A --check");
  expect(standingProblem({ is: "busy" }, intent)).toMatchObject({
    code: "being-sent",
    message: "Not sent in this run: another selfbill process is sending this document, or one with its number.",
    hint: "Wait until it has ended, then run the same command again: it shows the result.",
  });
  expect(standingProblem({ ...doubt, status: 500, by }, intent)).toMatchObject({
    code: "still-in-doubt",
    message: expect.stringMatching(
      /^Not sent in this run: an earlier run sent this document from desk-1 by amina at .*2026.*, and it may or may not have been created\. The service answered 500\.$/,
    ),
  });
  expect(standingProblem(taken, intent)).toMatchObject({
    code: "already-sent",
    message: "Nothing was sent: the number SB-2026-0001 belongs to an existing document with other content, id-1.",
    hint: "If this is a correction of the existing document: selfbill correct id-1. Only if it is another supply: give it another number.",
    where: number,
  });
  expect(standingProblem({ ...taken, ofSeries: "S-7" }, intent)).toMatchObject({
    message: expect.stringContaining("the number S-7 belongs"),
    hint: "A number series gave it to this document as well. To use the next number: selfbill numbers skip S-7",
  });
  expect(standingProblem(open, intent)).toMatchObject({ code: "number-open", where: number });
  expect(standingProblem({ ...open, ofSeries: "S-7" }, intent).message).toContain("the number S-7 is in doubt");
});

test("a content that exists as another document is not sent in place of one, and another account's is named", () => {
  const used = { is: "content-used", attempt: "A", id: "id-1", at: "2026-06-15T10:30:00Z" } as const;
  expect(standingProblem(used, intent)).toMatchObject({
    code: "content-exists",
    message:
      "Nothing was sent: this content exists already, as id-1. In place of another document it would be billed twice.",
    hint: "Correct the file, or name the one that belongs to this document. To see the other: selfbill show id-1",
  });
  const elsewhere = { is: "elsewhere", account: "https://a.example BP-2", sameBuyer: false, found: used } as const;
  expect(standingProblem(elsewhere, intent).message).toBe(
    "Nothing was sent: this document exists as id-1 for another company, the business profile BP-2.",
  );
  expect(standingProblem(elsewhere, intent, "not-asked", () => "Palm Ledger").message).toContain("Palm Ledger");
});

test("a twin is named as far as it is known, and the hint ends with what was not done and what may be", () => {
  const look = "the same supplier and amounts, and the same date or the same reference within 31 days.";
  const twin = { is: "similar", attempts: ["A", "B"] } as const;
  expect(standingProblem({ ...twin, id: "id-1" }, intent)).toMatchObject({
    code: "looks-sent",
    message: `This document looks like the one that exists as id-1: ${look}`,
    hint: "Nothing was sent. To correct the existing document: selfbill correct id-1. If it is another supply, add --allow-similar",
  });
  expect(standingProblem({ ...twin, id: "id-1", documentNumber: "SB-1" }, intent).message).toBe(
    `This document looks like the one that exists as SB-1 (id-1): ${look}`,
  );
  expect(standingProblem(twin, intent)).toMatchObject({
    message: `This document looks like one that may exist (A): ${look}`,
    hint: "Nothing was sent. If it is another supply, add --allow-similar. Resolve that one first: selfbill resolve A --check",
  });
});

test("what would be credited twice names everything that was counted, and the doubt to be settled first", () => {
  const counted = [
    { number: "CN-1", state: "created", attempt: "A" },
    { number: "CN-2", state: "in-doubt", attempt: "B" },
    { number: "CN-3", state: "under-way", attempt: "C" },
    { number: "D", state: "under-way", attempt: "D" },
  ];
  const over = (change: object, credits: Intent["credits"] = { invoiceNumbers: ["SB-1"], reason: "" }) =>
    overCreditedProblem(
      { is: "over-credited", found: ["Line 1.", "Line 2."], counted, ...change } as unknown as Over,
      { credits } as Intent,
    );
  expect(over({})).toMatchObject({
    code: "over-credited",
    message: "Nothing was sent: more of SB-1 would be credited than is left. Line 1. Line 2.",
    hint: "Counted: CN-1, CN-2 (in doubt), CN-3 (being sent now), a credit note (being sent now). Correct it; if it is correct as it is, add --send-anyway. Resolve the one in doubt first: selfbill resolve B --check",
    where: { path: "document_lines" },
  });
  expect(over({ counted: [] }).hint).toBe("Correct it; if it is correct as it is, add --send-anyway.");
  const several = (...invoiceNumbers: string[]) => over({}, { invoiceNumbers, reason: "" }).message;
  expect(several("SB-1", "SB-2")).toContain("more of SB-1 and SB-2 would be credited");
  expect(several("SB-1", "SB-2", "SB-3", "SB-4", "SB-5")).toContain("more of SB-1, SB-2, SB-3 and 2 more would be");
  for (const credits of [undefined, { invoiceNumbers: [], reason: "" }])
    expect(
      overCreditedProblem({ is: "over-credited", found: [], counted: [] } as Over, { credits } as Intent).message,
    ).toContain("more of the invoice would be credited");
});

const where = { path: "corrects" };
const corrects = { id: "i-1", documentNumber: "SB-1" };
const first = "Resolve that one first: selfbill resolve A --check";

test("what is corrected has one document in its place: the other one is named, or settled first", () => {
  const open = { is: "corrected", attempt: "A" } as const;
  const other = { ...open, id: "i-2" };
  const placed = { code: "correction-open", hint: first, where };
  const whose = (of: string) =>
    `Nothing was sent: another document was sent in place of ${of}, and it may or may not exist.`;
  expect(standingProblem(open, { ...intent, corrects })).toMatchObject({ ...placed, message: whose("SB-1") });
  expect(standingProblem(open, intent)).toMatchObject({ code: placed.code, message: whose("this document") });
  expect(standingProblem(open, intent).where).toBeUndefined();
  expect(standingProblem({ ...other, documentNumber: "SB-2" }, { ...intent, corrects })).toMatchObject({
    code: "corrected-before",
    message: "Nothing was sent: SB-2 stands in for SB-1 already.",
    hint: "If SB-2 was rejected too, correct that one: selfbill correct SB-2. If this is another supply, remove corrects from the file.",
    where,
  });
  const replaced = standingProblem(other, intent);
  expect(replaced).toMatchObject({
    code: "corrected-before",
    message: "Nothing was sent: i-2 stands in for this document already.",
    hint: "Sent again, the supply would be billed twice. To see the other: selfbill show i-2",
  });
  expect(replaced.where).toBeUndefined();
});

test("what is corrected was sent again meanwhile: it is looked at, or settled first", () => {
  const again = { is: "sent-again", attempt: "A" } as const;
  expect(standingProblem(again, { ...intent, corrects })).toMatchObject({
    code: "correction-open",
    message: "Nothing was sent: SB-1 was sent again, and what came of that is not known.",
    hint: first,
    where,
  });
  expect(standingProblem(again, intent).message).toBe(
    "Nothing was sent: the document that it corrects was sent again, and what came of that is not known.",
  );
  expect(standingProblem({ ...again, id: "i-1" }, { ...intent, corrects })).toMatchObject({
    code: "not-correctable",
    message: "Nothing was sent: SB-1 was sent again under its number since it was checked.",
    hint: "Look at it: selfbill status SB-1",
    where,
  });
});
