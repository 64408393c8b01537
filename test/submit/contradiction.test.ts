import { expect, test } from "vitest";
import { given } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { codesIn, submitterTo } from "../support/submission.ts";

/** Answers the create requests with 201 and these ids and numbers, in order. */
async function answering(...answers: { id: string; document_number: string }[]) {
  let next = 0;
  const server = await startRawServer((socket) =>
    socket.end(http(201, JSON.stringify(answers[next++ % answers.length]))),
  );
  const { desk, send } = await submitterTo(server);
  const sendNumber = (number: string) =>
    send({ document_number: number, note: number, issue_date: `2026-06-${number.slice(-2)}` });
  return { desk, send: sendNumber, server };
}

test("a 201 with the id of another content is in doubt, names both, and leaves the other's row as it is", async () => {
  const { desk, send } = await answering(
    { id: "id-1", document_number: "SB-10" },
    { id: "id-1", document_number: "SB-11" },
  );
  expect((await send("SB-10")).outcome).toBe("done");
  const submission = await send("SB-11");
  expect(submission.outcome).toBe("in_doubt");
  expect(submission.created).toBeUndefined();
  expect(codesIn(submission)).toEqual(["answer-contradicts"]);
  const [found] = submission.problems;
  for (const word of ["id-1", "SB-10"]) expect(found?.message).toContain(word);
  expect(given(await desk.openedJournal.find("sandbox:SBX-TEST", "id-1"))).toMatchObject([{ documentNumber: "SB-10" }]);
  const doubts = await desk.openedJournal.doubts();
  expect(doubts.ok && doubts.value).toMatchObject([{ result: { told: { id: "id-1", documentNumber: "SB-11" } } }]);
});

test("a 201 with another number than was sent is created under the service's, told loudly; both find it, and it is not sent again", async () => {
  const { desk, send, server } = await answering({ id: "id-2", document_number: "SB-99" });
  const submission = await send("SB-12");
  expect(submission).toMatchObject({ outcome: "done", created: { id: "id-2", documentNumber: "SB-99" } });
  const found = submission.problems.find(({ code }) => code === "answer-changed");
  expect(found?.severity).toBe("warning");
  for (const word of ["SB-99", "SB-12", "id-2"]) expect(found?.message).toContain(word);
  for (const name of ["id-2", "SB-99", "SB-12"])
    expect(
      given(await desk.openedJournal.tries.called(name)).map(({ id }) => id),
      name,
    ).toEqual(["id-2"]);
  expect((await send("SB-12")).created).toMatchObject({ id: "id-2" });
  expect(server.requests).toHaveLength(1);
});
