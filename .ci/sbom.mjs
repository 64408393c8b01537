// Writes the bill of materials of a release (CycloneDX): the packages inside the bundle and those installed with it.
//
//   npm run sbom -- FILE
//
// cyclonedx-npm lists everything in package-lock.json; only packages in dist/inside.json, and those installed with
// the program and their dependencies, are kept. The same commit always produces the same bytes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [name] = process.argv.slice(2);
if (name === undefined) {
  process.stderr.write("Name the file: npm run sbom -- selfbill-VERSION.cdx.json\n");
  process.exit(2);
}
const file = resolve(process.env.INIT_CWD ?? root, name);
process.chdir(root);

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const inside = JSON.parse(readFileSync("dist/inside.json", "utf8"));
const bill = everything();
const needs = new Map(bill.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
const titled = (each) => (each.group ? `${each.group}/${each.name}` : each.name);

const bundled = new Set(
  bill.components
    .filter((each) => inside.some(({ name, version }) => name === titled(each) && version === each.version))
    .map((each) => each["bom-ref"]),
);
const beside = new Set();
const direct = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
for (const each of bill.components) if (direct.includes(titled(each))) add(each["bom-ref"]);
if (bundled.size < inside.length)
  throw new Error("Some package of the bundle is missing: run npm ci && npm run build.");

const kept = new Set([...bundled, ...beside]);
const itself = bill.metadata.component["bom-ref"];
const made = {
  ...bill,
  components: bill.components.filter((each) => kept.has(each["bom-ref"])).map(described),
  dependencies: bill.dependencies
    .filter(({ ref }) => ref === itself || kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: ref === itself ? [...kept].sort() : dependsOn.filter((each) => kept.has(each)),
    })),
};
writeFileSync(file, `${JSON.stringify(made, undefined, 2)}\n`);
process.stdout.write(`${file}: ${bundled.size} packages inside the bundle, ${beside.size} beside it\n`);

/** Adds a package that is installed with the program, and its dependencies. */
function add(ref) {
  if (beside.has(ref)) return;
  beside.add(ref);
  for (const each of needs.get(ref) ?? []) add(each);
}

/**
 * Returns an entry without its scope: to npm, a bundled package is an optional development dependency, but to users it
 * is a part of the program.
 */
function described({ scope: _scope, ...each }) {
  const isBundled = bundled.has(each["bom-ref"]);
  const known = (each.properties ?? []).filter(({ name }) => !/^cdx:npm:package:(?:development|path)$/.test(name));
  return {
    ...each,
    properties: [...known, { name: "selfbill:is", value: isBundled ? "bundled" : "installed beside" }],
  };
}

function everything() {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-sbom-"));
  const out = join(folder, "all.json");
  const words = ["-y", "@cyclonedx/cyclonedx-npm@4.0.3", "--output-reproducible", "--output-file", out];
  const done = spawnSync("npx", words, {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  const all = JSON.parse(readFileSync(out, "utf8"));
  rmSync(folder, { recursive: true });
  return all;
}
