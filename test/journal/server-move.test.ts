import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { type Bridge, openBridge } from "../../src/database/postgres/bridge.ts";
import type { Statement } from "../../src/database/postgres/messages.ts";
import { openServer } from "../../src/database/postgres/open.ts";
import { moveToServer } from "../../src/journal/server/move.ts";
import { copyTables } from "../../src/journal/store/copy.ts";
import { keptTexts } from "../../src/journal/store/kept-texts.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { placeOf, withOwnersHand } from "../support/server-journal.ts";

const who = { by: "amina", now: Date.now() };

/** Creates a journal file with some documents; also returns functions that access its tables directly. */
function fileOf(documents: number) {
  const path = join(temporaryFolder(), "journal.db");
  writeBigJournal(path, documents);
  const byHand = <T>(work: (database: Database) => T): T => {
    const database = given(openDatabase(path, ""));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const notes = (): unknown[] =>
    byHand((database) => database.all("SELECT type FROM note ORDER BY sequence").map(({ type }) => type));
  return { path, byHand, notes };
}

/** Creates an empty journal on the server; also returns a function that counts its records. */
function emptyPlace() {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const records = (): number =>
    withOwnersHand(folder, (database) => Number(database.get("SELECT count(*) AS count FROM record")?.count));
  return { folder, place: placeOf(folder), records };
}

/** Returns the approximate size in bytes of the values in a statement and in the delayed statements before it. */
function sizeOf({ values = [], before = [] }: Statement): number {
  const own = values.map((each) => (typeof each === "string" || each instanceof Uint8Array ? each.length : 8));
  return [...own, ...before.map(sizeOf)].reduce((sum, each) => sum + each, 0);
}

test("a journal goes to a server in pieces of limited size, however long it is and whatever texts it keeps", () => {
  const { byHand } = fileOf(300);
  const { place } = emptyPlace();
  const sizes: number[] = [];
  const open = (...words: Parameters<typeof openBridge>): Bridge => {
    const bridge = openBridge(...words);
    const ask: Bridge["ask"] = (asked, milliseconds) => {
      sizes.push(sizeOf(asked));
      return bridge.ask(asked, milliseconds);
    };
    return { ...bridge, ask };
  };
  const server = given(openServer(place.server, place.schema, { open }));
  onTestFinished(() => server.close());
  byHand((database) => {
    // Content that cannot be compressed, like that of attachments.
    database.transaction(() => {
      for (let n = 0; n < 30; n++) keptTexts(database).keep(randomBytes(200_000).toString("base64"));
    });
    server.transaction(() => copyTables(database, server));
    const count = "SELECT count(*) AS count, sum(length(content)) AS bytes FROM kept";
    expect(server.get(count)).toMatchObject({ count: 630, bytes: database.get(count)?.bytes });
  });
  const all = sizes.reduce((sum, each) => sum + each, 0);
  expect(all).toBeGreaterThan(5_000_000);
  // This bound leaves room for the delayed statements and for the page that exceeds their limit.
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
});

test("a file that is damaged is not moved: nothing of it is on the server, and it can be moved once it is sound", async () => {
  const { path, byHand, notes } = fileOf(3);
  const { place, records } = emptyPlace();
  const swap = (from: string, to: string) =>
    byHand((database) => database.run("UPDATE record SET data = replace(data, ?, ?) WHERE sequence = 1", from, to));
  swap("21000", "99000");
  const refused = await moveToServer(path, place, who);
  const message = expect.stringMatching(/^The journal .* is damaged, so it was not moved: record 1 /);
  expect(refused).toMatchObject({ ok: false, problems: [{ code: "journal-unusable", message }] });
  expect(records()).toBe(0);
  expect(notes()).toEqual(["moved", "stays-open"]);
  swap("99000", "21000");
  expect(await moveToServer(path, place, who)).toMatchObject({ ok: true });
  expect(records()).toBe(9);
  expect(notes()).toEqual(["moved", "stays-open", "moved"]);
});

test("a file with damaged pages gets no note before it is refused", async () => {
  const { path, byHand, notes } = fileOf(3);
  const { place, records } = emptyPlace();
  const { page, size } = byHand((database) => ({
    page: Number(database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'record_of_attempt'")?.rootpage),
    size: Number(database.get("PRAGMA page_size")?.page_size),
  }));
  const bytes = readFileSync(path);
  const index = bytes.subarray((page - 1) * size, page * size);
  index.write("TRX", index.indexOf("TRY"));
  writeFileSync(path, bytes);
  const message = expect.stringMatching(/is damaged, so it was not moved: .*index record_of_attempt/);
  expect(await moveToServer(path, place, who)).toMatchObject({ ok: false, problems: [{ message }] });
  expect([records(), notes()]).toEqual([0, []]);
});

test("a copy that is not the journal is not kept, and the file stays open", async () => {
  const { path, notes } = fileOf(3);
  const { folder, place, records } = emptyPlace();
  withOwnersHand(folder, (database) =>
    database.exec(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.at := '2026-01-02T00:00:00.000Z'; RETURN NEW; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION spoil()`),
  );
  const message = expect.stringMatching(/^The copy at .* was not the journal, so it was not moved: record 1 /);
  expect(await moveToServer(path, place, who)).toMatchObject({ ok: false, problems: [{ message }] });
  expect([records(), notes()]).toEqual([0, ["moved", "stays-open"]]);
});

test("a move to a server that was killed after the copy was complete is repeated, and copies nothing again", async () => {
  const { path, notes } = fileOf(3);
  const { place, records } = emptyPlace();
  const moved = given(await moveToServer(path, place, who));
  const before = records();
  expect(given(await moveToServer(path, place, who))).toEqual(moved);
  expect([records(), notes()]).toEqual([before, ["moved"]]);
  const other = emptyPlace();
  expect(await moveToServer(path, other.place, who)).toMatchObject({ problems: [{ code: "journal-moved" }] });
});
