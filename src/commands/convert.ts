import { basename, dirname } from "node:path";
import { toWire } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { documentKinds } from "../document/index.ts";
import { writeJson } from "../json/index.ts";
import { fileWord, suggest } from "../problem/index.ts";
import { writeYaml } from "../read/index.ts";
import { escapeHidden } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { documentIn, type FoundDocument, readXml, type UblElement } from "../ubl/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { anyWords, defineCommand, flag, text } from "./command.ts";

export const convert = defineCommand({
  words: "convert <file>",
  summary: "turn a self-billed UBL XML file into a YAML document",
  help: `FILE is a UBL Invoice (389) or CreditNote (261), or a Tax Data Document with one inside; - reads standard input. Each element that
a document has no field for is shown with its line. The buyer is not written: the service fills it in from your business profile.`,
  group: "For programs and integrators",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.converted, checking.convertedFile],
  options: {
    out: text("--out <file>", "write the document into this new file"),
    jsonFormat: flag("--json-format", "write the JSON of a request instead of YAML"),
  },
  examples: [
    {
      type: "selfbill convert received.xml --out received.yaml",
      does: "writes a document to look at, change and send",
    },
    { type: "selfbill convert received.xml --json-format", does: "prints the request's JSON" },
  ],
  input: anyWords,
  async run({ words, options }, desk): Promise<Report> {
    const [file = ""] = words;
    const bytes = await desk.files.read(file);
    if (!bytes.ok) return stoppedBy(bytes.problems);
    const root = readXml(bytes.value, file);
    if (!root.ok) return stoppedBy(root.problems);
    const made = documentIn(root.value, file);
    if (!made.ok) return stoppedBy(made.problems);
    const content = options.jsonFormat ? jsonOf(made.value) : yamlOf(made.value, root.value, file);
    return options.out === undefined
      ? shown(file, made.value, content)
      : written(options.out, file, made.value, content, desk);
  },
});

function jsonOf({ document, kind }: FoundDocument): string {
  return `${escapeHidden(writeJson(toWire(document, kind), 2))}\n`;
}

function yamlOf({ document, kind, losses }: FoundDocument, root: UblElement, file: string): string {
  const buyer = root.find("cac:AccountingCustomerParty", "cac:Party", "cac:PartyLegalEntity", "cbc:RegistrationName");
  const name = file === "-" ? "standard input" : basename(file);
  const head = [
    `A ${documentKinds[kind].says}, converted from ${name} by selfbill.`,
    ...(buyer
      ? [`The buyer there is ${buyer.text.trim()}; the service fills in yours from the business profile.`]
      : []),
    ...losses.map((each) => `Line ${each.where?.line}: ${each.message}`),
  ];
  return writeYaml(document, kind, { head });
}

function shown(file: string, { losses }: FoundDocument, content: string): Report {
  return succeeded({ view: "raw", text: content, data: { file, document: content } }, false, losses);
}

async function written(
  out: string,
  file: string,
  { kind, losses }: FoundDocument,
  content: string,
  desk: Desk,
): Promise<Report> {
  const done = await desk.output.write(dirname(out), basename(out), content);
  if (!done.ok) return stoppedBy(done.problems);
  const next = `${suggest`validate ${fileWord(out)}`}`;
  const facts: [string, string][] = [
    ["Document", documentKinds[kind].says],
    ["Written to", out],
    ["Left over", losses.length === 0 ? "nothing" : String(losses.length)],
    ["Next", next],
  ];
  const data = { file, out: desk.output.absolute(out), left_over: losses.length, next };
  return succeeded({ view: "facts", facts, data }, false, losses);
}
