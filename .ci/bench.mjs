// Bundles test/bench like the program itself and runs it in a separate process, so that the code is measured as
// shipped. With --against DIR, the same benchmarks are also bundled with the source of that checkout, and the two
// bundles are measured alternately.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { outside } from "./inside.mjs";
import { texts } from "./texts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const words = process.argv.slice(2);
const named = words.indexOf("--against");
const against = named < 0 ? undefined : resolve(process.env.INIT_CWD ?? root, words[named + 1] ?? "");
// Cached code works with only one version of Node: if it was built with a different one, the other checkout would
// seem slower than it is. Old checkouts have no cached code.
const kept = `code-${process.version}-${process.platform}-${process.arch}`;
const built =
  against === undefined ? [] : readdirSync(join(against, "dist")).filter((name) => name.startsWith("code-"));
if (built.length > 0 && !built.includes(kept)) {
  process.stderr.write(
    `${against} is not built with this Node: run npm ci, or npm run build, in it with ${process.version}.\n`,
  );
  process.exit(2);
}

// Builds dist first, because the start of the program is measured too.
spawnSync(process.execPath, [".ci/build.mjs"], { stdio: "inherit" });
const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));

/** Resolves src/ to another checkout, so that the same benchmarks measure its code. */
const sourceOf = (checkout) => ({
  name: "source-of-another-checkout",
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const own = join(root, "src") + sep;
    return found?.id.startsWith(own) ? { id: join(checkout, "src", found.id.slice(own.length)) } : found;
  },
});

const bundle = (input, name, plugins = []) =>
  build({
    input,
    platform: "node",
    plugins: [...plugins, texts],
    external: outside,
    output: { file: join(folder, name), format: "cjs", minify: true, codeSplitting: false },
  });

await bundle("test/bench/main.ts", "bench.cjs");
await bundle("test/bench/worker.ts", "worker.cjs");
if (against !== undefined) await bundle("test/bench/worker.ts", "worker-against.cjs", [sourceOf(against)]);
const { status } = spawnSync(process.execPath, [join(folder, "bench.cjs"), ...words], {
  stdio: "inherit",
  env: {
    ...process.env,
    NODE_PATH: join(root, "node_modules"), // for SQLite, which is not bundled
    SELFBILL_BENCH_AGAINST: against ?? "",
  },
});
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
