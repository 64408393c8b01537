import { idOf, textNamed } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { idFileName } from "../disk/index.ts";
import { isJsonObject } from "../json/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import { safe } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import type { ReadAnswer } from "../send/index.ts";
import { statusName } from "../states/index.ts";
import { tableView } from "./answer/columns.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { anyWords, defineCommand, flag, serviceOptions, text } from "./command.ts";
import { type Fetched, fetchDocument } from "./follow/fetch-document.ts";
import { readAgain } from "./follow/read-again.ts";
import { kindOptions } from "./follow/subject.ts";

/**
 * Extensions by media type; a file name from the service is displayed, but never used to name a file. Source:
 * contract §13.11.
 */
const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "application/pdf": "pdf",
    "image/png": "png",
    "image/jpeg": "jpg",
    "text/csv": "csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/xml": "xml",
  }),
);

interface Item {
  readonly what: string;
  readonly name: string;
  readonly fetch: () => Promise<ReadAnswer<Uint8Array>>;
}

export const download = defineCommand({
  words: "download <id>",
  summary: "download a document's attachments and XML",
  help: `The ID may also be a document number. The files are named after the document's id: ID-1.pdf, ID.xml. The XML exists once the
document is APPROVED.`,
  group: "What is open",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ following }) => [following.downloaded],
  options: {
    ...serviceOptions,
    invoice: kindOptions.invoice,
    out: text("--out <dir>", "folder to write into (default: where you are)"),
    xml: flag("--xml", "the XML only"),
    attachments: flag("--attachments", "the attachments only"),
    force: flag("--force", "overwrite existing files"),
  },
  examples: [
    { type: "selfbill download SBC-2026-0001 --out evidence", does: "writes attachments and XML into evidence" },
    { type: "selfbill download SBC-2026-0001 --xml --force", does: "only the XML, replacing an older one" },
  ],
  input: anyWords,
  async run({ words, options }, desk): Promise<Report> {
    const connection = await desk.connect(options);
    if (!connection.ok) return stoppedBy(connection.problems);
    const { sandbox } = connection.value.profile;
    const found = await fetchDocument(words[0] ?? "", options, connection.value, desk);
    if (!found.ok) return stoppedBy(found.problems, sandbox);
    const both = options.xml === options.attachments;
    const attached = both || options.attachments ? attachments(found.value) : [];
    const approved = found.value.overallStatus === statusName.approved;
    const early = !approved && (both || options.xml) ? [notYet(found.value, options.xml)] : [];
    const items = [...attached, ...(approved && (both || options.xml) ? [xml(found.value)] : [])];
    const { rows, problems } = await write(items, options.out ?? ".", options.force, desk);
    const all = [...problems, ...early];
    return {
      outcome: all.find((each) => each.severity === "error")?.outcome ?? "done",
      sandbox,
      view: {
        ...tableView(rows, { What: "what", File: "path", Bytes: "bytes" }),
        data: { id: found.value.subject.id, files: rows },
        empty: "There is nothing to download.",
      },
      problems: all,
    };
  },
});

function attachments({ subject, kind, document }: Fetched): Item[] {
  const told = Array.isArray(document.attachments) ? document.attachments.filter(isJsonObject) : [];
  return told.flatMap((each, index) => {
    const id = idOf(each)?.id;
    if (id === undefined) return [];
    const ending = endings.get(textNamed(each, "fileType")?.toLowerCase() ?? "") ?? "bin";
    return [
      {
        what: textNamed(each, "fileName") ?? `attachment ${index + 1}`,
        name: `${idFileName(subject.id)}-${index + 1}.${ending}`,
        fetch: () => subject.service.attachment(kind, subject.id, id),
      },
    ];
  });
}

function xml({ subject, kind }: Fetched): Item {
  return { what: "UBL XML", name: `${idFileName(subject.id)}.xml`, fetch: () => subject.service.xml(kind, subject.id) };
}

function notYet({ subject, overallStatus }: Fetched, demanded: boolean): Problem {
  const message = `There is no XML yet: ${safe(subject.asked)} is ${safe(overallStatus ?? "without a status")}, and it comes once a document is APPROVED.`;
  const hint = `${suggest`status --save DIR`} writes what was sent so far.`;
  return problem("status-unknown", message, hint, { severity: demanded ? "error" : "warning" });
}

async function write(items: readonly Item[], folder: string, replace: boolean, desk: Desk) {
  const rows: { what: string; path: string; bytes: number }[] = [];
  const problems: Problem[] = [];
  for (const { what, name, fetch } of items) {
    const bytes = await readAgain(fetch, desk);
    if (!bytes.ok) {
      problems.push(...bytes.problems);
      continue;
    }
    const written = await desk.output.write(folder, name, bytes.value, { replace });
    if (written.ok) rows.push({ what, path: written.value, bytes: bytes.value.length });
    else problems.push(...written.problems.map(withForce));
  }
  return { rows, problems };
}

function withForce(found: Problem): Problem {
  return found.code === "file-exists"
    ? { ...found, hint: "Add --force to overwrite it, or --out another folder." }
    : found;
}
