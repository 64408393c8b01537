import { basename, dirname, join, relative } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { writeYaml } from "../../read/index.ts";
import { safe } from "../../render/index.ts";
import { explanationOf, type Written } from "../../wizard/index.ts";
import { templateFolder } from "./template-folder.ts";

type Asking = Pick<Desk, "ask">;

/**
 * Overwrites a file only after confirmation. Returns the path, or undefined if the user goes back. Problems:
 * `interrupted`, `output-unwritable`.
 */
export async function writeWritten(written: Written, asking: Asking, desk: Desk): Promise<Result<string | undefined>> {
  let usual = usualName(written);
  for (;;) {
    const named = await asking.ask.question({
      form: "text",
      heading: "The file",
      message: "Name of the file:",
      help: "A YAML file to keep, change and send. An existing file is never overwritten without your confirmation.",
      explains: explanationOf("then.file"),
      usual,
      check: async (text) => (/\.ya?ml$/i.test(text.trim()) ? undefined : "The name ends in .yaml."),
    });
    if (!named.ok) return named;
    if (named.value.is === "back") return ok(undefined);
    const path = String(named.value.value).trim();
    const replace = await mayWrite(path, asking, desk);
    if (!replace.ok) return replace;
    if (replace.value === "another name") usual = path;
    else return write(path, written, replace.value === "overwrite", desk);
  }
}

function usualName({ kind, document }: Written): string {
  const { party_name: legal, name } = document.accounting_supplier_party ?? {};
  const supplier = (legal ?? name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return `${[kind, supplier, document.issue_date].filter(Boolean).join("-")}.yaml`;
}

type Choice = "new" | "overwrite" | "another name";

async function mayWrite(path: string, { ask }: Asking, desk: Desk): Promise<Result<Choice>> {
  const there = await desk.files.read(path, Number.POSITIVE_INFINITY);
  if (!there.ok) return ok("new");
  const reply = await ask.question({
    form: "choose",
    message: `${safe(path)} already exists. Overwrite it?`,
    help: "",
    explains: explanationOf("then.overwrite"),
    usual: "another name",
    choices: [
      { value: "another name", name: "No, another name" },
      { value: "overwrite", name: "Yes, overwrite it" },
    ],
  });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "answer" && reply.value.value === "overwrite" ? "overwrite" : "another name");
}

async function write(path: string, written: Written, replace: boolean, desk: Desk): Promise<Result<string>> {
  const { kind } = written;
  const folder = dirname(path);
  const schema = await bringSchema(kind, folder, desk);
  const { says, typeCode } = documentKinds[kind];
  const head = [
    ...(schema ? [`yaml-language-server: $schema=${kind}.schema.json`] : []),
    `A ${says} (${typeCode}), written with selfbill new.`,
    `Change what you need, then run selfbill create-${kind} with the name of this file.`,
  ];
  const yaml = writeYaml(movedTo(folder, namedOnly(written.document)), kind, { head });
  return desk.output.write(folder, basename(path), yaml, { replace });
}

/** Copies the schema, with which an editor can complete and check the file. Keeps an existing schema. */
async function bringSchema(kind: DocumentKind, folder: string, desk: Desk): Promise<boolean> {
  const templates = templateFolder();
  if (templates === undefined) return false;
  const bytes = await desk.files.read(join(templates, "schema", `${kind}.schema.json`));
  if (!bytes.ok) return false;
  const brought = await desk.output.write(folder, `${kind}.schema.json`, bytes.value);
  if (brought.ok)
    desk.say(`Beside it: ${kind}.schema.json, by which an editor checks the file. selfbill does not need it.`);
  return brought.ok || brought.problems.every(({ code }) => code === "file-exists");
}

/** Removes a supplier's data if it is in the book, so that later corrections in the book apply to the file. */
function namedOnly(document: SelfBilledDocument): SelfBilledDocument {
  if (!("supplier" in document)) return document;
  const { accounting_supplier_party: _, ...rest } = document;
  return rest;
}

/** Makes attachment paths relative to the folder. */
function movedTo(folder: string, document: SelfBilledDocument): SelfBilledDocument {
  if (folder === "." || document.attachments === undefined) return document;
  const attachments = document.attachments.map((each) =>
    typeof each.file_path === "string" ? { ...each, file_path: relative(folder, each.file_path) } : each,
  );
  return { ...document, attachments };
}
