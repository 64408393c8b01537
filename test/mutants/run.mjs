/**
 * Changes selfbill in one place after another and checks whether a test fails: `npm run mutants -- full`, `drawn
 * --seed N`, `built FILE:LINE`. `--again` tests the survivors of the saved run, full or drawn; `--only FILE` tests
 * one file, `--left FILE` writes the survivors, to be explained in known.json, `--record` saves what RELIABILITY.md
 * reports, `--cores N` runs N at once.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { built } from "./built.mjs";
import { drawnFrom, needsServer, whole } from "./scopes.mjs";
import { idOf, isFound, isLeft, mutants, rangeOf, said } from "./stryker.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true },
    seed: { type: "string" },
    count: { type: "string", default: "300" },
    cores: { type: "string", default: "1" },
    left: { type: "string" },
    tests: { type: "string" },
    record: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
  },
});
const [scope = "full", place] = positionals;
const cores = Number(values.cores);
const began = Date.now();
const folder = "test/mutants/recorded";
const commit = commitNow();

/** Mutants without a visible effect, and those that show only in the built program, each with the reason. */
const known = JSON.parse(readFileSync("test/mutants/known.json", "utf8"));
const isSame = (one, other) => ["file", "line", "from", "to"].every((name) => one[name] === other[name]);
const isKnown = (each) => known.some((other) => isSame(each, other));

if (scope === "built") process.exitCode = await built(place ?? "", values.tests);
else if (scope === "full" && values.again) again(scope, whole);
else if (scope === "drawn" && values.again) again(scope, drawnFrom);
else if (scope === "full") full();
else if (scope === "drawn") drawn();
else {
  console.error("npm run mutants -- full | drawn --seed N | built FILE:LINE --tests FILE");
  process.exitCode = 2;
}

/** Tests every mutant of the code that determines whether a document is sent. An unlisted survivor is an error. */
function full() {
  const all = whole.flatMap((part) => {
    const mutate = wanted(part);
    return mutate.length === 0 ? [] : mutants({ ...part, mutate, cores });
  });
  const left = all.filter(isLeft);
  const unexplained = left.filter((each) => !isKnown(each));
  for (const each of unexplained) console.log(said(each));
  const rows = unexplained.map(({ file, line, from, to }) => ({ file, line, from, to, why: "" }));
  if (values.left !== undefined) writeFileSync(values.left, `${JSON.stringify(rows, undefined, 2)}\n`);
  const stale = known.filter(({ file, line, from, to }) => {
    const inRun = all.some((each) => each.file === file);
    return (
      inRun && !left.some((each) => each.file === file && each.line === line && each.from === from && each.to === to)
    );
  });
  for (const { file, line, to } of stale) console.log(`${file}: listed, and not left: ${line} → ${to}`);
  tell({ mutants: all.length, found: all.filter(isFound).length, listed: left.length - unexplained.length }, all);
  if (unexplained.length > 0 || stale.length > 0) process.exitCode = 1;
  if (values.record) recordFull(all, unexplained);
}

/** Saves the counts of each file, from this run or else from an earlier one, with the commit, and all survivors. */
function recordFull(all, unexplained) {
  const run = about("full");
  const { date, seconds } = run;
  const before = recorded("full");
  const now = Object.fromEntries(
    Object.entries(byFile(all)).map(([file, { mutants: count, found, left }]) => {
      const open = unexplained.filter((each) => each.file === file).length;
      return [file, { mutants: count, found, listed: left - open, left: open, commit, date }];
    }),
  );
  const files = Object.fromEntries(Object.entries({ ...before?.files, ...now }).sort(([a], [b]) => (a < b ? -1 : 1)));
  const nobodyFound = [
    ...(before?.nobodyFound ?? []).filter(({ file }) => now[file] === undefined),
    ...unexplained.map(({ file, line, from, to }) => ({ file, line, from, to })),
  ];
  const total = seconds + (values.only === undefined ? 0 : (before?.seconds ?? 0));
  keep("full", {
    ...run,
    seconds: total,
    ...sums(files),
    files,
    nobodyFound,
    ...(before?.byHand === undefined || values.only === undefined ? {} : { byHand: before.byHand }),
    notLookedAt: wholeFiles().filter((file) => files[file] === undefined),
  });
}

/**
 * Tests the survivors of the saved run with the current tests: a mutant that was found once would be found again,
 * because tests are only added.
 */
function again(scope, parts) {
  const before = recorded(scope);
  const wasLeft = (each) => before.nobodyFound.some((other) => isSame(each, other));
  const all = parts.flatMap((part) => {
    const own = (file) => part.mutate.some((each) => matches(each, file)) && (values.only?.includes(file) ?? true);
    const files = [...new Set(before.nobodyFound.map(({ file }) => file))].filter(own);
    const chosen = files.length === 0 ? [] : mutants({ mutate: files, quiet: true }).filter(wasLeft);
    if (chosen.length === 0) return [];
    const ids = new Set(chosen.map(idOf));
    return mutants({ ...part, mutate: [...new Set(chosen.map(rangeOf))], cores }).filter((each) => ids.has(idOf(each)));
  });
  const unexplained = all.filter((each) => isLeft(each) && !isKnown(each));
  // A saved survivor states only a line and its text, so it may match several mutants. In a full run, each of them
  // counts; in a `drawn` run, only the first one, because the others were not chosen.
  const isFirst = (each, at) => scope === "full" || unexplained.findIndex((other) => isSame(each, other)) === at;
  const open = unexplained.filter(isFirst);
  for (const each of open) console.log(said(each));
  // Another run may have saved its results in the meantime.
  const run = recorded(scope);
  for (const [file, ours] of grouped(all)) {
    const row = run.files[file];
    const left = open.filter((each) => each.file === file).length;
    if (scope === "drawn") {
      run.files[file] = { ...row, found: row.mutants - left, left };
      continue;
    }
    // Counted from the saved survivors: of two mutants on a line with the same text, one may already have been found
    // in an earlier run.
    const found = run.nobodyFound.filter((each) => each.file === file).length - ours.filter(isLeft).length;
    const listed = row.mutants - row.found - found - left;
    run.files[file] = { ...row, found: row.found + found, left, listed, again: commit };
  }
  const looked = new Set(all.map(({ file }) => file));
  run.nobodyFound = [
    ...run.nobodyFound.filter(({ file }) => !looked.has(file)),
    ...open.map(({ file, line, from, to }) => ({ file, line, from, to })),
  ];
  tell({ mutants: all.length, found: all.filter(isFound).length, left: open.length }, all);
  if (scope === "full" && open.length > 0) process.exitCode = 1;
  if (values.record) keep(scope, { ...run, ...(scope === "drawn" ? { again: commit } : {}), ...sums(run.files) });
}

/** Tests a random sample of the mutants outside the files of a full run. */
function drawn() {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const listed = drawnFrom.map((part) => {
    const without = [...whole.flatMap((each) => each.mutate), ...needsServer.map((each) => `${each}**`)];
    const mutate = wanted(part);
    if (mutate.length === 0) return { part, found: [] };
    return {
      part,
      found: withoutBlocks(mutants({ mutate: [...mutate, ...without.map((each) => `!${each}`)], quiet: true })),
    };
  });
  const pool = listed.flatMap(({ part, found }) => found.map((each) => ({ part, each })));
  const chosen = draw(pool, Number(values.count), seed);
  console.log(`${pool.length} mutants, ${chosen.length} drawn with seed ${seed}.`);
  const all = drawnFrom.flatMap((part) => {
    const ours = chosen.filter((one) => one.part === part).map(({ each }) => each);
    if (ours.length === 0) return [];
    const mutate = [...new Set(ours.map(rangeOf))];
    const ids = new Set(ours.map(idOf));
    // One place may have several mutants; the score counts only those that were chosen.
    return mutants({ ...part, mutate, cores }).filter((each) => ids.has(idOf(each)));
  });
  for (const each of all.filter(isLeft)) console.log(said(each));
  tell({ mutants: all.length, found: all.filter(isFound).length }, all);
  if (values.record && values.only === undefined) record("drawn", { seed, of: pool.length }, all);
}

/** Returns the files of a part that are selected for mutation. */
function wanted({ mutate }) {
  return values.only?.filter((file) => mutate.some((each) => matches(each, file))) ?? mutate;
}

function matches(pattern, file) {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    return part === "*" ? "[^/]*" : part.replaceAll(".", "\\.");
  });
  return new RegExp(`^${parts.join("")}$`).test(file);
}

/**
 * Excludes function bodies and long conditions: they contain other mutants, whose changes they would repeat, and tests
 * find them most easily.
 */
function withoutBlocks(all) {
  const before = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);
  const inside = (a, b) => a.file === b.file && before(b.start, a.start) && before(a.end, b.end);
  const files = grouped(all);
  return all.filter((each) => files.get(each.file).filter((other) => inside(other, each)).length <= 6);
}

function grouped(all) {
  const files = new Map();
  for (const each of all) files.set(each.file, [...(files.get(each.file) ?? []), each]);
  return files;
}

/** Returns the first `count` items of the list, shuffled with a seed. */
function draw(list, count, seed) {
  const left = [...list];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const taken = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

function byFile(all) {
  return Object.fromEntries(
    [...grouped(all)]
      .sort()
      .map(([file, ours]) => [
        file,
        { mutants: ours.length, found: ours.filter(isFound).length, left: ours.filter(isLeft).length },
      ]),
  );
}

function tell(counts, all) {
  const seconds = (Date.now() - began) / 1000;
  for (const [file, { mutants: count, found, left }] of Object.entries(byFile(all)))
    console.log(`${file}: ${count} mutants, ${found} found, ${left} left`);
  const each = all.length === 0 ? 0 : seconds / all.length;
  console.log(`${JSON.stringify(counts)}, ${Math.round(seconds)} seconds, ${each.toFixed(2)} each.`);
}

/** Lists every file of a full run. */
function wholeFiles() {
  const inFolder = (pattern) => readdirSync(dirname(pattern)).map((name) => `${dirname(pattern)}/${name}`);
  const of = (pattern) => inFolder(pattern).filter((file) => matches(pattern, file));
  return [...new Set(whole.flatMap(({ mutate }) => mutate).flatMap(of))].sort();
}

function sums(files) {
  const sum = (name) => Object.values(files).reduce((total, row) => total + row[name], 0);
  const names = ["mutants", "found", "listed", "left"].filter((name) =>
    Object.values(files).some((row) => name in row),
  );
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

/** Saves a `drawn` run. */
function record(scope, more, all) {
  const counts = { mutants: all.length, found: all.filter(isFound).length, left: all.filter(isLeft).length };
  const nobodyFound = all.filter(isLeft).map(({ file, line, from, to }) => ({ file, line, from, to }));
  keep(scope, { ...about(scope), ...more, ...counts, files: byFile(all), nobodyFound });
}

/** Returns the run's date, environment and duration. */
function about(scope) {
  const seconds = Math.round((Date.now() - began) / 1000);
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const date = new Date().toISOString().slice(0, 10);
  return { scope, date, version, commit, node: process.versions.node, seconds };
}

/**
 * Returns the current commit; it is read at the start, because a run takes a long time. Records of earlier runs do
 * not count as changes.
 */
function commitNow() {
  const git = (...words) => spawnSync("git", words, { encoding: "utf8" }).stdout.trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "--", "src", "test", `:!${folder}`) !== "";
  return `${git("rev-parse", "HEAD") || "unknown"}${isChanged ? " and changes" : ""}`;
}

function recorded(scope) {
  const file = join(folder, `${scope}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function keep(scope, run) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${scope}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}
