import packageJson from "../../../package.json" with { type: "json" };
import { type Fix, type Problem, problemTable, type Spot } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { ShownRule, Verdict, VerdictFacts, VerdictSummary, VerdictWriter } from "../../report/index.ts";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

/** Where the applied rules are published. */
const informationUri = "https://docs.peppol.eu/poac/ae/";

/** Writes SARIF 2.1.0 with one run: rules, results, and what was not checked. */
export function sarifVerdicts(): VerdictWriter {
  const index = new Map<string, number>();
  let separator = "\n";
  return {
    begin: (facts) => {
      const rules = descriptors(facts.chosen.rules);
      rules.forEach(({ id }, at) => {
        index.set(id, at);
      });
      const run = { tool: { driver: driver(facts, rules) }, columnKind: "utf16CodeUnits" };
      return `{"$schema":"${schema}","version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)},"results":[`;
    },
    verdict: ({ file, problems }: Verdict) =>
      problems
        .map((each) => {
          const piece = `${separator}${JSON.stringify(result(each, file, index))}`;
          separator = ",\n";
          return piece;
        })
        .join(""),
    end: (summary) => `\n],"invocations":[${JSON.stringify(invocation(summary))}]}]}\n`,
  };
}

interface Descriptor {
  readonly id: string;
}

function descriptors(rules: readonly ShownRule[]): Descriptor[] {
  const official = rules.map((rule) => ({
    id: rule.id,
    shortDescription: { text: rule.says },
    fullDescription: { text: `${rule.says} ${rule.source}` },
    help: { text: rule.hint },
    defaultConfiguration: { level: rule.flag === "warning" ? "warning" : "error" },
  }));
  const own = Object.entries(problemTable)
    .filter(([code, { outcome }]) => outcome === "invalid" && code !== "rule-broken")
    .map(([id]) => ({ id, shortDescription: { text: `selfbill: ${id.replaceAll("-", " ")}` } }));
  return [...official, ...own];
}

function driver({ chosen: { ruleSet } }: VerdictFacts, rules: readonly Descriptor[]): Record<string, unknown> {
  const properties = { ruleSetVersion: ruleSet.version, ruleSetHash: ruleSet.hash };
  const { version } = packageJson;
  const fullName = `selfbill validate, ${ruleSet.version}`;
  return { name: "selfbill", fullName, version, semanticVersion: version, informationUri, rules, properties };
}

function result(
  { code, severity, message, hint, where, fix }: Problem,
  file: string,
  index: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const ruleIndex = index.get(code);
  const names = [where?.path, where?.location].filter((each) => each !== undefined && each !== "");
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: severity === "error" ? "error" : "warning",
    message: { text: `${safe(message)} ${safe(hint)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(where?.file ?? file) },
          ...regions(where ?? {}),
        },
        ...(names.length === 0
          ? {}
          : { logicalLocations: names.map((name) => ({ fullyQualifiedName: safe(name as string) })) }),
      },
    ],
    ...(fix?.safe && where !== undefined ? fixes(fix, where, where.file ?? file) : {}),
  };
}

/** Only for a value whose text stands unchanged at the place; a JSON number would also need quotes. */
function fixes(
  { edits: [edit, other] }: Fix,
  { line, column, excerpt = "" }: Spot,
  file: string,
): Record<string, unknown> {
  if (
    edit === undefined ||
    other !== undefined ||
    edit.from === null ||
    edit.to === null ||
    line === undefined ||
    column === undefined
  )
    return {};
  const quote = /^["']?/.exec(excerpt.slice(column - 1))?.[0].length ?? 0;
  const start = column + quote;
  if (!excerpt.startsWith(edit.from, start - 1) || (quote === 0 && /\.json$/i.test(file))) return {};
  // Without quotes only what YAML reads as the same text; a group or list in the place of a value is left alone.
  const isWritten = quote === 0 ? /^[A-Za-z0-9][\w .+-]*$/.test(edit.to) : !/["'\\]/.test(edit.to);
  if (!isWritten || /^[[{]/.test(edit.from)) return {};
  const deletedRegion = { startLine: line, startColumn: start, endColumn: start + edit.from.length };
  const replacements = [{ deletedRegion, insertedContent: { text: edit.to } }];
  return { fixes: [{ artifactChanges: [{ artifactLocation: { uri: fileUri(file) }, replacements }] }] };
}

/**
 * Includes the whole line as context, unless the place is the line itself (SARIF 2.1.0, 3.29.5). A finding about a
 * whole file is placed on its first line, because viewers ignore findings without a line.
 */
function regions({ line, column, excerpt }: NonNullable<Problem["where"]>): Record<string, unknown> {
  if (line === undefined) return { region: { startLine: 1 } };
  const region = { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
  if (excerpt === undefined) return { region };
  const snippet = { text: safe(excerpt) };
  if (column === undefined || column <= 1) return { region: { ...region, snippet } };
  return { region, contextRegion: { startLine: line, snippet } };
}

/** Returns a URI reference for a relative or absolute path, with `/` on every system. */
function fileUri(file: string): string {
  if (file === "-") return "stdin";
  const slashed = file.replaceAll("\\", "/");
  const encoded = slashed.split("/").map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "\uFFFD")));
  if (slashed.startsWith("/")) return `file://${encoded.join("/")}`;
  return /^[A-Za-z]:\//.test(slashed)
    ? `file:///${slashed.slice(0, 2)}/${encoded.slice(1).join("/")}`
    : encoded.join("/");
}

function invocation({ notChecked, outcome }: VerdictSummary): Record<string, unknown> {
  const note = {
    level: "note",
    message: { text: `Not checked, because the buyer is not known: ${notChecked.join(" ")}` },
  };
  return {
    executionSuccessful: outcome !== "internal",
    ...(notChecked.length === 0 ? {} : { toolConfigurationNotifications: [note] }),
  };
}
