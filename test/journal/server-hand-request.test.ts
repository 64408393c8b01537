import { expect, test } from "vitest";
import { approve } from "../../src/extras/four-eyes/approve.ts";
import { delegate } from "../../src/extras/four-eyes/delegate.ts";
import type { Report } from "../../src/report/index.ts";
import type { Holder } from "../support/approvals.ts";
import { signedPolicy } from "../support/approvals.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { requestsIn, serverDesks } from "../support/server-desks.ts";
import { nth } from "../support/thirty.ts";
import { codes, yaml } from "../support/two-desks.ts";

const said = (report: Report): string => JSON.stringify(report.view) + JSON.stringify(report.problems);

/** Requests approval of one document as Aisha; Omar or Sara may approve it. */
async function requested(limit?: string) {
  const here = await serverDesks({}, { withSara: true });
  const { aisha, omar, sara, users, owner } = here;
  if (limit !== undefined) {
    const people = here.policy().people.map((each) => (each.name === "Sara" ? { ...each, per_document: limit } : each));
    const policy = here.policy({ number: "2", business_profile: here.sandbox.businessProfileId, people });
    given(await here.as(users.boss).policies.set(signedPolicy(policy, owner), "boss"));
  }
  const file = yaml(here.desks.aisha, "1.yaml", nth(1));
  const asked = await here.requested([file]);
  const { sha256 } = (asked.view as unknown as { data: { request: { sha256: string } } }).data.request;
  const number = sha256.slice(0, 12);
  const keyOf = (who: Holder): string => here.keyOf(here.desks.omar, who);
  const hand = (who: Holder, user: string, to: string): Promise<Report> =>
    runCommand(approve, here.deskOf(user), [number], { key: keyOf(who), handTo: to });
  const listed = (who: Holder, user: string): Promise<Report> => here.listed(here.deskOf(user), { key: keyOf(who) });
  return { ...here, aisha, omar, sara, file, number, hand, listed, keyOf };
}

test("a request that is handed to another approver waits for that person alone, and both see it", async () => {
  const here = await requested();
  const { omar, sara, aisha, users, number } = here;
  expect((await here.hand(omar, users.omar, "Sara")).outcome).toBe("done");
  const forOmar = await here.listed(omar, users.omar);
  expect(requestsIn(forOmar)).toMatchObject([
    { waits_for_you: false, handed_to: "Sara", can_approve: ["Omar", "Sara"] },
  ]);
  expect(said(forOmar)).toContain("waits for Sara, handed over by Omar");
  expect(said(forOmar)).toContain('"handed over"');
  expect(requestsIn(await here.listed(sara, users.sara))).toMatchObject([{ waits_for_you: true, handed_to: "Sara" }]);
  // The requester can hand the request to Omar again, and Sara can still approve it: nobody loses the right to approve.
  expect((await here.hand(aisha, users.aisha, "Omar")).outcome).toBe("done");
  expect(requestsIn(await here.listed(sara, users.sara))).toMatchObject([{ waits_for_you: false, handed_to: "Omar" }]);
  expect((await here.approved([number], {}, here.deskOf(users.sara), sara)).outcome).toBe("done");
  expect(requestsIn(await here.listed(omar, users.omar))).toMatchObject([{ state: "approved", handed_to: null }]);
  expect((await here.send([here.file])).outcome).toBe("done");
});

test("what was handed to an approver waits for their delegate too", async () => {
  const here = await requested();
  const { omar, sara, users } = here;
  await here.hand(sara, users.sara, "Omar");
  const days = { from: "2026-06-01", until: "2099-12-31", key: here.keyOf(omar) };
  expect((await runCommand(delegate, here.deskOf(users.omar), ["Sara"], days)).outcome).toBe("done");
  expect(requestsIn(await here.listed(sara, users.sara))).toMatchObject([
    { waits_for_you: true, waits_for_you_for: "Omar", handed_to: "Omar" },
  ]);
});

test("a request is not handed to its requester, to somebody without the right or the limit, nor by anybody", async () => {
  const here = await requested("1.00");
  const { omar, sara, aisha, users, hand } = here;
  const refused: [Promise<Report>, string][] = [
    [hand(omar, users.omar, "Aisha"), "Aisha requested it and cannot approve it"],
    [hand(omar, users.omar, "Sara"), "Sara may not approve it, by role or limits"],
    [hand(omar, users.omar, "Nobody"), "is not a person of its policy"],
    [hand(sara, users.sara, "Omar"), "neither did you request it, nor may you approve it"],
    [runCommand(approve, here.deskOf(users.omar), ["request.json"], { handTo: "Sara" }), "request.json"],
  ];
  for (const [report, why] of refused) expect(said(await report)).toContain(why);
  await here.approved([here.number], {}, here.deskOf(users.omar), omar);
  const late = await hand(aisha, users.aisha, "Omar");
  expect([codes(late), said(late)]).toEqual([
    ["approval-invalid"],
    expect.stringContaining("does not wait for an approval"),
  ]);
});

test("a request is not handed to whom the rights of the journal do not let approve for its company, nor to who has decided", async () => {
  const here = await requested();
  const { omar, sara, aisha, users, policy, owner, sandbox } = here;
  // The journal knows Sara's and Omar's database users only after they have used it.
  await here.approved([here.number], {}, here.deskOf(users.sara), sara);
  const rights = [
    { user: users.aisha, may: ["request" as const, "send" as const] },
    { user: users.omar, may: ["approve" as const] },
    { user: users.sara, may: ["request" as const] },
  ];
  const next = policy({
    number: "2",
    approvals: "2",
    business_profile: sandbox.businessProfileId,
    rights,
    people: [
      ...policy().people.filter(({ name }) => name !== "Sara"),
      { name: "Sara", key: sara.publicKey, may: ["approve"] },
      { name: "Tariq", key: here.stranger.publicKey, may: ["approve"] },
    ],
  });
  given(await here.as(users.boss).policies.set(signedPolicy(next, owner), "boss"));
  const asked = await here.requested([yaml(here.desks.aisha, "2.yaml", nth(2))]);
  const { sha256 } = (asked.view as unknown as { data: { request: { sha256: string } } }).data.request;
  const hand = (to: string): Promise<Report> =>
    runCommand(approve, here.deskOf(users.aisha), [sha256.slice(0, 12)], { key: here.keyOf(aisha), handTo: to });
  expect(said(await hand("Sara"))).toContain("Sara has no right to approve for business profile");
  await here.approved([sha256.slice(0, 12)], {}, here.deskOf(users.omar), omar);
  expect(said(await hand("Omar"))).toContain("Omar has decided already");
  expect((await hand("Tariq")).outcome).toBe("done");
});
