import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { folderOf, numbered, right } from "../../support/batch.ts";
import { http, type RawRequest, startRawServer } from "../../support/raw-server.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../../support/run-selfbill.ts";

const creates = ({ body }: RawRequest): string => {
  const number = JSON.parse(body.toString()).document_number;
  return http(201, JSON.stringify({ id: `id-of-${number}`, document_number: number }));
};

/** A local service that is not a sandbox, and the program with its own home. */
async function service(answer: (socket: Socket, request: RawRequest) => void) {
  const server = await startRawServer(answer);
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "BP-1",
    SELFBILL_TOKEN: "t",
  };
  const home = temporaryFolder();
  const json = async (...words: string[]) =>
    JSON.parse((await runSelfbill([...words, "--json"], { home, env })).stdout);
  const failures = async (...words: string[]) => {
    const { outages, single_failures } = await json("outage", ...words);
    return { outages, single: single_failures.map((each: { failure: string }) => each.failure) };
  };
  return { home, env, json, failures, server };
}

test("in the middle of a healthy run, outage and due in a second window see nothing; nor after several runs at once", async () => {
  const waiting: [Socket, RawRequest][] = [];
  let [held, full] = [3, (): void => undefined];
  const arrived = new Promise<void>((done) => {
    full = done;
  });
  const { home, env, json, failures } = await service((socket, request) => {
    if (held === 0) return void socket.end(creates(request));
    waiting.push([socket, request]);
    held -= 1;
    if (held === 0) full();
  });
  const files = [1, 2, 3].map((each) => folderOf({ "one.yaml": numbered(each) }));
  const runs = files.map((folder) =>
    startSelfbill(["create-invoice", folder, "--yes", "--allow-similar"], { home, env }),
  );
  await arrived;
  expect(await failures()).toEqual({ outages: [], single: [] });
  expect((await json("due")).problems).toEqual([]);
  for (const [socket, request] of waiting) socket.end(creates(request));
  expect((await Promise.all(runs.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await failures("--attempts", "2")).toEqual({ outages: [], single: [] });
});

test.skipIf(process.platform === "win32")(
  "documents that a person left under way with Ctrl-C are no failures",
  async () => {
    let running: ReturnType<typeof startSelfbill> | undefined;
    const { home, env, json, failures, server } = await service((socket, request) => {
      if (server.requests.length === 1) return void socket.end(creates(request));
      if (server.requests.length !== 3) return;
      running?.signal("SIGINT");
      void running?.says("Stopping: 2 documents are under way").then(() => running?.signal("SIGINT"));
    });
    running = startSelfbill(["create-invoice", folderOf(right(3)), "--yes"], { home, env });
    expect((await running.ended).code).toBe(23);
    expect((await json("resolve")).doubts).toHaveLength(2);
    expect(await failures("--attempts", "2")).toEqual({ outages: [], single: [] });
  },
);

test("a service that breaks off each document is an outage in the words of the program, until it answers", async () => {
  let broken = true;
  const { home, env, json, failures } = await service((socket, request) => {
    if (broken) socket.destroy();
    else socket.end(creates(request));
  });
  await runSelfbill(["create-invoice", folderOf(right(3)), "--yes", "--allow-similar"], { home, env });
  const [open, ...more] = (await failures()).outages;
  expect(more).toEqual([]);
  expect(open).toMatchObject({ account: "tunnel:BP-1", attempts: 3, no_answer: 3, to: null });
  expect((await json("due")).problems).toMatchObject([{ code: "not-connected", severity: "warning" }]);
  broken = false;
  await runSelfbill(["create-invoice", folderOf({ "four.yaml": numbered(4) }), "--yes", "--allow-similar"], {
    home,
    env,
  });
  expect((await failures()).outages).toMatchObject([{ attempts: 3, to: expect.any(String) }]);
  expect((await json("due")).problems).toEqual([]);
  const shown = (await runSelfbill(["outage"], { home, env })).stdout;
  expect(shown).toMatch(/^OUTAGE {2}.*\n {2}The next attempt that was answered began at /);
  expect(shown).toContain("3 failed attempts for 3 documents; 0 not created, 3 in doubt:");
});

interface Waited {
  readonly document_number: string;
  readonly state: string;
}

test("documents that a run did not try at a service that cannot be reached wait as long as the one that it tried", async () => {
  const { home, env, json } = await service((socket, request) => void socket.end(creates(request)));
  const gone = { ...env, SELFBILL_BASE_URL: "http://127.0.0.1:9" };
  const words = ["create-invoice", folderOf(right(5)), "--yes"];
  expect((await runSelfbill(words, { home, env: gone })).code).toBe(22);
  const open = await json("outage");
  expect(open.single_failures).toEqual([]);
  expect(open.outages).toMatchObject([{ attempts: 1, no_connection: 1, to: null }]);
  const documents = (told: typeof open) => {
    const [{ documents: tried, not_tried }] = told.outages;
    return [tried, not_tried].map((all) => all.map((each: Waited) => [each.document_number, each.state].join(" ")));
  };
  const each = (state: string) => [[`B-1 ${state}`], [2, 3, 4, 5].map((number) => `B-${number} ${state}`)];
  expect(documents(open)).toEqual(each("not-created"));
  expect(open.outages[0].text).toContain(
    "none of its attempts reached the service of our provider. Whether our network or the service was the cause is not known.\n1 attempt for 1 document: 1 did not leave our system. 4 further documents waited and were not tried.\n",
  );
  expect((await json("due")).problems).toMatchObject([
    {
      message: expect.stringMatching(/: 1 attempt was not answered with a result, and 5 documents wait\. .*AED 1,000/),
    },
  ]);
  expect((await runSelfbill(["outage"], { home, env })).stdout).toContain(
    "  1 failed attempt for 1 document, 4 not tried; 5 not created, 0 in doubt:\n",
  );
  expect((await runSelfbill(words, { home, env })).code).toBe(0);
  const over = await json("outage");
  expect(over.outages).toMatchObject([{ attempts: 1, to: expect.any(String) }]);
  expect(documents(over)).toEqual(each("created"));
  expect((await json("due")).problems).toEqual([]);
});
