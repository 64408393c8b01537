import { expect, test } from "vitest";
import { callsThatChange, openService } from "../../src/send/index.ts";
import { type Answer, accessTo, http, startRawServer } from "../support/raw-server.ts";

const body = '{"document_number":"SB-1"}';

async function createAt(answer: Answer) {
  const server = await startRawServer(answer);
  const reply = await openService(accessTo(server.port))[callsThatChange].create("invoice", "BP-1", body);
  return { server, reply };
}

function expectDoubt({ server, reply }: Awaited<ReturnType<typeof createAt>>) {
  if (reply.verdict !== "in-doubt") throw new Error(reply.verdict);
  expect(server.requests).toHaveLength(1);
  return reply;
}

test.each<[told: string, id: string, idType?: "number"]>([
  ['"../../x"', "../../x"],
  ['"."', "."],
  ['"d/\u00f6 8#?"', "d/ö 8#?"],
  ['"urn:uuid:6F0D"', "urn:uuid:6F0D"],
  ['"INV.2026.1"', "INV.2026.1"],
  ['"7"', "7"],
  ["7", "7", "number"],
  ["12345678901234567890123", "12345678901234567890123", "number"],
  ["-1.50e3", "-1.50e3", "number"],
  [`"${"😀".repeat(512)}"`, "😀".repeat(512)],
])("the id %s of a 201 is kept exactly as written", async (told, id, idType) => {
  const { reply } = await createAt((socket) => socket.end(http(201, `{"id":${told}}`)));
  expect(reply).toMatchObject({ verdict: "created", id, ...(idType ? { idType } : {}) });
  expect(reply.verdict === "created" && reply.idType).toBe(idType);
});

test("an id in a document inside a wrapper is the document's", async () => {
  const { reply } = await createAt((socket) => socket.end(http(201, '{"data":{"id":5,"issue_date":"2026-06-01"}}')));
  expect(reply).toMatchObject({ verdict: "created", id: "5", document: { issue_date: "2026-06-01" } });
});

test("an answer that leaves doubt names the id first, however long it is", async () => {
  const told = `{"id":"d/ö 8","x":"${"y".repeat(6_000)}","z":`;
  const cut: Answer = (socket) => socket.end(`HTTP/1.1 201 X\r\ncontent-length: 99999\r\n\r\n${told}`);
  const half = expectDoubt(await createAt(cut));
  expect(half.problems[0]?.message).toMatch(/^The answer names the id d\/ö 8\. /);
  const failed = expectDoubt(await createAt((socket) => socket.end(http(500, '{"id":77,"errors":{}}'))));
  expect(failed.problems[0]?.message).toMatch(/^The answer names the id 77\. /);
});

test("a business profile id is encoded, so that it changes no path", async () => {
  for (const [id, path] of [
    ["a/b", "a%2Fb"],
    ["%2e%2e", "%252e%252e"],
    ["a?b#c", "a%3Fb%23c"],
    ["é. :x", "%C3%A9.%20%3Ax"],
    ["x".repeat(512), "x".repeat(512)],
  ] as const) {
    const server = await startRawServer((socket) => socket.end(http(201, '{"id":"x"}')));
    await openService(accessTo(server.port))[callsThatChange].create("invoice", id, body);
    expect(server.requests.map(({ head }) => head.split(" ")[1])).toEqual([`/api/purchase-invoices/${path}`]);
  }
});
