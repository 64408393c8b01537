import { createSocket } from "node:dgram";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A NAPTR record in the stub's DNS. */
export interface Naptr {
  readonly order?: number;
  readonly preference?: number;
  readonly flags?: string;
  readonly service?: string;
  readonly regexp: string;
}

/** Records, or an error code (3 NXDOMAIN, 2 SERVFAIL). */
export type DnsAnswer = readonly Naptr[] | { readonly code: number };

type Page = string | ((response: ServerResponse) => void);

/** Starts a stub of Peppol's locator and of two publishers on the loopback interface; it records all requests. */
export async function peppolStub() {
  const names = new Map<string, DnsAnswer>();
  const pages = new Map<string, Page>();
  const asked: string[] = [];
  const dns = createSocket("udp4");
  dns.on("message", (question, from) => {
    const name = nameIn(question);
    asked.push(`DNS ${name}`);
    dns.send(replyTo(question, names.get(name) ?? { code: 3 }), from.port, from.address);
  });
  await new Promise<void>((done) => dns.bind(0, "127.0.0.1", done));
  const http = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(`HTTP ${path}`);
    const page = pages.get(path);
    if (page === undefined) response.writeHead(404).end("no");
    else if (typeof page === "string") response.writeHead(200, { "content-type": "text/xml" }).end(page);
    else page(response);
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    dns.close();
    http.closeAllConnections();
    http.close();
  });
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { names, pages, asked, base, resolver: `127.0.0.1:${dns.address().port}` };
}

/** Returns the name in the question, in lower case. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join(".").toLowerCase();
}

const number16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const textOf = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value, "latin1")]);

/** Builds a DNS reply (RFC 1035, RFC 3403). */
function replyTo(question: Buffer, answer: DnsAnswer): Buffer {
  let end = 12;
  while (question[end]) end += (question[end] ?? 0) + 1;
  const asked = question.subarray(12, end + 5);
  const records = "code" in answer ? [] : answer;
  const code = "code" in answer ? answer.code : 0;
  const head = [
    question.subarray(0, 2),
    number16(0x8180 | code),
    number16(1),
    number16(records.length),
    Buffer.alloc(4),
  ];
  const bodies = records.map(({ order = 100, preference = 10, flags = "U", service = "Meta:SMP", regexp }) => {
    const texts = [flags, service, regexp].map(textOf);
    const data = Buffer.concat([number16(order), number16(preference), ...texts, Buffer.from([0])]);
    return Buffer.concat([number16(0xc00c), number16(35), number16(1), Buffer.alloc(4), number16(data.length), data]);
  });
  return Buffer.concat([...head, asked, ...bodies]);
}
