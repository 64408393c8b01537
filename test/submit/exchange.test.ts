import { describe, expect, test } from "vitest";
import { given } from "../support/journal-file.ts";
import { http, type RawServer, startRawServer } from "../support/raw-server.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

/** Gives these answers in order, then repeats the last one. */
async function answering(...answers: readonly (readonly [status: number, body: object, headers?: object])[]) {
  let next = 0;
  const server: RawServer = await startRawServer((socket) => {
    const [status = 500, body = {}, headers = {}] = answers[Math.min(next++, answers.length - 1)] ?? [];
    socket.end(http(status, JSON.stringify(body), { ...headers }));
  });
  return { server, ...(await submitterTo(server)) };
}

describe("a document that replaces one", () => {
  const before = { id: "ID-1", documentNumber: "SB-1" };

  test("and is answered for another id is in doubt, and both ids are named", async () => {
    const { send, desk, server } = await answering([200, { id: "id-2", document_number: "SB-1" }]);
    const submission = await send({ document_number: "SB-1" }, {}, before);
    expect(submission).toMatchObject({ outcome: "in_doubt" });
    expect(submission.created).toBeUndefined();
    expect(codesIn(submission)).toEqual(["answer-contradicts"]);
    const [found] = submission.problems;
    const [doubt] = given(await desk.openedJournal.doubts());
    expect(found?.message).toBe(
      "THE SERVICE ANSWERED FOR ANOTHER DOCUMENT. It answered 200 (done) and named the id id-2, but ID-1 was to be replaced. It is not known whether this document exists.",
    );
    expect(found?.hint).toBe(
      `Do not send it again. Give the service's support both ids. Then: selfbill resolve ${doubt?.attempt}`,
    );
    expect(doubt?.result).toMatchObject({
      verdict: "in-doubt",
      status: 200,
      told: { id: "id-2", documentNumber: "SB-1" },
      said: [found?.message],
    });
    expect(doubt?.result?.answerHash).toMatch(/^[0-9a-f]{64}$/);
    expect(server.requests).toHaveLength(1);
  });

  test("is done by its own id, compared exactly", async () => {
    const other = await answering([200, { id: before.id.toLowerCase(), document_number: "SB-1" }]);
    expect((await other.send({ document_number: "SB-1" }, {}, before)).outcome).toBe("in_doubt");
    const { send, desk, connection } = await answering([200, { id: before.id, document_number: "SB-1" }]);
    expect(await send({ document_number: "SB-1" }, {}, before)).toMatchObject({
      outcome: "done",
      created: { id: before.id, documentNumber: "SB-1" },
    });
    expect(given(await desk.openedJournal.find(connection.account, before.id))).toHaveLength(1);
  });

  test("keeps the number of the one that it replaces, where its file has none", async () => {
    const { send, server } = await answering([200, { id: "ID-1" }]);
    const submission = await send({ document_number: undefined }, {}, before);
    expect(JSON.parse(server.requests[0]?.body.toString() ?? "")).toMatchObject({ document_number: "SB-1" });
    expect(submission.outcome).toBe("done");
    const other = await answering([200, { id: "ID-1", document_number: "SB-2" }]);
    const renumbered = await other.send({ document_number: undefined }, {}, before);
    expect(renumbered).toMatchObject({ outcome: "done", created: { documentNumber: "SB-2" } });
    expect(renumbered.problems[0]?.message).toContain("GAVE SB-1 ITS OWN NUMBER: the document exists as SB-2 (ID-1)");
    expect(renumbered.problems[0]?.hint).toContain("Both numbers find it: selfbill show SB-1");
  });
});

describe("an answer", () => {
  test("of success is told with its number, its status and its totals, and recorded so", async () => {
    const told = {
      id: "id-1",
      document_number: " SB-1 ",
      meta_info: { peppol_status: { overall_status: "PENDING" } },
      payable_amount: 10500,
    };
    const { send, desk } = await answering([201, told]);
    const submission = await send({ document_number: "SB-1" });
    expect(submission).toMatchObject({
      outcome: "done",
      created: { id: "id-1", status: { overallStatus: "PENDING" } },
    });
    expect(submission.created?.totals).toMatchObject({ payable_amount: "10500" });
    const records = given(await desk.openedJournal.records(0, 10));
    expect(records.at(-1)?.data).toMatchObject({
      verdict: "created",
      status: 201,
      id: "id-1",
      overallStatus: "PENDING",
      totals: { payable_amount: "10500" },
      answerHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("without a number is told with the number that was sent", async () => {
    const { send } = await answering([201, { id: "id-1", document_sequence: 1 }]);
    expect((await send({ document_number: "SB-1" })).created?.documentNumber).toBe("SB-1");
    const unnamed = await answering([201, { id: "id-1", document_sequence: 1 }]);
    expect((await unnamed.send({ document_number: undefined })).created?.documentNumber).toBeUndefined();
  });

  test("that names a number where none was sent is not a contradiction", async () => {
    const { send } = await answering([201, { id: "id-1", document_number: "SVC-1" }]);
    expect(await send({ document_number: undefined })).toMatchObject({
      outcome: "done",
      created: { documentNumber: "SVC-1" },
    });
  });

  test("of other totals than were worked out here is done, with a remark", async () => {
    const { send } = await answering([201, { id: "id-1", payable_amount: 10501, tax_amount: 500 }]);
    const submission = await send();
    expect(submission.outcome).toBe("done");
    expect(submission.problems.filter(({ severity }) => severity === "warning")).toHaveLength(1);
    expect(submission.problems[0]?.message).toContain("10,501");
  });

  test("that refuses the document ends it as refused, with what the service said and its hash", async () => {
    const { send, desk } = await answering([400, { message: "the supplier is not known" }]);
    const submission = await send();
    expect(submission).toMatchObject({ outcome: "refused", refused: true, problems: [{ code: "service-refused" }] });
    expect(given(await desk.openedJournal.records(0, 10)).at(-1)?.data).toMatchObject({
      verdict: "refused",
      status: 400,
      answerHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      said: [submission.problems[0]?.message],
    });
  });

  test("that is unclear is in doubt, and what came of it is kept", async () => {
    const { send, desk } = await answering([500, { message: "oh" }]);
    const submission = await send();
    expect(submission.outcome).toBe("in_doubt");
    expect(submission).not.toHaveProperty("refused");
    expect(given(await desk.openedJournal.records(0, 10)).at(-1)?.data).toMatchObject({
      verdict: "in-doubt",
      status: 500,
    });
  });
});

describe("a clock of this computer that is off", () => {
  const answered = async (minutes: number) => {
    const date = new Date(Date.now() + minutes * 60_000).toUTCString();
    const { send } = await answering([201, { id: "id-1", document_sequence: 1 }, { date }]);
    return (await send()).problems.map(({ message }) => message).filter((each) => /clock/i.test(each));
  };

  test("is told by how much, in either direction, and a few minutes are let pass", async () => {
    expect(await answered(0)).toEqual([]);
    expect(await answered(4)).toEqual([]);
    expect(await answered(-4)).toEqual([]);
    expect(await answered(30)).toEqual([expect.stringContaining("30 minutes")]);
    expect(await answered(-30)).toEqual([expect.stringContaining("30 minutes")]);
  });
});
