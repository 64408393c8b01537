import { expect, test } from "vitest";
import { idKnown } from "../../src/journal/content/known-id.ts";
import { closedFile } from "../../src/journal/places/closed.ts";
import { contradicted } from "../../src/journal/store/endings.ts";
import type { CreatedDocument } from "../../src/journal/store/records.ts";

/** 1 July, 1:30 a.m. in the Gulf, while it is still 30 June in UTC. */
const night = "2026-06-30T21:30:00.000Z";
const document = { id: "a1", documentNumber: "SB-9", file: "a.yaml", createdAt: night } as CreatedDocument;

test("a day that a person reads is the Gulf's", () => {
  expect(idKnown(document).message).toContain("created on 2026-07-01,");
  const { said } = contradicted({ verdict: "created", id: "a1", status: 201, said: [] }, document);
  expect(said[0]).toContain("created on 2026-07-01 from a.yaml");
  const moved = closedFile("old.db", { sequence: 1, at: night, type: "moved", data: { to: "new/journal.db" } });
  expect(moved.message).toContain("on 2026-07-01 ");
});
