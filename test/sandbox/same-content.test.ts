import { expect, test } from "vitest";
import { parseJson, writeJson } from "../../src/json/index.ts";
import { sentContent } from "../../src/sandbox/documents/same-content.ts";

const written = (body: string): string => {
  const read = parseJson(body);
  return read.ok ? writeJson(sentContent(read.value as object)) : "not JSON";
};

test.each([
  ["40 and 40.0", '{"document_lines":[{"quantity":40}]}', '{"document_lines":[{"quantity":40.0}]}'],
  ["a number and a text", '{"document_lines":[{"quantity":40}]}', '{"document_lines":[{"quantity":"40"}]}'],
  [
    "a price for one, stated or not",
    '{"document_lines":[{"price":{"base_amount":5}}]}',
    '{"document_lines":[{"price":{"base_amount":5.00,"base_quantity":1.0}}]}',
  ],
  ["nothing prepaid, stated or not", '{"note":"x"}', '{"note":"x","prepaid_amount":0,"document_number":"A"}'],
])("%s are the same content", (_, one, other) => {
  expect(written(other)).toBe(written(one));
});

test.each([
  ["another quantity", '{"document_lines":[{"quantity":40}]}', '{"document_lines":[{"quantity":40.01}]}'],
  ["another identifier", '{"buyer_reference":"007"}', '{"buyer_reference":"7"}'],
  ["another prepaid amount", '{"note":"x"}', '{"note":"x","prepaid_amount":0.01}'],
])("%s is other content", (_, one, other) => {
  expect(written(other)).not.toBe(written(one));
});
