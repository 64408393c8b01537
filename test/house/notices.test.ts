import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Import, importsOf, root, sourcesBelow } from "./sources.ts";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifest = json("package.json") as Readonly<Record<string, Readonly<Record<string, string>>>>;

const lockedAt = Object.entries(
  (json("package-lock.json") as { packages: Record<string, Record<string, unknown>> }).packages,
);

/** The packages that the build puts into the bundle. */
const inside = json("dist/inside.json") as readonly Package[];

/** The packages that npm installs next to the bundle; platform-specific ones bring their own licence files. */
const beside: readonly Package[] = lockedAt
  .filter(
    ([path, { dev, devOptional, os }]) =>
      path !== "" && !dev && !devOptional && (os as string[] | undefined)?.length !== 1,
  )
  .map(([path, { version, license }]) => ({ name: nameOf(path), version: String(version), license: String(license) }));

const shipped = [...inside, ...beside].sort((a, b) => (a.name < b.name ? -1 : 1));

test("what is shipped is under MIT, ISC, BSD or Apache licences", () => {
  for (const { name, license } of shipped)
    expect(license, name).toMatch(/^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/);
});

test("THIRD_PARTY_NOTICES names every shipped package with its licence text", async () => {
  const parts = shipped.map(({ name, version, license }) => {
    const folder = folderOf(name, version);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text =
      file === undefined
        ? `Licence: ${license}`
        : readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
    return `## ${name} ${version}\n\n${text}\n`;
  });
  const intro = "selfbill contains or uses these packages. Their licences:\n";
  const data = `## Harmonized System 2022 (src/tariff/hs-2022.csv)\n\n${readFileSync(join(root, "src/tariff/hs-2022.txt"), "utf8").trim()}\n`;
  await expect([intro, ...parts, data].join("\n")).toMatchFileSnapshot("../../THIRD_PARTY_NOTICES");
});

test("what the source uses is inside the bundle or installed beside it, never both", () => {
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).sort();
  const bundled = new Set(inside.map(({ name }) => name));
  const used = new Set(
    sourcesBelow("src")
      .flatMap(importsOf)
      .filter(isPackage)
      .map(({ to }) => to),
  );
  // This package only re-exports its prompt packages, so none of its own code is in the bundle.
  used.delete("@inquirer/prompts");
  // Users who want PDFs install these; their fonts are files that no source imports.
  for (const name of Object.keys(manifest.peerDependencies ?? {})) used.delete(name);
  expect([...used].filter((name) => !bundled.has(name)).sort()).toEqual(installed);
  expect(installed.filter((name) => bundled.has(name))).toEqual([]);
});

function isPackage({ isPackage: found, to }: Import): boolean {
  return found && !to.startsWith("node:");
}

/** Returns the name of the package at a path, such as `b` for `node_modules/a/node_modules/b`. */
function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, "");
}

/**
 * The folder of the package: directly in `node_modules`, or below a package that needs a different version from the
 * others.
 */
function folderOf(name: string, version: string): string {
  const found = lockedAt.find(([path, each]) => nameOf(path) === name && each.version === version);
  if (found === undefined || !existsSync(join(root, found[0]))) throw new Error(`${name} ${version} is not installed`);
  return join(root, found[0]);
}
