import { join } from "node:path";
import { expect, test } from "vitest";
import { startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("an answer with two lengths leaves doubt, whatever flags Node was started with", async () => {
  const created = '{"id":"6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33","document_number":"SB-1","overall_status":"PENDING"}';
  const head =
    "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n";
  const chunk = `${created.length.toString(16)}\r\n${created}\r\n0\r\n\r\n`;
  const server = await startRawServer((socket, request) =>
    socket.end(request.head.startsWith("POST") ? `${head}\r\n${chunk}` : "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"),
  );
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-ABCDEFGHIJ",
    SELFBILL_TOKEN: "a-token",
    NODE_OPTIONS: "--insecure-http-parser",
  };
  const words = ["create-invoice", join(top, "templates/standard-invoice.yaml"), "--yes"];
  const ran = await runSelfbill(words, { home: temporaryFolder(), env });
  expect([ran.code, ran.stderr]).toEqual([23, expect.stringContaining("not HTTP")]);
  expect(server.requests.filter((each) => each.head.startsWith("POST"))).toHaveLength(1);
});
