import type { StatusLeg, StatusSnapshot, ToldMember } from "../contract/index.ts";
import { documentKinds, gulfTime } from "../document/index.ts";
import type { PlacedResult, StatusResult, Style } from "../report/index.ts";
import { alsoSays, alsoTold, toldText } from "./also-told.ts";
import { safe } from "./safe.ts";
import {
  documentTypeSays,
  mlsSays,
  participantSays,
  processSays,
  reasonSays,
  stateSays,
  transmissionSays,
} from "./status-words.ts";
import { renderTable } from "./table.ts";
import { verdictOf } from "./verdict.ts";

/** The status of documents: one result on top of each, then its two legs, then the findings with their places. */
export function renderStatuses(results: readonly StatusResult[], verbose: boolean, style: Style): string {
  const shown = results.filter((result) => result.kind !== undefined);
  return shown.map((result) => renderStatus(result, verbose, style)).join(style.isTerminal ? "\n" : "");
}

function renderStatus(result: StatusResult, verbose: boolean, style: Style): string {
  return [
    renderHead(result, style),
    diagnostics(result, style),
    result.snapshot ? legs(result, verbose, style) : "",
    result.findings.length > 0 && result.rules !== undefined && style.isTerminal
      ? `  Checked before sending by PINT AE ${safe(result.rules.edition)}.\n`
      : "",
    result.findings.length > 0 ? findings(result.findings, verbose, style) : "",
    alsoTold([...(result.more ?? []), ...(result.snapshot?.more ?? [])], alsoSays, style),
    verbose && result.snapshot ? alsoTold(recordOf(result.snapshot), "Status record", style) : "",
    ...result.saved.map((path) => `${style.isTerminal ? "Saved  " : "Saved\t"}${safe(path)}\n`),
  ].join("");
}

/** Who it is and the verdict. */
export function renderHead(result: StatusResult, style: Style): string {
  const { word, sentence } = verdictOf(result);
  const tone = { good: style.good, bad: style.bad, open: style.warn }[result.standing];
  const sign = { good: "✓", bad: "✗", open: "…" }[result.standing];
  const kind =
    result.kind === "sales-credit-note" ? "sales credit note" : documentKinds[result.kind ?? "credit-note"].says;
  const number = result.documentNumber ?? result.asked;
  if (!style.isTerminal) {
    const cells = [number, result.id, kind, word, sentence];
    return `${cells.map(safe).join("\t")}\n`;
  }
  const name = `${style.strong(safe(number))}  ${kind}${number === result.id ? "" : `  ${style.faint(safe(result.id))}`}`;
  return `${name}\n${tone(`${sign} ${safe(word)}`)}\n${paragraph(safe(sentence), style.width)}`;
}

/** What the document says of its two sides: diagnostics, never the verdict. */
function diagnostics({ sides }: StatusResult, style: Style): string {
  const told = [
    ["participant status", sides.participant],
    ["FTA status", sides.fta],
  ].flatMap(([name, word]) => (name === undefined || word === undefined ? [] : [[name, word] as const]));
  if (told.length === 0) return "";
  if (!style.isTerminal) return told.map((cells) => `${["Diagnostics", ...cells].map(safe).join("\t")}\n`).join("");
  const text = told.map(([name, word]) => `${name} ${safe(word)}`).join(", ");
  return style.faint(paragraph(`Diagnostics: ${text}`, style.width));
}

/** What identifies the status itself. */
function recordOf({
  record,
  documentUuid,
  documentType,
  issuedBy,
  issuedTo,
  lastUpdated,
}: StatusSnapshot): ToldMember[] {
  const told = [
    ["id", record.id],
    ["uuid", record.uuid],
    ["document", documentUuid],
    ["document type", documentType],
    ["issued by", issuedBy],
    ["issued to", issuedTo],
    ["last news", gulfTime(lastUpdated) || undefined],
  ] as const;
  return told.flatMap(([name, value]): ToldMember[] => (value === undefined ? [] : [[name, value]]));
}

/** A sentence in lines that fit below the verdict. */
function paragraph(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width - 2) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `  ${each}\n`).join("");
}

/** Who accepts a document gives no reason. */
const unknown = (label: string): string => (/^(?:Reason|Also told)$/.test(label) ? "" : "not known yet");

type Row = readonly [label: string, read: (leg: StatusLeg) => string | undefined];

function rows({ names }: StatusResult, verbose: boolean): readonly Row[] {
  const plain: Row[] = [
    ["From", (leg) => participantSays(leg.senderId, names)],
    ["To", (leg) => participantSays(leg.receiverId, names)],
    ["Document type", (leg) => documentTypeSays(leg.docTypeId)],
    ["Transmission", (leg) => transmissionSays(leg.transmission)],
    ["Answer (MLS)", (leg) => mlsSays(leg.mls)],
    ["Reason", (leg) => reasonSays(leg.mls)],
    ["Last news", (leg) => gulfTime(leg.lastUpdated)],
    ["Also told", (leg) => toldText(leg.more)],
  ];
  const more: Row[] = [
    ["Process", (leg) => processSays(leg.processId)],
    ["Country", (leg) => leg.country],
    ["Transmission id", (leg) => leg.transmissionUuid],
    ["Message id", (leg) => leg.transmission?.messageId],
    ["Conversation id", (leg) => leg.transmission?.conversationId],
  ];
  return verbose ? [...plain, ...more] : plain;
}

function legs(result: StatusResult, verbose: boolean, style: Style): string {
  const { toC3, toC5, more = [] } = result.snapshot ?? {};
  // A table of nothing would deny what the service said in its own way, below.
  if (toC3 === undefined && toC5 === undefined && more.length > 0) return "";
  const receiver = result.kind === "sales-credit-note" ? "Buyer's side (C3)" : "Supplier's side (C3)";
  const told = rows(result, verbose).map(([label, read]) => [label, toC3 && read(toC3), toC5 && read(toC5)] as const);
  return renderTable(
    {
      columns: ["", receiver, "Tax authority (C5)"],
      rows: [
        ["State", stateSays(toC3, result.overallStatus), stateSays(toC5, result.overallStatus)],
        ...told
          .filter(([, c3, c5]) => c3 || c5)
          .map(([label, c3, c5]) => [label, c3 || unknown(label), c5 || unknown(label)]),
      ],
    },
    style,
  );
}

/** In a pipe the columns are always the same; a terminal is spared those that are empty, and begins with the place in the file. */
function findings(placed: readonly PlacedResult[], verbose: boolean, style: Style): string {
  const isScreen = style.isTerminal;
  const inFile = isScreen && placed.some(({ where }) => where?.file !== undefined);
  const place = ["In your file"];
  const table = renderTable(
    {
      columns: [
        ...(inFile ? place : []),
        ...["What is wrong", "Flag", "Rule"],
        ...(isScreen ? [] : [...place, "Location", "Test", "Also told"]),
      ],
      rows: placed.map(({ result, where }) => [
        ...(inFile ? [placeOf(where)] : []),
        ...[result.text ?? "no text", result.flag ?? "", result.reasonCode ?? ""],
        ...(isScreen ? [] : [placeOf(where), result.location ?? "", result.test ?? "", toldText(result.more ?? [])]),
      ]),
    },
    style,
  );
  if (!style.isTerminal) return table;
  return table + placed.map((each) => below(each, verbose, style)).join("");
}

function placeOf(where: PlacedResult["where"]): string {
  if (where?.file === undefined) return "";
  return where.line === undefined ? where.file : `${where.file}:${where.line}`;
}

/** The line of the user's file, and on demand what the network says for troubleshooting. */
function below({ result, where }: PlacedResult, verbose: boolean, style: Style): string {
  const excerpt = where?.excerpt?.trimEnd();
  const lines = [
    ...(excerpt && where?.line !== undefined ? [`${String(where.line).padStart(5)} | ${safe(excerpt)}`] : []),
    ...(result.more ?? []).map(([name, value]) => style.faint(`      ${safe(name)}  ${safe(value)}`)),
    ...(verbose && result.location ? [style.faint(`      location  ${safe(result.location)}`)] : []),
    ...(verbose && result.test ? [style.faint(`      test      ${safe(result.test)}`)] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
