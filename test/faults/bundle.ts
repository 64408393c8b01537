import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { texts } from "../../.ci/texts.mjs";
import { isFile, plantVariable, withPlant } from "./plant.ts";

/**
 * Bundles a TypeScript program for the running Node, because not every supported version reads TypeScript. `folder`
 * must be empty; returns the file to run. `plant`: a fault planted in the sources. `without`: fault programs that this
 * bundle never loads.
 */
export async function bundle(
  input: string,
  folder: string,
  {
    format = "esm",
    plant = process.env[plantVariable],
    without = [],
  }: {
    readonly format?: "esm" | "cjs";
    readonly plant?: string | undefined;
    readonly without?: readonly string[];
  } = {},
): Promise<string> {
  const { build } = await import("rolldown");
  // Node 20 loads SQLite from the project's packages.
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  // The worker thread for the database server is a file of the built program.
  symlinkSync(join(process.cwd(), "dist"), join(folder, "dist"), "junction");
  const file = join(folder, `main.${format === "esm" ? "mjs" : "cjs"}`);
  await build({
    input,
    platform: "node",
    logLevel: "silent",
    external: ["@napi-rs/keyring", "@photostructure/sqlite", "rolldown"],
    plugins: [
      texts,
      ...(plant
        ? [
            {
              name: "plant",
              transform: (code: string, id: string) => withPlant(plant, code, id) ?? fewerPrograms(code, id),
            },
          ]
        : []),
    ],
    // In one file: with top-level await, chunks that wait for each other would deadlock.
    output: { file, format, codeSplitting: false },
  });
  return file;

  function fewerPrograms(code: string, id: string): string | undefined {
    if (without.length === 0 || !isFile(id, "test/faults/programs.ts")) return undefined;
    return without.reduce((left, name) => left.replace(`import("./${name}.ts")`, "undefined"), code);
  }
}
