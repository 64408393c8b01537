import { expect, test } from "vitest";
import { jsonLines } from "../../../src/extras/console/json-lines.ts";
import { nearestLine } from "../../../src/extras/console/lines.ts";
import { JsonNumber } from "../../../src/json/index.ts";
import { type Body, invoiceBody, withTin } from "../../contract/bodies.ts";
import { enter, rawCall, startWithConsole } from "./console-support.ts";

/** A signed-in user of the console; `words` returns a page's text without its tags. */
async function opened() {
  const console = await startWithConsole();
  const { sandbox } = console;
  const cookie = await enter(console);
  const read = async (path: string): Promise<string> => (await rawCall(sandbox, "GET", path, { cookie })).text;
  const words = async (path: string): Promise<string> =>
    (await read(path))
      .replace(/<(style|script)>[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/\s+/g, " ");
  const send = (path: string, body: string) =>
    rawCall(sandbox, "POST", path, { cookie, origin: sandbox.baseUrl }, body);
  const create = (change: Body = {}, tin?: string) => {
    const body = invoiceBody(change);
    const path = `/api/purchase-invoices/${sandbox.businessProfileId}`;
    return sandbox.call("POST", path, tin === undefined ? body : withTin(body, tin));
  };
  return { sandbox, read, words, send, create };
}

/** An invoice whose supplier's TRN the network rejects. */
function withBadTrn(): Body {
  const supplier = invoiceBody().accounting_supplier_party;
  return {
    accounting_supplier_party: { ...supplier, party_tax_scheme: { company_id: "100234567400001", tax_scheme: "VAT" } },
  };
}

test("a document is followed with its two legs, from PENDING to where it stays", async () => {
  const { sandbox, words, create } = await opened();
  expect(await words("/console")).toContain("There is no document yet");
  const { id } = (await create({}, "1999999913")).body;
  expect(await words("/console")).toMatch(
    /SB-2026-0001 Invoice Desert Lime Trading LLC AED 10,500\.00 .*Pending ○ not sent ○ not sent/,
  );
  sandbox.clock.advance(2);
  expect(await words(`/console/documents/${id}`)).toMatch(
    /Handed over Sent Sent next Waiting for an answer Waiting for an answer/,
  );
  sandbox.clock.advance(1);
  const page = await words(`/console/documents/${id}`);
  expect(page).toMatch(/Rejected by the supplier's provider \(C3\); this is final/);
  expect(page).toMatch(/12:00:03 Rejected Accepted/);
  expect(await words("/console")).toMatch(/✕ Rejected ✕ rejected ✓ accepted/);
});

test("what a rule says stands at its line of the JSON and of the UBL, with what to do", async () => {
  const { sandbox, read, words, create } = await opened();
  const { id } = (await create(withBadTrn())).body;
  sandbox.clock.advance(1);
  const html = await read(`/console/documents/${id}`);
  const notes = [
    ...html.matchAll(
      /<li value="(\d+)" id="(json|ubl)-\d+" class="noted"><code>(.*?)<\/code><span class="note"><b>(.*?)<\/b>/g,
    ),
  ];
  expect(notes.map(([, , where, line, rule]) => [where, line?.trim().replaceAll("&#34;", '"'), rule])).toEqual([
    ["json", '"company_id": "100234567400001",', "IBR-132-AE"],
    ["ubl", "&#60;cbc:CompanyID&#62;100234567400001&#60;/cbc:CompanyID&#62;", "IBR-132-AE"],
  ]);
  const [json, ubl] = notes.map(([, line]) => line);
  expect(await words(`/console/documents/${id}`)).toContain(
    `Field accounting_supplier_party.party_tax_scheme.company_id , JSON line ${json} , UBL line ${ubl}`,
  );
  expect((await read(`/console/documents/${id}/ubl`)).split("\n")[Number(ubl) - 1]).toContain("100234567400001");
  expect((await read(`/console/documents/${id}/json`)).split("\n")[Number(json) - 1]).toContain("100234567400001");
  expect(await words(`/console/documents/${id}/page`)).toContain("Tax Invoice");
});

test("a request is shown with what was sent and answered; a field that was refused is marked, the token left out", async () => {
  const { sandbox, read, words, create } = await opened();
  await create({ issue_date: "never" });
  expect(await words("/console/requests")).toMatch(/1 12:00:00 POST \/api\/purchase-invoices\/SBX-\w+ ✕ 400 \d+ ms/);
  const page = await words("/console/requests/1");
  expect(page).toMatch(/"issue_date": "never", issue_date never is not a date\./);
  expect(await read("/console/requests/1")).not.toContain(sandbox.token);
  expect(await words("/console/requests/2")).toContain("There is nothing here");
});

test("a field that the service does not know is named in the list and marked in what was sent", async () => {
  const { words, create } = await opened();
  await create({ isue_time: "09:00:00" });
  expect(await words("/console/requests")).toMatch(/created a document , unknown: isue_time/);
  expect(await words("/console/requests/1")).toMatch(/ignored it\. Did you mean issue_time\?/);
});

test("switches: a fault for the next request, until it is switched off, and one that a program ordered", async () => {
  const { sandbox, words, send, create } = await opened();
  expect((await send("/console/faults", "fault=error&switch=once")).headers.location).toBe("/console/controls");
  expect(await words("/console/controls")).toContain("on for 1 request");
  expect([(await create()).status, (await create()).status]).toEqual([500, 201]);
  await send("/console/faults", "fault=limit&switch=always");
  expect(await words("/console/controls")).toContain("on until switched off");
  expect([(await create()).status, (await create()).status]).toEqual([429, 429]);
  await send("/console/faults", "fault=limit&switch=off");
  sandbox.controls.faults.order([{ fault: "stall", method: "PUT" }]);
  expect(await words("/console/controls")).toMatch(/Ordered by a program stall PUT on for 1 request, met by 0/);
  await send("/console/faults", `id=${sandbox.controls.faults.list()[0]?.id}&switch=off`);
  expect(sandbox.controls.faults.list()).toEqual([]);
  for (const odd of ["fault=none&switch=once", "fault=error&switch=maybe", "id=1", ""])
    expect((await send("/console/faults", odd)).status, odd).toBe(404);
});

test("the clock goes forward by steps and back to the real time", async () => {
  const { sandbox, words, send } = await opened();
  await send("/console/clock", "seconds=86400");
  expect(await words("/console/controls")).toContain("2026-06-16 12:00:00 UAE time");
  expect((await send("/console/clock", "seconds=7")).status).toBe(404);
  await send("/console/clock", "seconds=real");
  expect(sandbox.controls.now()).toBe(sandbox.clock.now());
});

test("many documents come in pages, and a long one is cut where it would make the browser slow", async () => {
  const { read, words, create } = await opened();
  for (let count = 0; count < 26; count++) await create({ document_number: `SB-${count}` });
  expect(await words("/console")).toMatch(/26 documents.*1 to 25 of 26 Older/);
  expect(await words("/console?from=25")).toMatch(/SB-0 .*Newer 26 to 26 of 26/);
  const line = invoiceBody().document_lines[0];
  const { id } = (await create({ document_lines: Array.from({ length: 120 }, () => line) })).body;
  const page = await read(`/console/documents/${id}`);
  expect(page.match(/<li value=/g)?.length).toBe(3000);
  expect(page).toMatch(/\d+ more lines are not shown here/);
});

test("lines of JSON are those of the text, and every field knows its own", () => {
  const value = { a: [{ b: new JsonNumber("1.50"), c: [] }, "x"], d: {}, e: null };
  const { lines, places } = jsonLines(value);
  expect(lines.join("\n")).toBe(
    '{\n  "a": [\n    {\n      "b": 1.50,\n      "c": []\n    },\n    "x"\n  ],\n  "d": {},\n  "e": null\n}',
  );
  expect(places.get("a[0].b")).toBe(4);
  expect(["a[0].z", "a[0].c[2].y", "a[1]", "q.r", ""].map((path) => nearestLine(path, places))).toEqual([
    3, 5, 7, 1, 1,
  ]);
});
