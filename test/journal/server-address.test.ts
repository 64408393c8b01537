import { expect, test } from "vitest";
import { isSameJournal } from "../../src/journal/index.ts";

const journal = "postgres://amina@db.example/books";

test.each([
  "postgresql://sara@db.example:5432/books?schema=selfbill",
  "postgres://db.example/books",
  "postgres://amina@db.example/books?sslrootcert=/no/such/file.pem",
])("%s is the same journal, and no file that it names is read", (other) => {
  expect(isSameJournal(journal, other)).toBe(true);
});

test.each([
  "postgres://amina@db2.example/books",
  "postgres://amina@db.example:5433/books",
  "postgres://amina@db.example/other",
  "postgres://amina@db.example/books?schema=acme",
  "/home/amina/books",
  "postgres://amina:word@db.example/books",
])("%s is not, or is no valid address", (other) => {
  expect(isSameJournal(journal, other)).toBe(false);
  expect(isSameJournal(other, journal)).toBe(false);
});
