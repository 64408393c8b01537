import { expect, test } from "vitest";
import { type Intent, type Journal, sha256 } from "../../src/journal/index.ts";
import { approvalOf, office, requestFor, signedPolicy } from "../support/approvals.ts";
import { forge } from "../support/forged.ts";
import { createdResult, intent } from "../support/intents.ts";
import { byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** A document whose `gross` amount includes VAT. */
function documentOf(content: string, gross = "10500", change: Partial<Intent> = {}): Intent {
  return intent({ content, totals: { tax_inclusive_amount: gross, payable_amount: gross }, ...change });
}

/** Returns the listed documents, each with its attempt, the policy and the reason. */
async function listed(journal: Journal, account?: string): Promise<string[]> {
  const found = given(await journal.policies.unapproved({ account }));
  return found.map(({ attempt, policy, why }) => `${attempt} policy ${policy}: ${why}`);
}

/**
 * Opens a journal with a policy that requires approval for AED 5,000 or more; also returns functions that set policies,
 * forge entries and send.
 */
async function withPolicy() {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const people = await office();
  const { policy, owner, aisha, omar } = people;
  const set = async (number: string, from = "5000"): Promise<void> => {
    given(await journal.policies.set(signedPolicy(policy({ number, approval_from: from }), owner), "boss"));
  };
  const forged = (attempt: string, what: Intent, how: Parameters<typeof forge>[2] = {}): void =>
    byHand(folder, (database) => forge(database, what, { attempt, ...how }));
  const send = async (what: Intent, number: string): Promise<void> => {
    const file = approvalOf(requestFor(aisha, [what.key]), omar, { policy: number });
    const approval = { files: [file], grossInAed: "10500" };
    const begun = given(await journal.begin(what, { allowSimilar: true, approval }));
    if (begun.is !== "begun") throw new Error(begun.is);
    await begun.attempt.armed();
    await begun.attempt.result(createdResult(`id-${begun.attempt.id}`));
  };
  return { ...people, folder, journal, set, forged, send };
}

const none = "policy 1: none was given";

test("what was sent without the approval that its policy needed is listed, from the policy's note on", async () => {
  const { journal, set, forged, send } = await withPolicy();
  forged("BEFQRE22", documentOf("before"));
  expect(await listed(journal)).toEqual([]);
  await set("1");
  await send(documentOf("approved"), "1");
  forged("SMALL222", documentOf("small", "4999.99"));
  expect(await listed(journal)).toEqual([]);
  forged("CREATED2", documentOf("created"));
  forged("DQUBT222", documentOf("doubt", "5000"), { result: undefined });
  forged("REFUSED2", documentOf("refused"), { result: { verdict: "refused", said: [] } });
  forged("UNARMED2", documentOf("unarmed"), { armed: false, result: undefined });
  forged("QTHER222", documentOf("other", "10500", { businessProfileId: "SBX-2", account: "sandbox:SBX-2" }));
  const all = [`CREATED2 ${none}`, `DQUBT222 ${none}`];
  expect(await listed(journal)).toEqual(all);
  expect(await listed(journal, "sandbox:SBX-2")).toEqual([]);
  expect(await listed(journal, "sandbox:SBX-1")).toEqual(all);
  // A new policy applies only to later documents.
  await set("2", "20000");
  forged("LATER222", documentOf("later"));
  expect(await listed(journal)).toEqual(all);
  const [doubt] = given(await journal.doubts());
  if (!doubt) throw new Error("no doubt");
  given(await journal.resolve(doubt, { verdict: "not-created", how: "word", by: "amina" }));
  expect(await listed(journal)).toEqual(all.slice(0, 1));
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("an approval is judged again: its signatures, its people, its policy and its content", async () => {
  const { journal, set, forged, aisha, omar, stranger } = await withPolicy();
  await set("1");
  const what = documentOf("approved");
  const { now } = given(await journal.policies.of("SBX-1"));
  const by = { name: "Omar", key: omar.publicKey, at: "", sha256: "" };
  const approval = (file: string, hash = now?.hash ?? ""): Intent["approval"] => ({
    policy: { number: "1", hash },
    requested: { ...by, name: "Aisha", key: aisha.publicKey },
    approved: [by],
    day: "2026-06-15",
    grossInAed: "10500",
    files: [sha256(file)],
  });
  const request = requestFor(aisha, [what.key]);
  const good = approvalOf(request, omar);
  const files: [string, string, string | undefined][] = [
    ["GQQD2222", good, undefined],
    ["FQREIGN2", approvalOf(requestFor(aisha, ["0".repeat(64)]), omar), "none of its content was given"],
    ["STRANGE2", approvalOf(request, stranger), "the key of Stranger is not one of policy 1"],
    ["HERSELF2", approvalOf(request, aisha), "Aisha may not approve documents"],
    ["CHANGED2", good.replace(/"sig": "../, '"sig": "AA'), "a file that was given is not an approval, or was changed"],
    ["REJECT22", approvalOf(request, omar, { decision: "rejected" }), "Omar rejected the request"],
  ];
  for (const [attempt, file] of files) forged(attempt, { ...what, approval: approval(file) }, { texts: [file] });
  forged("UNKEPT22", { ...what, approval: approval("never kept") });
  forged("QLD22222", { ...what, approval: approval(good, "0".repeat(64)) });
  expect(await listed(journal)).toEqual([
    ...files.flatMap(([attempt, , why]) => (why === undefined ? [] : [`${attempt} policy 1: ${why}`])),
    "UNKEPT22 policy 1: the files of its approval are not in the journal",
    "QLD22222 policy 1: it was approved under policy 1",
  ]);
});

test("a day's limit is judged again, against what was recorded before it and exists or may exist", async () => {
  const { journal, forged, aisha, omar, sara, owner, policy } = await withPolicy();
  const people = [
    { name: aisha.name, key: aisha.publicKey, may: ["request" as const] },
    { name: omar.name, key: omar.publicKey, may: ["approve" as const], per_day: "20000" },
    { name: sara.name, key: sara.publicKey, may: ["approve" as const] },
  ];
  given(await journal.policies.set(signedPolicy(policy({ people }), owner), "boss"));
  const { now } = given(await journal.policies.of("SBX-1"));
  const record = (attempt: string, content: string, by = omar, more: object = {}): void => {
    const { change, result, armed, ...approval } = { change: {}, ...more } as Record<string, object>;
    const what = documentOf(content, "9000", change as Partial<Intent>);
    const file = approvalOf(requestFor(aisha, [what.key]), by);
    const who = { at: "", sha256: "" };
    const approved = {
      policy: { number: "1", hash: now?.hash ?? "" },
      requested: { ...who, name: aisha.name, key: aisha.publicKey },
      approved: [{ ...who, name: by.name, key: by.publicKey }],
      day: "2026-06-15",
      grossInAed: "9000",
      files: [sha256(file)],
      ...approval,
    };
    const how = { ...(result === undefined ? {} : { result }), ...(armed === undefined ? {} : { armed }) } as object;
    forged(attempt, { ...what, approval: approved }, { texts: [file], ...how });
  };
  record("FIRST222", "a");
  record("REFUSED2", "b", omar, { result: { verdict: "refused", said: [] } });
  record("SARA2222", "c", sara);
  record("TQMQRR22", "d", omar, { day: "2026-06-16", grossInAed: "1" });
  record("SECQND22", "e");
  expect(await listed(journal)).toEqual([]);
  record("THIRD222", "f");
  // A replacement is judged together with the document it replaces, and then counts in its place.
  const replacing = { day: "2026-06-17", change: { replaces: "id-QLD22222" } };
  record("QLD22222", "k", omar, { day: "2026-06-17" });
  record("AGAIN222", "g", omar, replacing);
  record("AFTER222", "l", omar, { day: "2026-06-17" });
  // According to the service's clock, it was another day.
  record("AHEAD222", "m", omar, { day: "2026-06-30", result: { ...createdResult("id-m"), serviceDay: "2026-06-18" } });
  record("QNTIME22", "n", omar, { day: "2026-06-18" });
  record("TQQLATE2", "o", omar, { day: "2026-06-18" });
  record("NEXT2222", "h", omar, { day: "2026-06-16" });
  record("TQQMUCH2", "i", omar, { day: "2026-06-16", grossInAed: "1" });
  const over = (day: string): string =>
    `policy 1: the limit of Omar is AED 20,000.00 per day; AED .* of ${day} are used, and this one comes to AED 9,000.00`;
  expect(await listed(journal)).toEqual([
    expect.stringMatching(`THIRD222 ${over("2026-06-15")}`),
    expect.stringMatching(`TQQLATE2 ${over("2026-06-18")}`),
    expect.stringMatching(`TQQMUCH2 ${over("2026-06-16")}`),
  ]);
  expect(await listed(journal, "sandbox:SBX-1")).toHaveLength(3);
  expect(await listed(journal, "sandbox:SBX-2")).toEqual([]);
});

test("an amount counts at the lowest plausible rate at least, and a doubtful rate or a changed supplier is listed whatever the amount", async () => {
  const { journal, set, forged } = await withPolicy();
  await set("1");
  const dollars = (rate: string): Partial<Intent> => ({ currency: "USD", exchangeRate: { rate } });
  forged("FREE2222", documentOf("a", "1000", dollars("3.6725")));
  forged("TURNED22", documentOf("b", "10", dollars("0.2723")));
  forged("MUCH2222", documentOf("c", "1500", { currency: "EUR", exchangeRate: { rate: "1.01" } }));
  forged("NQRATE22", documentOf("d", "10", { currency: "USD" }));
  forged("CHANGED2", documentOf("e", "10", { overridden: ["--accept-changed-supplier"] }));
  forged("UNKNQWN2", intent({ content: "f", totals: {} }));
  expect((await listed(journal)).map((each) => each.slice(0, 8))).toEqual([
    "TURNED22",
    "NQRATE22",
    "CHANGED2",
    "UNKNQWN2",
  ]);
  forged("ENQUGH22", documentOf("g", "1700", { currency: "EUR", exchangeRate: { rate: "1.01" } }));
  expect(await listed(journal)).toContain(`ENQUGH22 ${none}`);
});

test("what was taken over is listed where it was issued since the policy", async () => {
  const { journal, set, forged } = await withPolicy();
  await set("1");
  const [before, since] = ["2020-01-01", "2099-01-01"].map(
    (issueDate): Intent => ({ ...documentOf(issueDate), issueDate, takenOver: true }),
  );
  if (!before || !since) throw new Error("no documents");
  forged("BEFQRE22", before, { armed: false, takenOver: true });
  forged("SINCE222", since, { armed: false, takenOver: true });
  expect(await listed(journal)).toEqual([
    "SINCE222 policy 1: it was taken over from the service, and not sent from here",
  ]);
});
