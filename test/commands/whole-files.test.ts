import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { journal } from "../../src/commands/journal.ts";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { backUp } from "../../src/journal/places/backup.ts";
import { invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { unwrap } from "../support/settings.ts";
import { create, shop } from "../support/shop.ts";

test("an export is there once it is whole: one that is stopped in the middle leaves nothing", async () => {
  const { desk } = await shop();
  for (const number of ["SB-1", "SB-2"])
    await create(desk, invoice({ document_number: number, note: "n".repeat(700_000) }));
  const out = join(desk.folder, "out");
  const options = { out: join(out, "journal.jsonl") };
  const listeners: (() => void)[] = [];
  const seen: string[][] = [];
  const stopping: ServiceDesk = {
    ...desk,
    onStop: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    output: {
      ...desk.output,
      grow: async (path) => {
        const file = unwrap(await desk.output.grow(path));
        const add = async (text: string) => {
          const added = await file.add(text);
          seen.push(readdirSync(out));
          for (const stop of listeners) stop();
          return added;
        };
        return { ok: true, value: { ...file, add } };
      },
    },
  };
  const report = await runCommand(journal, stopping, ["export"], options);
  expect(report).toMatchObject({ outcome: "interrupted", problems: [{ code: "interrupted" }] });
  expect(seen).toEqual([[expect.stringMatching(/^\.selfbill-/)]]);
  expect(readdirSync(out)).toEqual([]);
});

test("a backup gets its name once it is whole", async () => {
  const { desk } = await shop();
  await create(desk, invoice());
  const database = unwrap(openDatabase(join(desk.folder, "state", "journal.db"), ""));
  onTestFinished(() => database.close());
  const folder = temporaryFolder();
  const file = join(folder, "journal.db");
  const original = { from: join(desk.folder, "state", "journal.db"), at: new Date().toISOString() };
  const seen: string[][] = [];
  const watched: Database = {
    ...database,
    run: (sql, ...values) => {
      const done = database.run(sql, ...values);
      seen.push(readdirSync(folder));
      return done;
    },
  };
  expect(backUp(watched, file, original).ok).toBe(true);
  expect(seen).toEqual([[expect.stringMatching(/^journal\.db\.[0-9a-f]{8}\.coming$/)]]);
  expect(readdirSync(folder)).toEqual(["journal.db"]);
  // Another file takes the name while the copy is being made.
  const other = join(folder, "other.db");
  const taking: Database = {
    ...watched,
    run: (sql, ...values) => {
      writeFileSync(other, "theirs");
      return database.run(sql, ...values);
    },
  };
  expect(backUp(taking, other, original)).toMatchObject({ ok: false, problems: [{ code: "file-exists" }] });
  expect([readdirSync(folder), readFileSync(other, "utf8")]).toEqual([["journal.db", "other.db"], "theirs"]);
});
