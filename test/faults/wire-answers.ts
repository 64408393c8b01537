import type { How, Told } from "./wire-faults.ts";

/** An answer that does not come from the service itself. */
export interface Answered {
  /** `real`: the sandbox's real answer (empty if it was not called). */
  readonly bytes: (real: Buffer) => Buffer;
  /** Whether the sandbox received the request first. */
  readonly processed: boolean;
  readonly ends: How;
}

type Named = Answered & {
  readonly name: string;
  readonly tells?: Told | undefined;
  readonly times?: number | undefined;
};

/** Every answer of the failure matrix that can be written as bytes. */
export function answers(): Named[] {
  return [...silent(), ...doubtful(), ...refusing(), ...putOff(), ...unusable(), ...broken(), ...whole()];
}

const both = [false, true];
const entry = (processed: boolean): string => (processed ? "after it was created" : "before it was created");

function silent(): Named[] {
  return (["cut", "reset", "stall"] as const).flatMap((ends) =>
    both.flatMap((processed) =>
      Array.from({ length: 4 }, (): Named => {
        const word = { cut: "closed", reset: "reset", stall: "left alone" }[ends];
        return {
          name: `connection ${word} ${entry(processed)}`,
          bytes: () => none,
          processed,
          ends,
          tells: "in doubt",
        };
      }),
    ),
  );
}

const none = Buffer.alloc(0);

/** Statuses that do not state whether the document exists. */
const unclear = [
  200, 202, 203, 204, 205, 206, 226, 300, 302, 303, 304, 402, 406, 407, 408, 409, 410, 411, 412, 414, 416, 417, 418,
  421, 423, 424, 425, 426, 428, 431, 451, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 524, 599,
];

function doubtful(): Named[] {
  const bodies = ['{"message":"An error occurred"}', "<html><h1>Gateway</h1></html>", '{"id":"0f8a2c1e"}'];
  return unclear.flatMap((status, at) =>
    both.map((processed): Named => {
      const bytes = Buffer.from(http(status, bodies[at % bodies.length] ?? ""));
      return { name: `status ${status}`, bytes: () => bytes, processed, ends: "cut", tells: "in doubt" };
    }),
  );
}

/** Statuses that mean that nothing was created. */
function refusing(): Named[] {
  const says = (status: number, headers: Readonly<Record<string, string>> = {}, body = '{"message":"no"}'): Named => {
    const bytes = Buffer.from(http(status, body, headers));
    return { name: `status ${status}`, bytes: () => bytes, processed: false, ends: "cut", tells: "refused" };
  };
  const places = [
    "https://elsewhere.example/v2",
    "/elsewhere",
    "//elsewhere.example",
    "http://127.0.0.1:9/",
    "\u00ff\u00fe",
  ];
  return [
    ...[400, 401, 403, 404, 405, 413, 415, 422].flatMap((status) => [
      says(status),
      says(status, {}, '{"errors":{"issue_date":"issue_date is mandatory"}}'),
      says(status, {}, ""),
    ]),
    ...[301, 307, 308].flatMap((status) => [says(status), ...places.map((location) => says(status, { location }))]),
  ];
}

/** 429 answers with every spelling of the time to wait; after `times` of them, the sandbox's own answer follows. */
function putOff(): Named[] {
  const spellings: Readonly<Record<string, string>>[] = [
    {},
    { "retry-after": "0" },
    { "retry-after": "7" },
    { "retry-after": " 3 " },
    { "retry-after": "1.5" },
    { "retry-after": "7, 9" },
    { "retry-after": "-5" },
    { "retry-after": "soon" },
    { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" },
    { "retry-after": "Thursday, 01-Jan-70 00:00:00 GMT" },
    { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" },
    { "x-ratelimit-reset": "1700000000" },
    { "ratelimit-limit": "60", "ratelimit-remaining": "0", "ratelimit-reset": "12" },
    { "ratelimit-reset": "12;w=60" },
    { "x-ratelimit-limit-minute": "60", "x-ratelimit-remaining-minute": "0", "x-ratelimit-reset-minute": "5" },
    { "retry-after": "2", "x-ratelimit-reset": "50" },
  ];
  const says = (headers: Readonly<Record<string, string>>, times: number, tells?: Told): Named => {
    const bytes = Buffer.from(http(429, '{"message":"Rate limit exceeded"}', headers));
    const name = times < 5 ? "status 429, then the answer" : "status 429 again and again";
    return { name, bytes: () => bytes, processed: false, ends: "cut", tells, times };
  };
  return [
    ...spellings.map((headers) => says(headers, 1, "created")),
    ...[2, 3, 4].map((times) => says({ "retry-after": "4" }, times, "created")),
    ...[5, 9].map((times) => says({ "retry-after": "4" }, times, "not sent")),
    says({ "retry-after": "999999" }, 1, "created"),
    says({ "retry-after": "100" }, 9, "not sent"),
  ];
}

/** 201 answers without a usable id. */
function unusable(): Named[] {
  const long = "x".repeat(129);
  const bodies = [
    "",
    "{}",
    "[]",
    "null",
    "201",
    '"0f8a2c1e"',
    '{"id":""}',
    '{"id":5}',
    '{"id":null}',
    '{"id":"../up"}',
    '{"id":"a b"}',
    `{"id":"${long}"}`,
    '{"id":"a","id":"b"}',
    '{"id":"a"',
    '{"document_number":"SB-1"}',
    "<html>Created</html>",
    "\0\0\0",
  ];
  return bodies.map((body): Named => {
    const bytes = Buffer.from(http(201, body));
    return { name: "201 without a usable id", bytes: () => bytes, processed: true, ends: "cut", tells: "in doubt" };
  });
}

/** Answers that are not valid or complete HTTP. */
function broken(): Named[] {
  const row = (name: string, bytes: (real: Buffer) => Buffer, ends: How = "cut"): Named => {
    return { name, bytes, processed: true, ends, tells: "in doubt" };
  };
  const heads = [
    "nonsense\r\n\r\n",
    "HTTP/1.1 2O1 Created\r\n\r\n",
    "HTTP/1.1 99999 X\r\n\r\n",
    "HTTP/9.9 201 X\r\n\r\n",
    "\0\0\0\0",
    "201 Created\r\n\r\n",
    "HTTP/1.1 201 X\r\ncontent-length: -5\r\n\r\n{}",
    "HTTP/1.1 201 X\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    `HTTP/1.1 201 X\r\nx: ${"y".repeat(70_000)}\r\n\r\n`,
    "HTTP/1.1 201 X\r\nno colon here\r\n\r\n{}",
  ];
  return [
    ...heads.map((head) => row("no proper HTTP", () => Buffer.from(head))),
    ...[1, 2, 5].map((times) => row("1xx only", () => Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(times)))),
    row("1xx only", () => Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"), "stall"),
    row("101 switching protocols", () => Buffer.from("HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")),
    ...[1, 2, 40, 400].flatMap((less) => [
      row("body cut", (real) => real.subarray(0, -less)),
      row("body cut, length not told", (real) => closed(real, less)),
      row("chunked body cut", (real) => chunked(real).subarray(0, -less - 5)),
    ]),
    row("chunked body without its end", (real) => chunked(real).subarray(0, -5)),
    row("chunk of no size", (real) =>
      Buffer.from(
        chunked(real)
          .toString("latin1")
          .replace(/\r\n\r\n[0-9a-f]+/, "\r\n\r\nzz"),
        "latin1",
      ),
    ),
    row("status cut", () => Buffer.from(http(500, '{"message":"x"}').slice(0, -6))),
    row("429 cut", () => Buffer.from(http(429, '{"message":"x"}').slice(0, -6))),
  ];
}

/** Unusual but complete answers. */
function whole(): Named[] {
  const row = (name: string, bytes: (real: Buffer) => Buffer): Named => {
    return { name, bytes, processed: true, ends: "cut", tells: "created" };
  };
  return [
    row("chunked body, whole", chunked),
    row("length not told, body whole", (real) => closed(real, 0)),
    row("1xx before the answer", (real) => Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n"), real])),
    row("answer too long", (real) => Buffer.from(http(201, `${bodyOf(real)}${" ".repeat(400_000)}`))),
    row("bytes after the answer", (real) => Buffer.concat([real, Buffer.from("HTTP/1.1 500 X\r\n\r\n")])),
    row("answer of another media type", (real) =>
      Buffer.from(http(201, bodyOf(real), { "content-type": "text/html" })),
    ),
  ];
}

const bodyOf = (real: Buffer): string => real.subarray(real.indexOf("\r\n\r\n") + 4).toString();

/** The answer with a body that ends when the connection closes. */
function closed(real: Buffer, less: number): Buffer {
  const body = Buffer.from(bodyOf(real));
  return Buffer.concat([
    Buffer.from("HTTP/1.1 201 X\r\nconnection: close\r\n\r\n"),
    body.subarray(0, body.length - less),
  ]);
}

/** The answer with a chunked body; its last five bytes mark the end. */
function chunked(real: Buffer): Buffer {
  const body = Buffer.from(bodyOf(real));
  const chunks = Array.from({ length: Math.ceil(body.length / 700) }, (_, at) =>
    body.subarray(at * 700, at * 700 + 700),
  );
  return Buffer.concat([
    Buffer.from("HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\n"),
    ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]),
    Buffer.from("0\r\n\r\n"),
  ]);
}

function http(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n${body}`;
}
