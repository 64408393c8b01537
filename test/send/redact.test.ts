import { expect, test } from "vitest";
import { redacted, redactedBody, redactedBytes } from "../../src/send/redact.ts";

const token = "ca/nary+token-4711=";
const codes = [...token].map((each) => each.charCodeAt(0));
const hex = (code: number): string => code.toString(16).padStart(2, "0");

test.each([
  ["as it is", token],
  ["after its scheme", `Bearer ${token}`],
  ["in an address", encodeURIComponent(token)],
  ["in an address, twice", encodeURIComponent(encodeURIComponent(token))],
  ["in JSON, with its slash escaped", token.replace("/", "\\/")],
  ["in JSON, all of it escaped", codes.map((code) => `\\u00${hex(code)}`).join("")],
  ["in JSON inside of JSON", codes.map((code) => `\\\\u00${hex(code).toUpperCase()}`).join("")],
  ["in XML, as decimals", codes.map((code) => `&#${code};`).join("")],
  ["in XML, as hexadecimals", codes.map((code) => `&#x00${hex(code)};`).join("")],
])("a token %s is taken out", (_, form) => {
  expect(redacted(`before ${form} after`, token)).toMatch(/^before (?:Bearer )?\[token\] after$/);
});

test("a token is taken out wherever it is, with and without signs that escape beside it", () => {
  for (const beside of ["", "%", "&", "\\n"])
    expect(redacted(`${beside}${token} and ${token}`, token)).toBe(`${beside}[token] and [token]`);
});

test("a token so short that it could be any word damages no member's name in an answer", () => {
  const answer = JSON.stringify({ document_number: "INV-1", totals: { payable: "1.00" } });
  for (const short of ["t", "totals", "INV-1"]) expect(redactedBody(answer, short)).toBe(answer);
  expect(redactedBody(`{"echo":"${token}"}`, token)).toBe('{"echo":"[token]"}');
});

test.each(["x", "xy", "Bearer ", "authorization: "])(
  "a token in Base64 behind %j is made stars, and the rest stays",
  (before) => {
    const bytes = Buffer.from(`${before}${token}<after/>`);
    for (const form of ["base64", "base64url"] as const) {
      const clean = Buffer.from(redacted(bytes.toString(form), token), form).toString("latin1");
      expect(clean).not.toContain(token.slice(1, -1));
      expect(clean.startsWith(before) && clean.endsWith("<after/>")).toBe(true);
      expect(clean).toContain("*".repeat(token.length - 2));
    }
  },
);

test("a token in Base64 that stands alone is taken out as a whole", () => {
  const form = Buffer.from(token).toString("base64");
  expect(redacted(`{"b64":"${form}"}`, token)).toBe('{"b64":"[token]"}');
});

test("what looks like a signed token goes too, wherever it begins, but not what only has dots", () => {
  const signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
  expect(redacted(`x=${signed};y`, token)).toBe("x=[token];y");
  expect(redacted(`Bearer%20${signed}`, token)).toBe("Bearer%20[token]");
  expect(redacted("invoice-2026.final.pdf", token)).toBe("invoice-2026.final.pdf");
});

test("bytes that hold no token come back as they are, also where a token is a word of its own", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(redactedBytes(bytes, token, { signed: true })).toBe(bytes);
  const around = Buffer.concat([bytes, Buffer.from(token), bytes]);
  expect(redactedBytes(around, token, { signed: false })).toEqual(
    Buffer.concat([bytes, Buffer.from("[token]"), bytes]),
  );
  expect(Buffer.from(redactedBytes(Buffer.from('{"a":"b"}'), "a", { signed: true })).toString()).toBe('{"a":"b"}');
});

test("an answer of megabytes without a blank is read in one go, also one full of what tokens begin with or are escaped by", () => {
  for (const piece of ["x", "eyJ", "eyJ.", "\\\\", "%25", "&#0", "eyJhbGciOiJIUzI1NiJ9."]) {
    const text = piece.repeat(Math.ceil(9_000_000 / piece.length));
    expect(redacted(text, "token-of-the-test").length).toBeGreaterThan(0);
  }
  expect(redacted("x".repeat(9_000_000), "token-of-the-test")).toHaveLength(9_000_000);
});
