import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const folder = join(top, "templates");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => name.replace(/\.yaml$/, ""));

describe("selfbill templates", () => {
  test("lists them all, each with what it is", async () => {
    const ran = await runSelfbill(["templates", "list"], { home: temporaryFolder() });
    expect(ran.code).toBe(0);
    const rows = ran.stdout
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => row.split("\t"));
    expect(rows.map(([name]) => name)).toEqual([...names.toSorted(), "sheet", "credit-note-sheet", "supplier-sheet"]);
    for (const [name, title = ""] of rows.slice(0, -3))
      expect([name, title]).toEqual([name, expect.stringMatching(/^A (?:standard )?self-billed \S.{10,110}$/)]);
  });

  test("have one field on each line, because a comma in braces cuts an amount in two", () => {
    for (const name of names)
      expect(readFileSync(join(folder, `${name}.yaml`), "utf8"), name).not.toMatch(/^[^#\n]*[{[]/m);
  });

  test("shows one as it is, or its JSON", async () => {
    const home = temporaryFolder();
    const yaml = await runSelfbill(["templates", "show", "export-invoice"], { home });
    expect(yaml.stdout).toBe(readFileSync(join(folder, "export-invoice.yaml"), "utf8"));
    const json = await runSelfbill(["templates", "show", "export-invoice", "--json-format"], { home });
    expect(json.stdout).toBe(readFileSync(join(folder, "export-invoice.json"), "utf8"));
  });

  test("copies one with the schema beside it and the files it attaches, so that it can be sent from there at once", async () => {
    const home = temporaryFolder();
    const cwd = temporaryFolder();
    const copied = await runSelfbill(["templates", "copy", "attachments-invoice", "--out", "mine"], { home, cwd });
    expect(copied.code, copied.stderr).toBe(0);
    const there = ["attachments-invoice.yaml", "delivery-note.pdf", "invoice.schema.json", "serial-numbers.csv"];
    expect(readdirSync(join(cwd, "mine")).toSorted()).toEqual(there);
    expect(copied.stdout.trim().split("\n").toSorted()).toEqual(there.map((name) => join("mine", name)));
    const [first] = readFileSync(join(cwd, "mine/attachments-invoice.yaml"), "utf8").split("\n");
    expect(first).toBe("# yaml-language-server: $schema=invoice.schema.json");
    const sent = await runSelfbill(["create-invoice", "mine/attachments-invoice.yaml", "--sandbox", "--yes"], {
      home,
      cwd,
    });
    expect(sent.code, sent.stderr).toBe(0);
  });

  test("overwrites nothing: not the copy, and not what came with another one", async () => {
    const home = temporaryFolder();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "invoice.schema.json"), "mine");
    const first = await runSelfbill(["templates", "copy", "export-invoice"], { home, cwd });
    expect([first.code, first.stdout]).toEqual([0, "export-invoice.yaml\n"]);
    expect(readFileSync(join(cwd, "invoice.schema.json"), "utf8")).toBe("mine");
    writeFileSync(join(cwd, "export-invoice.yaml"), "changed");
    const again = await runSelfbill(["templates", "copy", "export-invoice", "--json"], { home, cwd });
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: "local_state", problems: [{ code: "file-exists" }] });
    expect(readFileSync(join(cwd, "export-invoice.yaml"), "utf8")).toBe("changed");
  });

  test("copies the JSON alone, without a schema", async () => {
    const cwd = temporaryFolder();
    const ran = await runSelfbill(["templates", "copy", "credit-note", "--json-format"], {
      home: temporaryFolder(),
      cwd,
    });
    expect([ran.code, readdirSync(cwd)]).toEqual([0, ["credit-note.json"]]);
  });

  const wrong: [string, string[], RegExp][] = [
    ["a misspelt name", ["templates", "copy", "exprt-invoice"], /Did you mean export-invoice\?/],
    ["no name", ["templates", "show"], /templates list shows them all/],
    ["a name out of the folder", ["templates", "show", "../package"], /no template/],
    ["another word", ["templates", "give", "x"], /list, show or copy/],
    [
      "--out where nothing is written",
      ["templates", "show", "credit-note", "--out", "x"],
      /--out belongs to templates copy/,
    ],
    ["a name to list", ["templates", "list", "x"], /takes no further arguments/],
  ];
  test.each(wrong)("%s is refused with the way out", async (_, words, says) => {
    const ran = await runSelfbill(words, { home: temporaryFolder() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(says);
  });

  test("are found from a copy of the program elsewhere that holds only what is published", async () => {
    const elsewhere = join(temporaryFolder(), "lib", "selfbill");
    mkdirSync(elsewhere, { recursive: true });
    const { files } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
    for (const name of [...files, "package.json"]) {
      if (existsSync(join(top, name))) cpSync(join(top, name), join(elsewhere, name), { recursive: true });
    }
    const program = join(elsewhere, "bin", "selfbill.cjs");
    const ran = await runSelfbill(["templates", "list", "--json"], { home: temporaryFolder(), program });
    const { templates } = JSON.parse(ran.stdout);
    expect(templates).toHaveLength(names.length);
    for (const { file } of templates)
      expect(file.startsWith(elsewhere.replaceAll("\\", "/")) && statSync(file).isFile()).toBe(true);
  });
});

describe("selfbill schema", () => {
  test.each(["invoice", "credit-note"])("prints the one that the templates of the %s name", async (kind) => {
    const home = temporaryFolder();
    const ran = await runSelfbill(["schema", kind], { home });
    expect([ran.code, ran.stdout]).toEqual([0, readFileSync(join(folder, `schema/${kind}.schema.json`), "utf8")]);
    const inJson = await runSelfbill(["schema", kind, "--json"], { home });
    expect(JSON.parse(inJson.stdout).json_schema).toEqual(JSON.parse(ran.stdout));
  });

  test("knows no other kind", async () => {
    const ran = await runSelfbill(["schema", "constructor"], { home: temporaryFolder() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("selfbill schema invoice");
  });
});
