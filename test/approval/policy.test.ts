import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { policyChain, readPolicy, sealPolicy } from "../../src/approval/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { given } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const saidOf = (values: unknown): string[] => {
  const read = readPolicy(values, "policy.yaml");
  return read.ok ? [] : read.problems.map(({ message }) => message);
};

test("a policy is read with its defaults, and every mistake is told at once", async () => {
  const { policy, aisha, omar } = await office();
  const { approval_from: _, approvals: __, ...short } = policy();
  expect(readPolicy(short, "p")).toMatchObject({ ok: true, value: { approval_from: "0", approvals: "1" } });
  const [one, two] = policy().people;
  if (!one || !two) throw new Error("nobody");
  const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
    [undefined, /not valid/],
    [{ ...policy(), number: "0" }, /number is not a whole number/],
    [{ ...policy(), number: undefined }, /number is missing/],
    [{ ...policy(), approval_from: "-1" }, /approval_from is not an amount/],
    [{ ...policy(), approval_from: "1,000" }, /approval_from is not an amount/],
    [{ ...policy(), approvals: "6" }, /approvals is not a number/],
    ...["12", "a2", "2a", "0"].map((approvals) => [{ ...policy(), approvals }, /approvals is not a number/] as const),
    [{ ...policy(), owner: "me" }, /unknown name: owner/],
    [{ ...policy(), people: [{ ...one, key: "ed25519:short" }, two] }, /people\[0\]\.key is neither a public key/],
    [{ ...policy(), people: [one, { ...two, name: " aisha " }] }, /the name "aisha" appears twice/],
    [{ ...policy(), people: [one, { ...two, name: "Аisha" }] }, /"Аisha" mixes letters of two alphabets/],
    [
      {
        ...policy(),
        people: [
          { ...one, name: "АСЕ" },
          { ...two, name: "ACE" },
        ],
      },
      /the names "АСЕ" and "ACE" look alike/,
    ],
    [
      {
        ...policy(),
        people: [
          { ...one, name: "ΝΑΝΥ" },
          { ...two, name: "NANY" },
        ],
      },
      /look alike/,
    ],
    [
      {
        ...policy(),
        people: [
          { ...one, name: "Omar 1" },
          { ...two, name: "0mar 1" },
        ],
      },
      /look alike/,
    ],
    [{ ...policy(), people: [one, { ...two, name: "Ai\u200bsha" }] }, /has characters that cannot be seen/],
    [{ ...policy(), people: [one, { ...two, name: "Omar\u202e" }] }, /has characters that cannot be seen/],
    [{ ...policy(), people: [one, { ...two, key: one.key }] }, /belongs to two people/],
    [{ ...policy(), people: [one] }, /nobody may request/],
    [{ ...policy(), approvals: "3" }, /3 other people may approve/],
    [{ ...policy(), next_owner: omar.publicKey }, /next_owner is the key of one of the people/],
    [{ ...policy(), people: [{ name: "Sole", key: aisha.publicKey, may: ["request", "approve"] }] }, /nobody may/],
  ];
  for (const [values, said] of wrong) expect(saidOf(values).join("\n")).toMatch(said);
  expect(saidOf({ ...policy(), number: "x", approvals: "x" })).toHaveLength(2);
});

test("only the owner sets the next policy, with a higher number, and may name another owner", async () => {
  const { owner, stranger, omar, policy } = await office();
  const [first, second] = [signedPolicy(policy(), owner), signedPolicy(policy({ number: "2" }), owner)];
  expect(policyChain([])).toMatchObject({ now: undefined, owner: undefined });
  expect(policyChain([first, second])).toMatchObject({ now: { policy: { number: "2" } }, owner: owner.publicKey });
  const named = signedPolicy(policy({ number: "3", next_owner: stranger.publicKey }), owner);
  const bySuccessor = signedPolicy(policy({ number: "4" }), stranger);
  expect(policyChain([first, named, bySuccessor]).now?.policy.number).toBe("4");
  // Numbers are compared as numbers: 10 follows 9, and 9 does not follow 10.
  const [ninth, tenth] = ["9", "10"].map((number) => signedPolicy(policy({ number }), owner)) as [string, string];
  expect(policyChain([ninth, tenth])).toMatchObject({ now: { policy: { number: "10" } } });
  // On a computer that saw an older policy, the guard finds that policy in the chain.
  const hashes = [ninth, tenth].map((each) => policyChain([each]).hashes[0]);
  expect(policyChain([ninth, tenth]).hashes).toEqual(hashes);
  expect(new Set(hashes).size).toBe(2);
  expect(policyChain([tenth, ninth]).damage).toContain("its number is 9, and number 10 is in force");
  const broken: ReadonlyArray<readonly string[]> = [
    [first, first],
    [second, first],
    [first, signedPolicy(policy({ number: "2" }), stranger)],
    [first, named, signedPolicy(policy({ number: "4" }), owner)],
    [signedPolicy(policy(), omar)],
    [first.replace(/"sig":"(.)/, (_, letter) => `"sig":"${letter === "A" ? "B" : "A"}`)],
    [first, "not json"],
    [writeJson({ ...sealPolicy(policy(), owner), payloadType: "application/vnd.selfbill.request+json" })],
  ];
  for (const texts of broken) expect(policyChain(texts).damage, texts.join("\n")).toBeDefined();
});

test("names of several alphabets are fine where nobody can take one for another", async () => {
  const { policy } = await office();
  const [one, two] = policy().people;
  if (!one || !two) throw new Error("nobody");
  for (const name of ["عمر", "Omar عمر", "Омар", "José", "Omar 2"])
    expect(
      saidOf({
        ...policy(),
        people: [
          { ...one, name: "Omar 1" },
          { ...two, name },
        ],
      }),
    ).toEqual([]);
});

test("a policy that is in force goes on when its names look alike, and the next one is not set like that", async () => {
  const { policy, owner } = await office();
  const people = policy().people.map((each) => (each.name === "Omar" ? { ...each, name: "Аisha" } : each));
  const alike = signedPolicy(policy({ people }), owner);
  expect(policyChain([alike])).toMatchObject({ now: { policy: { number: "1" } } });
  const journal = given(openJournal(join(temporaryFolder(), "journal.db")));
  onTestFinished(() => journal.close());
  expect(await journal.policies.set(alike, "boss")).toMatchObject({
    ok: false,
    problems: [{ code: "policy-not-valid", message: expect.stringContaining("two alphabets") }],
  });
});
