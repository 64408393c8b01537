import { expect, test } from "vitest";
import { networkAddress, partyAt, reachOf, reachWords, unreachedSays } from "../../src/suppliers/index.ts";

const party = { endpoint_scheme_id: "0235", endpoint_id: "1002345674" };
const heard = (delivered: boolean, day = "2026-06-15") => ({ delivered, day, called: "SB-7" });
const word = (answer: "yes" | "no", date = "2026-06-15", address = "0235:1002345674") => ({
  ...{ answer, address, date, how: "e-mail from Mona Haddad", recorded_by: "mona", recorded_at: "" },
});

test.each([
  ["nothing is known", party, {}, "unknown", "no document has shown it yet"],
  ["without an address", {}, { heard: heard(true) }, "unknown", "it has no Peppol address"],
  [
    "a delivered document",
    party,
    { heard: heard(true) },
    "yes, 2026-06-15",
    "SB-7 of 2026-06-15 was delivered over Peppol",
  ],
  [
    "one that was not",
    party,
    { heard: heard(false) },
    "no, 2026-06-15",
    "SB-7 of 2026-06-15 was not delivered over Peppol",
  ],
  ["a word", party, { word: word("no") }, "no, 2026-06-15", "recorded by mona: e-mail from Mona Haddad"],
  ["a later word", party, { word: word("yes", "2026-06-16"), heard: heard(false) }, "yes, 2026-06-16", "recorded by"],
  ["a word of the same day", party, { word: word("yes"), heard: heard(false) }, "no, 2026-06-15", "SB-7"],
  ["an earlier word", party, { word: word("no", "2026-06-01"), heard: heard(true) }, "yes, 2026-06-15", "SB-7"],
  ["a word about another address", party, { word: word("no", "2026-06-15", "0235:1") }, "unknown", "no document"],
  [
    ...["a placeholder", { ...party, endpoint_id: "9900000098" }, { word: word("yes"), heard: heard(true) }, "no"],
    "its address 9900000098 stands for a party outside UAE e-invoicing",
  ],
  ["its digits at another scheme", { endpoint_scheme_id: "0088", endpoint_id: "9900000098" }, {}, "unknown", "no doc"],
] as const)("%s", (_, of, facts, words, ground) => {
  const reach = reachOf(of as typeof party, facts);
  expect(reachWords(reach)).toBe(words);
  expect(reach.ground).toContain(ground);
});

test("addresses that differ in capitals and blanks are one, and become a party again", () => {
  expect(networkAddress({ endpoint_scheme_id: " 9925 ", endpoint_id: " BE0123 " })).toBe("9925:be0123");
  expect(networkAddress({ endpoint_id: "1002345674" })).toBe("0235:1002345674");
  expect(networkAddress({ endpoint_id: " " })).toBeUndefined();
  expect(networkAddress(partyAt("9925:be:01"))).toBe("9925:be:01");
  expect(networkAddress(partyAt(undefined))).toBeUndefined();
});

test("only of a supplier that is not on the network is said what to do", () => {
  expect(unreachedSays(reachOf(party, { heard: heard(true) }), "SB-8")).toBeUndefined();
  expect(unreachedSays(reachOf(party, {}), "SB-8")).toBeUndefined();
  expect(unreachedSays(reachOf(party, { heard: heard(false) }), "SB-8")).toBe(
    "not over Peppol, as far as is known: the supplier is not on the network (SB-7 of 2026-06-15 was not delivered over Peppol). The document is reported to the " +
      "tax authority, and you hand the copy over yourself; then: selfbill suppliers handed-over SB-8 --by mail",
  );
});
