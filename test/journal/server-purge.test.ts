import { expect, test } from "vitest";
import { purgeOnServer } from "../../src/journal/admin.ts";
import type { Report } from "../../src/report/index.ts";
import { given } from "../support/journal-file.ts";
import { requestsIn, serverDesks } from "../support/server-desks.ts";
import { placeOf } from "../support/server-journal.ts";
import { nth } from "../support/thirty.ts";
import { yaml } from "../support/two-desks.ts";

const who = { by: "the owner", now: Date.parse("2026-06-19T08:00:00Z") };
const hashOf = (report: Report): string =>
  (report.view as unknown as { data: { request: { sha256: string } } }).data.request.sha256;

test("a purge takes the documents in the files of old requests along, sent or not, and no other request", async () => {
  const here = await serverDesks();
  const days = ["2026-06-10", "2026-06-11", "2026-06-15"];
  const files = days.map((issue_date, at) => yaml(here.desks.aisha, `${at}.yaml`, nth(at + 1, { issue_date })));
  const [sent = "", unsent = "", later = ""] = files;
  const first = hashOf(await here.requested([sent]));
  await here.approved([first.slice(0, 12)]);
  expect((await here.send([sent])).outcome).toBe("done");
  await here.requested([unsent]);
  // One document in this request is recent, so the request must be kept.
  const third = hashOf(await here.requested([unsent, later]));
  const boss = here.desks.boss.openedJournal;
  const fileOf = async (hash: string) =>
    given(await boss.notes()).find(({ type, data }) => type === "requested" && data.request === hash)?.data.file;
  const text = async (hash: string) => given(await boss.kept(String(await fileOf(hash))));
  expect(await text(first)).toContain("Ceramic floor tile");
  const counted = given(await purgeOnServer(placeOf(here.folder), "2026-06-12", { ...who, really: false }));
  expect(counted).toMatchObject({ texts: 4, documents: 2 });
  expect(given(await purgeOnServer(placeOf(here.folder), "2026-06-12", { ...who, really: true }))).toMatchObject({
    texts: 4,
  });
  expect([await text(first), (await text(third))?.includes("Ceramic floor tile")]).toEqual([undefined, true]);
  expect(requestsIn(await here.listed(here.desks.aisha)).map(({ request }) => request)).toEqual([third]);
  expect(given(await boss.verify()).damage).toBeUndefined();
  expect(given(await boss.policies.unapproved({ bodies: true }))).toEqual([]);
  expect(given(await purgeOnServer(placeOf(here.folder), "2026-06-12", { ...who, really: true }))).toMatchObject({
    texts: 0,
  });
});
