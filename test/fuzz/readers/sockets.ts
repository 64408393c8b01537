import { connect, type Socket } from "node:net";
import { openSandbox } from "../../../src/sandbox/index.ts";
import { changeJson } from "../change-json.ts";
import { megabyte, pump, type Reader } from "../reader.ts";
import { filesOf } from "./documents.ts";

const bodyNames = [
  "document_number",
  "document_lines",
  "billing_reference",
  "attachments",
  "price",
  "status",
  "times",
  "fault",
];

/**
 * Sends raw bytes to the sandbox's socket: the sandbox must answer in HTTP or close the connection, and keep serving.
 */
export const sockets = async (): Promise<Reader> => {
  const faults: unknown[] = [];
  const started = await openSandbox({ folder: undefined, rate: 0, onFault: (error) => faults.push(error) });
  if (!started.ok) throw new Error(started.problems[0].message);
  const sandbox = started.value;
  const { port, token, businessProfileId: id } = sandbox;
  const head = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nX-SERVICE-VERSION: 20260101\r\n`;
  const post = (path: string, body: string): Buffer =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  const [document = "{}"] = filesOf("templates", "standard-invoice.json").map(String);
  const create = `/api/purchase-invoices/${id}`;
  const note = "/api/purchase-credit-notes/00000000-0000-4000-8000-000000000000";
  const paths = [
    "/api/purchase-invoices?status=PENDING&size=5&billed_by_name=a",
    "/api/purchase-invoices/uuids?created_on=2026-06-15",
    `${note}/peppol-status`,
    `${note}/attachments/00000000-0000-4000-8000-000000000000/download`,
    `/api/business-profiles/${id}`,
    "/api/codelist/credit-note-reason-codes",
    "/auth/token?client_id=sbx-1",
    "/sandbox/requests?last=5",
    "/sandbox/verify",
    "/openapi.json",
  ];
  const seeds = [
    post(create, document),
    post(create, document),
    post("/sandbox/clock", '{"advance_seconds":60}'),
    post(create, "{}"),
    post("/sandbox/faults", '{"faults":[{"fault":"status","status":503}]}'),
    ...paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)),
  ];
  let asked = 0;
  return {
    name: "sockets",
    what: "raw bytes to the sandbox's socket",
    seeds,
    words: [
      "\r\n",
      "\r\n\r\n",
      "\n",
      "HTTP/1.1",
      "HTTP/9.9",
      "GET ",
      "POST ",
      "PUT ",
      "HEAD ",
      "TRACE ",
      "Content-Length: 5\r\n",
      "Content-Length: -1\r\n",
      "Transfer-Encoding: chunked\r\n",
      "5\r\nabcde\r\n0\r\n\r\n",
      "Expect: 100-continue\r\n",
      "Host: evil.example\r\n",
      "Origin: https://evil.example\r\n",
      "Upgrade: h2c\r\n",
      "?page=-1&size=99999999999",
      "%00",
      "%2e%2e/",
      "/../",
      "a".repeat(20_000),
      "Authorization: Bearer x\r\n",
      "X-SERVICE-VERSION: 1\r\n",
      "{",
      '"document_number":"',
      "\\u0000",
    ],
    /**
     * Changes the body and corrects its Content-Length; otherwise the lengths would rarely match, and the body would
     * hardly ever be read.
     */
    change(seed, random) {
      const at = seed.indexOf("\r\n\r\n") + 4;
      const made = at < 4 ? undefined : changeJson(seed.subarray(at).toString(), bodyNames, random);
      if (made === undefined) return undefined;
      const length = `Content-Length: ${Buffer.byteLength(made)}`;
      return Buffer.from(
        seed
          .subarray(0, at)
          .toString()
          .replace(/Content-Length: \d+/, length) + made,
      );
    },
    async read(bytes) {
      // Without a reset, the records of a hundred thousand requests would exhaust memory.
      if (++asked % 1_000 === 0) await exchanged(port, post("/sandbox/reset", ""));
      const answer = await exchanged(port, bytes);
      // A 500 status alone proves nothing: the input may have requested that fault.
      if (faults.length > 0) throw new Error(`the sandbox failed inside: ${String((faults.pop() as Error).stack)}`);
      if (answer === "") return "closed";
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
      if (status === undefined) throw new Error(`the answer is not HTTP: ${answer.slice(0, 100)}`);
      return status;
    },
    close: () => sandbox.close(),
    large: {
      "a long body": pump(
        9 * megabyte,
        " ",
        String(post(create, "")).replace(/Content-Length: 0/, `Content-Length: ${9 * megabyte}`),
      ),
      "a long line": pump(9 * megabyte, "a", "GET /"),
      headers: pump(9 * megabyte, "a: b\r\n", `GET / HTTP/1.1\r\n${head}`),
    },
  };
};

/** Sends the bytes and half-closes; returns the answer. */
function exchanged(port: number, bytes: Buffer): Promise<string> {
  return new Promise((done, failed) => {
    let answer = "";
    const socket: Socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    const late = setTimeout(() => failed(new Error("no answer and no end within a minute")), 60_000);
    socket.setEncoding("latin1").on("data", (text: string) => {
      if (answer.length < 4_000) answer += text;
    });
    socket
      .on("error", () => undefined)
      .on("close", () => {
        clearTimeout(late);
        done(answer);
      });
  });
}
