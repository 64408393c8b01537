import { expect, test } from "vitest";
import type { StandsElsewhere } from "../../src/journal/index.ts";
import { addressInWords, elsewhereProblem } from "../../src/submit/elsewhere-words.ts";

type Found = StandsElsewhere["found"];

const attempt = "C2HG2YAP";
const at = "2026-06-15T10:30:00Z";
const intent = { documentNumber: "SB-1" };
const naming = (businessProfile: string): string => `Company ${businessProfile}`;
const problemOf = (found: Found, account = "https://a.example BP-1", sameBuyer = true) =>
  elsewhereProblem({ is: "elsewhere", account, sameBuyer, found }, intent, naming);

const rows: readonly [found: Found, what: string, isOpen: boolean][] = [
  [{ is: "created", attempt, id: "id-1", at }, "this document exists as id-1", false],
  [{ is: "content-used", attempt, id: "id-1", at }, "this document exists as id-1", false],
  [{ is: "in-doubt", attempt, at }, "this document may exist (in doubt)", true],
  [{ is: "number-used", attempt, id: "id-1" }, "the number SB-1 of this supplier belongs to id-1", false],
  [{ is: "number-open", attempt }, "the number SB-1 of this supplier belongs to a document in doubt", true],
  [
    { is: "similar", attempts: [attempt], id: "id-1", documentNumber: "SB-0" },
    "a document of the same supplier and amounts exists, SB-0,",
    false,
  ],
  [
    { is: "similar", attempts: [attempt], id: "id-1" },
    "a document of the same supplier and amounts exists, id-1,",
    false,
  ],
  [{ is: "similar", attempts: [attempt] }, "a document of the same supplier and amounts exists, in doubt,", false],
];

test.each(rows)("%o is told with the former address, and with what ends it", (found, what, isOpen) => {
  const service =
    "If the present address leads to the same service, add --same-service; if to another one, such as its test system: --other-service.";
  expect(problemOf(found)).toMatchObject({
    code: isOpen ? "former-address-open" : "former-address",
    message: `Nothing was sent: ${what} under the former address https://a.example.`,
    hint: isOpen ? `Resolve that one first: selfbill resolve C2HG2YAP. ${service}` : service,
  });
});

test.each(rows)("%o of another company is told with the name of that company", (found, what) => {
  expect(problemOf(found, "https://a.example BP-2", false)).toMatchObject({
    code: "other-company",
    message: `Nothing was sent: ${what} for another company, Company BP-2.`,
    hint: "Compare the two: the wrong profile may be in use. If both are meant, add --allow-similar.",
  });
});

test("an address of this computer is told as the tunnel that it is", () => {
  expect(addressInWords("tunnel:BP-1")).toBe("on this computer (a tunnel)");
  expect(addressInWords("https://a.example BP-1")).toBe("https://a.example");
});
