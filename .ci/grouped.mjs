// Decides which source files share a file of dist. Reading a file of dist takes time even if little of it is used, and
// so does opening one more. A source file is therefore with others that the same everyday commands use.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEveryday } from "./everyday.mjs";

/** The number of bytes, as rolldown counts them, that can be read and compiled while another file is opened. */
const bytesOfOpening = 25_000;

/** How much more the speed of a command counts that checks, creates or follows a document. */
const weightOfMain = 5;

/**
 * Returns a group for rolldown. `build` is called with a function that names the file for each source file; it builds
 * dist that way and returns the output.
 */
export async function groupedByUse(build) {
  const numbers = new Map();
  const files = await build((id) => {
    numbers.set(id, numbers.get(id) ?? numbers.size);
    return `source-${numbers.get(id)}`;
  });
  const { users, weights } = await usersOf(files);
  const sizes = new Map();
  for (const { modules = {} } of files)
    for (const [id, { renderedLength }] of Object.entries(modules))
      if (users.has(id)) sizes.set(users.get(id), (sizes.get(users.get(id)) ?? 0) + renderedLength);
  const names = joined(sizes, weights);
  return {
    debugName: "used by the same commands",
    name: (id) => names.get(users.get(id)),
    test: (id) => users.has(id),
  };
}

/**
 * Runs the everyday commands. Returns for each source file that they use the sorted names of these commands, and how
 * much each command counts.
 */
async function usersOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-build-"));
  const list = join(folder, "list");
  const users = new Map();
  const weights = new Map();
  await runEveryday(({ name, isMain, words, env }) => {
    weights.set(name, isMain ? weightOfMain : (weights.get(name) ?? 1));
    rmSync(list, { force: true });
    spawnSync(process.execPath, [".ci/used.cjs", list, ...words], { stdio: "ignore", env, timeout: 60_000 });
    const used = new Set(existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []);
    for (const { fileName, moduleIds = [] } of files)
      if (used.has(fileName)) for (const id of moduleIds) users.set(id, (users.get(id) ?? new Set()).add(name));
  });
  rmSync(folder, { recursive: true, force: true });
  return { users: new Map([...users].map(([id, names]) => [id, [...names].sort().join(" ")])), weights };
}

/**
 * Joins groups as long as that saves more openings than it makes commands read in vain. `sizes` gives the bytes of
 * each group, by the names of its users. Returns the name of the file for each group.
 */
function joined(sizes, weights) {
  let groups = [...sizes].map(([users, bytes]) => ({ of: [users], users: new Set(users.split(" ")), bytes }));
  for (;;) {
    const pairs = groups.flatMap((one, at) =>
      groups.slice(at + 1).map((other) => ({ one, other, gain: gain(one, other) })),
    );
    const best = pairs.reduce((most, pair) => (pair.gain > most.gain ? pair : most), { gain: 0 });
    if (best.gain === 0) break;
    const { one, other } = best;
    groups = groups.filter((each) => each !== one && each !== other);
    const users = new Set([...one.users, ...other.users]);
    groups.push({ of: [...one.of, ...other.of], users, bytes: one.bytes + other.bytes });
  }
  return new Map(groups.flatMap(({ of, users }, at) => of.map((each) => [each, nameOf(users, at)])));

  /** The bytes that joining saves all commands, each counted with its weight. */
  function gain(one, other) {
    const [both, onlyOne] = [true, false].map((isUsed) =>
      weightOf(one.users, (user) => other.users.has(user) === isUsed),
    );
    const onlyOther = weightOf(other.users, (user) => !one.users.has(user));
    return both * bytesOfOpening - onlyOther * one.bytes - onlyOne * other.bytes;
  }

  function weightOf(users, isCounted) {
    return [...users].filter(isCounted).reduce((sum, user) => sum + weights.get(user), 0);
  }
}

/** A list of many commands would make paths too long for Windows. */
const nameOf = (users, number) => (users.size < 4 ? [...users].sort().join("-") : `shared-${number}`);
