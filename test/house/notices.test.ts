import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./sources.ts";

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Locked> };
/** What an installed selfbill holds; packages for single platforms are left to their own licence files. */
const shipped = Object.entries(lock.packages)
  .filter(([path, { dev, optional, devOptional }]) => path !== "" && !dev && !optional && !devOptional)
  .sort(([a], [b]) => (a < b ? -1 : 1));

/** Installed beside js-yaml for its own command line only; nothing of it is loaded or bundled here. */
const neverLoaded = new Set(["node_modules/argparse"]);

test("what is shipped is under MIT, ISC, BSD or Apache licences", () => {
  for (const [path, { license }] of shipped.filter(([at]) => !neverLoaded.has(at)))
    expect(license, path).toMatch(/^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/);
});

test("THIRD_PARTY_NOTICES names every shipped package with its licence text", async () => {
  const parts = shipped.map(([path, { version, license }]) => {
    const folder = join(root, path);
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text =
      file === undefined
        ? `Licence: ${license}`
        : readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
    return `## ${path.replace(/^.*node_modules\//, "")} ${version}\n\n${text}\n`;
  });
  const intro = "selfbill contains or uses these packages. Their licences:\n";
  await expect([intro, ...parts].join("\n")).toMatchFileSnapshot("../../THIRD_PARTY_NOTICES");
});
