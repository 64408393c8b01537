import { basename, dirname } from "node:path";
import { toWire } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../document/index.ts";
import { writeJson } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { writeYaml } from "../read/index.ts";
import type { Report } from "../report/index.ts";
import {
  kindOfTree,
  type LeftOver,
  leftOver,
  locationOf,
  readXml,
  toDocument,
  toUbl,
  type UblElement,
} from "../ubl/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, flag, text } from "./command.ts";

/** A tree as a document, with everything that got lost on the way. */
interface Converted {
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  /** Warnings, in the order of the XML. */
  readonly losses: readonly Problem[];
}

export const convert = defineCommand({
  words: "convert <file>",
  summary: "turn a self-billed UBL XML file into a YAML document",
  help: `FILE is a UBL Invoice (389) or CreditNote (261), or a Tax Data Document with one inside; - reads standard input. Each element that
a document has no field for is told with its line. The buyer is not written: the service fills it in from your business profile.`,
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
  async run({ words, options }, desk): Promise<Report> {
    const [file = ""] = words;
    const bytes = await desk.files.read(file);
    if (!bytes.ok) return stoppedBy(bytes.problems);
    const root = readXml(bytes.value, file);
    if (!root.ok) return stoppedBy(root.problems);
    const made = converted(root.value, file);
    if (!made.ok) return stoppedBy(made.problems);
    const content = options.jsonFormat ? jsonOf(made.value) : yamlOf(made.value, root.value, file);
    return options.out === undefined
      ? shown(file, made.value, content)
      : written(options.out, file, made.value, content, desk);
  },
});

function converted(root: UblElement, file: string): Result<Converted> {
  const refused = notSelfBilled(root, file);
  if (refused) return fail(refused);
  const kind = kindOfTree(root);
  const document = toDocument(root);
  const uuid = root.first("cbc:UUID")?.text ?? "";
  const losses = leftOver(root, toUbl(document, { kind, uuid })).map((each) => lossOf(each, file));
  return ok({ kind, document, losses });
}

/** Another type code would make another document of it: who issues it, and whether it bears VAT. */
function notSelfBilled(root: UblElement, file: string): Problem | undefined {
  const { typeCode, says } = documentKinds[kindOfTree(root)];
  const element = root.first(root.name === "Invoice" ? "cbc:InvoiceTypeCode" : "cbc:CreditNoteTypeCode");
  if (element?.text.trim() === typeCode) return undefined;
  const at = element ?? root;
  const found = element ? `its type code is ${element.text.trim() || "empty"}` : "it has no type code";
  return problem(
    "not-self-billed",
    `This is no ${says}: ${found}, not ${typeCode}.`,
    "The service creates self-billed invoices (389) and credit notes (261) only.",
    { where: { file, line: at.line, column: at.column, location: locationOf(at) } },
  );
}

const amounts =
  /^\/\w+\/(?:cac:TaxTotal|cac:LegalMonetaryTotal|cac:\w+Line\[\d+\]\/cbc:LineExtensionAmount|cac:\w+Line\[\d+\]\/cac:ItemPriceExtension)/;

function lossOf({ element, attribute, text: says, instead }: LeftOver, file: string): Problem {
  const location = locationOf(element);
  const where = { file, line: element.line, column: element.column, location };
  const name = attribute === undefined ? location : `${location}/@${attribute}`;
  const shownText = says.length > 60 ? `${says.slice(0, 57)}…` : says;
  if (instead !== undefined && attribute === undefined && amounts.test(location)) {
    const message = `${name}: ${shownText} in the XML, ${instead} when it is calculated from the lines.`;
    return problem("amount-changed", message, "Compare both: the service calculates, and its amount counts.", {
      where,
      severity: "warning",
    });
  }
  const message =
    instead === undefined
      ? `${name}: “${shownText}” has no field in a selfbill document.`
      : `${name}: “${shownText}” becomes “${instead}”.`;
  return problem("not-carried-over", message, hintFor(element), { where, severity: "warning" });
}

function hintFor({ name, parent }: UblElement): string {
  if (name === "cbc:TaxPointDate")
    return "The service takes no VAT point date: write the date of supply into delivery.actual_delivery_date.";
  if (name === "cbc:ID" && /Line$/.test(parent?.name ?? "")) return "Lines are numbered 1, 2, 3 in their order.";
  return "Write it into note if the reader needs it, or leave it.";
}

function jsonOf({ document, kind }: Converted): string {
  return `${writeJson(toWire(document, kind), 2)}\n`;
}

function yamlOf({ document, kind, losses }: Converted, root: UblElement, file: string): string {
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

function shown(file: string, { losses }: Converted, content: string): Report {
  return {
    outcome: "done",
    sandbox: false,
    view: { view: "raw", text: content, data: { file, document: content } },
    problems: losses,
  };
}

async function written(
  out: string,
  file: string,
  { kind, losses }: Converted,
  content: string,
  desk: Desk,
): Promise<Report> {
  const done = await desk.output.write(dirname(out), basename(out), content);
  if (!done.ok) return stoppedBy(done.problems);
  const next = `selfbill validate ${out}`;
  const facts: [string, string][] = [
    ["Document", documentKinds[kind].says],
    ["Written to", out],
    ["Left over", losses.length === 0 ? "nothing" : String(losses.length)],
    ["Next", next],
  ];
  const data = { file, out: desk.output.absolute(out), left_over: losses.length, next };
  return { outcome: "done", sandbox: false, view: { view: "facts", facts, data }, problems: losses };
}
