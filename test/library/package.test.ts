import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { documentShapes, type Field } from "../../src/document/index.ts";
import { toUbl, toXml } from "../../src/library/index.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const built = join(top, "dist/library");
const textOf = (path: string): string => readFileSync(path, "utf8").replaceAll("\r\n", "\n");

test("the interface of the package changes only when somebody means it", async () => {
  const { exports } = JSON.parse(textOf(join(top, "package.json")));
  const types = readdirSync(built).filter((name) => name.endsWith(".d.ts") && name !== "document-types.d.ts");
  const made = types.sort().map((name) => `// ${name}\n${textOf(join(built, name))}`);
  await expect(`${JSON.stringify({ exports }, null, 2)}\n${made.join("\n")}`).toMatchFileSnapshot("api.txt");
});

test("the types of documents have every field of its definition, with its words", () => {
  const types = textOf(join(built, "document-types.d.ts"));
  const missing: string[] = [];
  const look = (field: Field): void => {
    if (field.kind === "leaf") return;
    if (field.kind === "list") {
      look(field.item);
      return;
    }
    for (const [name, member] of Object.entries(field.members)) {
      const words = member.kind === "leaf" ? member.meta.description : member.description;
      const above = types.split(new RegExp(`^  ${name}\\??: `, "m")).slice(0, -1);
      if (!above.some((text) => text.trimEnd().split("\n").at(-1)?.includes(String(words)))) missing.push(name);
      look(member);
    }
  };
  for (const shape of Object.values(documentShapes)) look(shape);
  expect(missing).toEqual([]);
});

test("what the types mention is shipped, and nothing of the inside", () => {
  for (const name of readdirSync(built).filter((each) => each.endsWith(".d.ts"))) {
    for (const [, to = ""] of textOf(join(built, name)).matchAll(/^(?:import|export) .*from "([^"]+)"/gm)) {
      expect([name, to, readdirSync(built).includes(to.replace("./", "").replace(".js", ".d.ts"))]).toEqual([
        name,
        to,
        true,
      ]);
    }
  }
});

test("the library imports nothing, and importing it does nothing", () => {
  const names = readdirSync(built).filter((name) => name.endsWith(".mjs") && name !== "sandbox.mjs");
  for (const name of names) {
    const text = textOf(join(built, name));
    const outside =
      /\bfrom\s*["'](?!\.\/)|\bimport\s*["']|\bimport\(["'`](?!\.\/)|\brequire\(|\bprocess\.|\bBuffer\b|node:/g;
    expect([name, text.match(outside) ?? []]).toEqual([name, []]);
  }
  const watch = `
    const before = new Set(Object.getOwnPropertyNames(globalThis));
    let woken = 0;
    for (const name of ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch"]) globalThis[name] = () => { woken += 1; };
    const listeners = process.eventNames().length;
    await import(${JSON.stringify(pathToFileURL(join(built, "index.mjs")).href)});
    const made = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
    process.stdout.write(JSON.stringify([made, process.eventNames().length - listeners, woken]));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", watch], { encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual([[], 0, 0]);
});

test("each example compiles under strict TypeScript and runs, as a user of the package does it", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(top, join(folder, "node_modules/selfbill"), "junction");
  symlinkSync(join(top, "node_modules/@types"), join(folder, "node_modules/@types"), "junction");
  cpSync(join(top, "templates/library"), join(folder, "src"), { recursive: true });
  const invoice = JSON.parse(textOf(join(top, "templates/standard-invoice.json")), (_, value) =>
    typeof value === "number" ? String(value) : value,
  );
  writeFileSync(join(folder, "invoice.json"), JSON.stringify(invoice));
  const tree = toUbl(invoice, { uuid: "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02" });
  const xml = tree.ok ? toXml(tree.value) : tree;
  writeFileSync(join(folder, "invoice.xml"), xml.ok ? xml.value : "");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", strict: true, exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, skipLibCheck: false, types: ["node"], outDir: "out", rootDir: "src" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  const tsc = spawnSync(process.execPath, [join(top, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(tsc.stdout + tsc.stderr).toBe("");
  for (const name of readdirSync(join(top, "templates/library"))) {
    const out = join(folder, "out", name.replace(/\.ts$/, ".js"));
    const ran = spawnSync(process.execPath, [out], { cwd: folder, encoding: "utf8", timeout: 60_000 });
    expect([name, ran.stderr, ran.status]).toEqual([name, "", 0]);
    if (ran.stdout.includes("duration_ms")) expect(ran.stdout).toMatch(/^(?:# |ℹ )pass 1$/m);
    else await expect(ran.stdout).toMatchFileSnapshot(`said/${name.replace(/\.ts$/, ".txt")}`);
  }
});
