import { basename, dirname, join } from "node:path";
import type { Desk } from "../desk/index.ts";
import { nearest } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { pathLines } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { tableView } from "./answer/columns.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input, text } from "./command.ts";
import { modeline, readTemplates, type Template } from "./new/template-folder.ts";
import {
  copySheet,
  copySupplierSheet,
  isSupplierSheet,
  sheetNamed,
  sheetTemplates,
  showMap,
  showSupplierSheet,
  supplierSheet,
} from "./sheet/template.ts";

const options = {
  jsonFormat: flag("--json-format", "show, copy: the document as JSON instead of YAML with comments"),
  out: text("--out <dir>", "copy: into this folder instead of the current one"),
} as const;

type TemplatesInput = Input<typeof options>;

export const templates = defineCommand({
  words: "templates <list|show|copy> [name]",
  completes: { name: "template" },
  summary: "documents to start from: list, show, copy",
  help: "copy also brings what the template names: the schema for your editor, and the files that are attached. Nothing is overwritten.",
  group: "Write",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.templates, checking.shownTemplate, checking.files],
  options,
  examples: [
    { type: "selfbill templates list", does: "lists the templates" },
    { type: "selfbill templates copy export-invoice", does: "writes export-invoice.yaml into the current folder" },
    { type: "selfbill templates show credit-note --json-format", does: "prints it as JSON" },
    { type: "selfbill templates copy sheet", does: "writes sheet.xlsx, sheet.csv and the map of their columns" },
  ],
  input(words, options) {
    const stray = strayWords(words[0] ?? "", { words, options });
    return stray ? fail(stray) : ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const [action, name] = input.words;
    const found = await readTemplates(desk.files);
    if (!found.ok) return stoppedBy(found.problems);
    if (action === "list") return list(found.value);
    if (isSupplierSheet(name))
      return action === "copy" ? copySupplierSheet(input.options.out ?? ".", desk) : showSupplierSheet();
    const sheet = sheetNamed(name);
    if (sheet) return action === "copy" ? copySheet(sheet, input, desk) : showMap(sheet);
    const chosen = choose(found.value, name);
    if (!chosen.ok) return stoppedBy(chosen.problems);
    return action === "show" ? show(chosen.value, input, desk) : copy(chosen.value, input, desk);
  },
});

function strayWords(action: string, { words, options: given }: TemplatesInput): Problem | undefined {
  if (!["list", "show", "copy"].includes(action)) {
    const hint = "Type selfbill templates list, show or copy.";
    return problem("bad-usage", `Unknown action ${JSON.stringify(action)} for templates.`, hint);
  }
  if (action !== "copy" && given.out !== undefined)
    return problem("bad-usage", "--out belongs to templates copy.", "Type selfbill templates copy NAME --out DIR.");
  if (action === "list" && (words.length > 1 || given.jsonFormat))
    return problem(
      "bad-usage",
      "templates list takes no further arguments.",
      "To see one: selfbill templates show NAME",
    );
  return undefined;
}

function list(all: readonly Template[]): Report {
  const data = {
    templates: all.map(({ name, title, file }) => ({ name, title, file })),
    spreadsheets: [...sheetTemplates, supplierSheet].map(({ name, title }) => ({ name, title })),
  };
  const shown = tableView([...all, ...sheetTemplates, supplierSheet], {
    Template: "name",
    "What it is": "title",
  });
  return succeeded({ ...shown, data, empty: "There is no template." });
}

function choose(all: readonly Template[], typed: string | undefined): Result<Template> {
  const name = (typed ?? "").replace(/\.(?:ya?ml|json)$/, "");
  const template = all.find((each) => each.name === name);
  if (template) return ok(template);
  if (name === "")
    return fail(problem("bad-usage", "No template was named.", "selfbill templates list shows them all."));
  const names = [...all, ...sheetTemplates, supplierSheet].map((each) => each.name);
  const guess = nearest(name, names);
  const hint = guess === undefined ? "selfbill templates list shows them all." : `Did you mean ${guess}?`;
  return fail(problem("bad-usage", `There is no template ${JSON.stringify(name)}.`, hint));
}

async function show(template: Template, { options: { jsonFormat } }: TemplatesInput, desk: Desk): Promise<Report> {
  const content = await contentOf(template, jsonFormat, desk);
  if (!content.ok) return stoppedBy(content.problems);
  const data = { name: template.name, text: content.value };
  return succeeded({ view: "raw", text: content.value, data });
}

async function contentOf(template: Template, jsonFormat: boolean, desk: Desk): Promise<Result<string>> {
  if (!jsonFormat) return ok(template.text);
  const twin = await desk.files.read(template.file.replace(/\.yaml$/, ".json"));
  return twin.ok ? ok(Buffer.from(twin.value).toString("utf8")) : twin;
}

async function copy(template: Template, { options: given }: TemplatesInput, desk: Desk): Promise<Report> {
  const { out = ".", jsonFormat } = given;
  const content = await contentOf(template, jsonFormat, desk);
  if (!content.ok) return stoppedBy(content.problems);
  // Copy the schema as well, so that both files can be moved together.
  const schema = jsonFormat ? undefined : template.schema;
  const own = schema === undefined ? content.value : content.value.replace(modeline, besideIt(schema));
  const written = await desk.output.write(out, `${template.name}${jsonFormat ? ".json" : ".yaml"}`, own);
  if (!written.ok) return stoppedBy(written.problems);
  const companions = [...template.attached, ...(schema === undefined ? [] : [schema])];
  const brought = await bring(companions, dirname(template.file), out, desk);
  if (!brought.ok) return stoppedBy(brought.problems);
  const files = [written.value, ...brought.value];
  return succeeded({ view: "raw", text: pathLines(files), data: { files } });
}

function besideIt(schema: string): string {
  return `# yaml-language-server: $schema=${basename(schema)}`;
}

/** Copies the files that a template needs. Keeps an existing file, because it may belong to another template. */
async function bring(names: readonly string[], from: string, out: string, desk: Desk): Promise<Result<string[]>> {
  const brought: string[] = [];
  for (const name of names) {
    const bytes = await desk.files.read(join(from, name));
    if (!bytes.ok) return bytes;
    const written = await desk.output.write(out, basename(name), bytes.value);
    if (written.ok) brought.push(written.value);
    else if (written.problems.some(({ code }) => code !== "file-exists")) return written;
  }
  return ok(brought);
}
