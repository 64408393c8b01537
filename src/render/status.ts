import {
  bothSides,
  type Meaning,
  peppolSnapshot,
  type StatusLeg,
  type StatusSnapshot,
  shownMembersOf,
  statusLeg,
  type ToldMember,
} from "../contract/index.ts";
import { documentKinds, gulfTime } from "../document/index.ts";
import type { StatusResult, Style } from "../report/index.ts";
import { standings } from "../states/index.ts";
import { alsoSays, alsoTold, toldText } from "./also-told.ts";
import { renderFindings } from "./findings.ts";
import { safe } from "./safe.ts";
import {
  answerBeside,
  memberSays,
  mlsSays,
  reasonSays,
  stateSays,
  stateWord,
  transmissionSays,
} from "./status-words.ts";
import { renderTable } from "./tables/table.ts";
import { verdictOf } from "./verdict.ts";

/** Shows the result, the legs, and the findings with their places. */
export function renderStatuses(results: readonly StatusResult[], verbose: boolean, style: Style): string {
  const shown = results.filter((result) => result.kind !== undefined);
  return shown.map((result) => renderStatus(result, verbose, style)).join(style.isTerminal ? "\n" : "");
}

function renderStatus(result: StatusResult, verbose: boolean, style: Style): string {
  const isPlain = style.isTerminal && !verbose;
  return [
    renderHead(result, style, verbose),
    isPlain && result.standing === "good" ? "" : diagnostics(result, style),
    result.snapshot ? legs(result, verbose, style) : "",
    result.findings.length > 0 && result.rules !== undefined && style.isTerminal
      ? `  Checked before sending by PINT AE ${safe(result.rules.edition)}.\n`
      : "",
    result.findings.length > 0
      ? renderFindings(
          result.findings,
          { title: result.standing === "good" ? "Remarks" : "What is wrong", verbose },
          style,
        )
      : "",
    alsoTold([...(result.more ?? []), ...(result.snapshot?.more ?? [])], alsoSays, style),
    verbose && result.snapshot ? alsoTold(recordOf(result.snapshot), "Status record", style) : "",
    ...result.saved.map((path) => `${style.isTerminal ? "Saved  " : "Saved\t"}${safe(path)}\n`),
  ].join("");
}

/**
 * Shows the document, its status and a sentence that explains the status. On a screen, the id of a numbered document is
 * shown only with `verbose`.
 */
export function renderHead(result: StatusResult, style: Style, verbose = false): string {
  const { word, sentence } = verdictOf(result);
  const { sign, tone } = standings[result.standing];
  const kind =
    result.kind === "sales-credit-note" ? "sales credit note" : documentKinds[result.kind ?? "credit-note"].says;
  const number = result.documentNumber ?? result.asked;
  if (!style.isTerminal) {
    const cells = [number, result.id, kind, word, sentence];
    return `${cells.map(safe).join("\t")}\n`;
  }
  const id = verbose && number !== result.id ? `  ${style.faint(safe(result.id))}` : "";
  const name = `${style.strong(safe(number))}  ${kind}${id}`;
  return `${name}\n${style[tone](`${sign} ${safe(word)}`)}\n${paragraph(safe(sentence), style.width)}`;
}

/** Shows the status that the document gives for each side, for diagnosis; it never determines the verdict. */
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

function recordOf(snapshot: StatusSnapshot): ToldMember[] {
  return shownMembersOf(peppolSnapshot, "verbose").flatMap(({ name, heading, means }): ToldMember[] => {
    const text = memberSays(means, snapshot[name]);
    return text ? [[heading, text]] : [];
  });
}

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

/**
 * Returns an empty string for members that are normally absent, such as the reason: a receiver that accepts the
 * document gives no reason.
 */
const unknown = (label: string): string => (/^(?:Reason|Also told)$/.test(label) ? "" : "not known yet");

type Row = readonly [label: string, read: (leg: StatusLeg) => string | undefined];

/** Groups in the service's answer, by their names in the contract. */
const groups: Readonly<Record<string, readonly Row[]>> = {
  transmissionResponse: [["Transmission", (leg) => transmissionSays(leg.transmissionResponse)]],
  mlsResponse: [
    ["Answer (MLS)", (leg) => mlsSays(leg.mlsResponse)],
    ["Reason", (leg) => reasonSays(leg.mlsResponse)],
  ],
};

function rows({ names }: StatusResult, verbose: boolean): readonly Row[] {
  type Holder = (leg: StatusLeg) => object | undefined;
  const row =
    (holder: Holder) =>
    ({ name, heading, means }: { readonly name: string; readonly heading: string; readonly means: Meaning }): Row => [
      heading,
      (leg) => memberSays(means, (holder(leg) as Readonly<Record<string, unknown>> | undefined)?.[name], names),
    ];
  const own = shownMembersOf(statusLeg, "screen").filter(({ name }) => name !== "status");
  const plain = Object.keys(statusLeg).flatMap(
    (member) => groups[member] ?? own.filter(({ name }) => name === member).map(row((leg) => leg)),
  );
  const told: Row = ["Also told", (leg) => toldText(leg.more)];
  if (!verbose) return [...plain, told];
  const ofTransmission = shownMembersOf(statusLeg.transmissionResponse.members ?? {}, "verbose");
  return [
    ...[...plain, told],
    ...shownMembersOf(statusLeg, "verbose").map(row((leg) => leg)),
    ...ofTransmission.map(row((leg) => leg.transmissionResponse)),
  ];
}

function legs(result: StatusResult, verbose: boolean, style: Style): string {
  const { toC3, toC5, more = [] } = result.snapshot ?? {};
  // An empty table would contradict the service's text below.
  if (toC3 === undefined && toC5 === undefined && more.length > 0) return "";
  if (style.isTerminal && !verbose) return plainLegs(result, style);
  const { undelivered } = bothSides(result.sides, result.snapshot);
  const receiver = result.kind === "sales-credit-note" ? "Buyer's side (C3)" : "Supplier's side (C3)";
  const told = rows(result, verbose).map(([label, read]) => [label, toC3 && read(toC3), toC5 && read(toC5)] as const);
  return renderTable(
    {
      columns: ["", receiver, "Tax authority (C5)"],
      rows: [
        [
          "State",
          stateSays("toC3", result.snapshot, result.overallStatus),
          stateSays("toC5", result.snapshot, result.overallStatus),
        ],
        ...told
          .filter(([, c3, c5]) => c3 || c5)
          .map(([label, c3, c5]) => [label, c3 || (undelivered ? "" : unknown(label)), c5 || unknown(label)]),
      ],
    },
    style,
  );
}

/** Rows for people: what the legs say in words, without the identifiers that --verbose adds. */
const plainRows = (names: StatusResult["names"]): readonly Row[] => [
  ["Message", messageOf],
  ["Time", ({ mlsResponse: mls, lastUpdated }) => timeOf(mls?.receivedAt ?? lastUpdated)],
  ["Receiver", ({ receiverId }) => memberSays("participant", receiverId, names)],
  ["Type", ({ docTypeId }) => memberSays("document-type", docTypeId).replace(/ \(urn:.*\)$/s, "")],
  [
    "Transmission",
    ({ transmissionResponse: sent }) => (isHanded(sent) ? toldText(sent?.more ?? []) : transmissionSays(sent)),
  ],
  ["Also told", ({ mlsResponse: mls, more }) => toldText([...(mls?.more ?? []), ...more])],
];

function plainLegs({ kind, names, sides, snapshot, overallStatus }: StatusResult, style: Style): string {
  const legs = [snapshot?.toC3, snapshot?.toC5] as const;
  const rows = plainRows(names).map(([label, read]) => [label, ...legs.map((leg) => (leg && read(leg)) || "")]);
  const told = bothSides(sides, snapshot);
  const tones = [told.c3, told.c5].map(({ yes, no }) => (no.length > 0 ? "bad" : yes.length > 0 ? "good" : undefined));
  return renderTable(
    {
      columns: ["", kind === "sales-credit-note" ? "Buyer's side (C3)" : "Supplier's side (C3)", "Tax authority (C5)"],
      rows: [
        ["Status", stateWord("toC3", snapshot, overallStatus), stateWord("toC5", snapshot, overallStatus)],
        ...rows.filter(([, c3, c5]) => c3 !== "" || c5 !== ""),
      ],
      paint: (text, row, column) => {
        const tone = row === 0 ? tones[column - 1] : undefined;
        return tone === undefined ? text : style[tone](text);
      },
    },
    style,
  );
}

const timeOf = (time: number | undefined): string =>
  time === undefined ? "" : gulfTime(time).slice(0, "2026-06-20 09:01".length);

/** The answer of the receiving side, where it is not the same as the status, with its reason. */
function messageOf(leg: StatusLeg): string {
  const parts = [answerBeside(leg), reasonSays(leg.mlsResponse)];
  return parts.filter((each) => each !== undefined).join(": ");
}

function isHanded(handed: StatusLeg["transmissionResponse"]): boolean {
  const isSuccess = /^success$/i.test(handed?.transmissionResult ?? "success");
  return isSuccess && handed?.transmissionError !== true && (handed?.transmissionErrors ?? []).length === 0;
}
