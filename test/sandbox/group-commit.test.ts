import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { GroupCommit } from "../../src/sandbox/group-commit.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

function opened() {
  const path = join(temporaryFolder(), "group.db");
  const open = () => {
    const found = openDatabase(path, "CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY) STRICT");
    if (!found.ok) throw new Error(found.problems[0].message);
    return found.value;
  };
  const [database, other] = [open(), open()];
  onTestFinished(() => {
    for (const each of [database, other]) each.close();
  });
  const keep = (name: string) => () => {
    database.run("INSERT INTO kept (name) VALUES (?)", name);
    return name;
  };
  /** The names that another process would find. */
  const found = () => other.all("SELECT name FROM kept ORDER BY name").map(({ name }) => name);
  return { database, group: new GroupCommit(database), keep, found };
}

test("works that arrive together are all on disk before the first of them is answered", async () => {
  const { group, keep, found } = opened();
  const seen = [group.run(keep("a")), group.run(keep("b")), group.run(keep("c"))].map((each) => each.then(found));
  expect(found()).toEqual([]);
  expect(await Promise.all(seen)).toEqual([
    ["a", "b", "c"],
    ["a", "b", "c"],
    ["a", "b", "c"],
  ]);
});

test("a work that throws is undone alone, and only its own request hears of it", async () => {
  const { database, group, keep, found } = opened();
  const half = group.run(() => {
    database.run("INSERT INTO kept (name) VALUES ('half')");
    throw new Error("half done");
  });
  const works = [keep("a"), keep("a"), keep("b")].map((work) => group.run(work));
  const ends = await Promise.allSettled([half, ...works]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
  expect(found()).toEqual(["a", "b"]);
});

test("where the group cannot be committed, every request of it hears so", async () => {
  const { database, group, keep, found } = opened();
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("CREATE TABLE child (name TEXT REFERENCES kept (name) DEFERRABLE INITIALLY DEFERRED)");
  const orphan = group.run(() => database.run("INSERT INTO child (name) VALUES ('nobody')"));
  const ends = await Promise.allSettled([orphan, group.run(keep("a"))]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(found()).toEqual([]);
  expect(await group.run(keep("later"))).toBe("later");
  expect(found()).toEqual(["later"]);
});

test("what waits is on disk after a flush", async () => {
  const { group, keep, found } = opened();
  const kept = group.run(keep("a"));
  group.flush();
  expect(found()).toEqual(["a"]);
  expect(await kept).toBe("a");
});
