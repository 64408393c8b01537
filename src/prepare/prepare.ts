import type { Desk } from "../desk/index.ts";
import { byPlace, ok, type Problem } from "../problem/index.ts";
import { attachFiles, readDocument, readWritten, withRates } from "../read/index.ts";
import type { Filled } from "../suppliers/index.ts";
import { companyProblems } from "./company.ts";
import { judge } from "./judge.ts";
import { withNumberCode } from "./number-code.ts";
import { takeOwn } from "./own-fields.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";
import { remarksOn } from "./remarks.ts";
import { rulesFor } from "./rules-for.ts";
import { withSupplier } from "./supplier.ts";
import { withTaxAnswers } from "./tax-answers.ts";
import { withoutGroupWarnings } from "./vat-group.ts";
import { asMeant, wrongKind } from "./wrong-kind.ts";

/** Reads and checks a file, and reports all its problems at once. Never sends anything. */
export async function prepare(file: string, options: PrepareOptions, desk: Desk): Promise<Prepared> {
  const read = await readAndJudge(file, options, desk);
  const said = remarksOn(read, desk.now());
  const prepared = said.length === 0 ? read : { ...read, problems: [...read.problems, ...said].sort(byPlace) };
  const capped = options.cap ? { ...prepared, cap: options.cap } : prepared;
  return options.content ? { ...capped, unsaved: true } : capped;
}

async function readAndJudge(file: string, options: PrepareOptions, desk: Desk): Promise<Prepared> {
  const kind = options.kind ?? "invoice";
  const content = options.content ? ok(options.content) : await desk.files.read(file);
  if (!content.ok) return { file, kind, problems: content.problems };
  const { value } = content;
  const read =
    value instanceof Uint8Array ? readDocument(value, file, options.kind) : readWritten(value, file, options.kind);
  if (!read.ok) return { file, kind, problems: read.problems };
  const other = options.kind && read.value.kindHint;
  if (other && other !== kind) return { file, kind, problems: [wrongKind(read.value, other)] };
  const { source, corrects, company, problems: unclear } = takeOwn(read.value);
  const whose =
    company === undefined ? [] : await companyProblems(company, () => source.spot("company"), options, desk);
  const rated = withRates(source, options.rates ?? { of: {} });
  const filled = await withSupplier(rated.source, desk);
  const attached = await attachFiles(filled.source, desk.files);
  const chosen = rulesFor(read.value.document.issue_date, options, desk);
  // If the supplier is unknown, the rules would report all of its details as missing, so only the fields are checked.
  const known = filled.supplier !== undefined || !filled.problems.some(({ severity }) => severity === "error");
  const asked = known ? chosen : { ...chosen, rules: [] };
  const all = asMeant(judge(attached.ok ? attached.value : filled.source, asked, options), read.value, options);
  const ofGroup = await withoutGroupWarnings(all, filled.supplier, desk);
  const answered = await withTaxAnswers(ofGroup, filled.supplier, desk);
  const judged = await withNumberCode(answered, filled, options, desk);
  const found = [...filled.problems, ...rated.problems, ...unclear, ...whose];
  if (!attached.ok || found.some(({ severity }) => severity === "error"))
    return incomplete(judged, filled, found, attached.ok ? [] : attached.problems);
  const stands = corrects === undefined ? {} : { corrects };
  const facts = {
    chosen,
    ...stands,
    ...(company === undefined ? {} : { company }),
    ...named(filled),
    ...dated(judged, options),
  };
  return { ...judged, ...facts, problems: [...judged.problems, ...found].sort(byPlace) };
}

/**
 * Returns a document whose supplier, rate or attachment is missing: it never gets a tree or a body. The missing part
 * must not hide other errors, and is not reported twice.
 */
function incomplete(judged: Prepared, { supplier }: Filled, found: readonly Problem[], missing: readonly Problem[]) {
  const hidden = [...(missing.length === 0 ? [] : ["attachments"]), ...(supplier ? [] : ofSupplier)];
  const others = judged.problems.filter((each) => !hidden.some((field) => each.where?.path?.startsWith(field)));
  const problems = [...found, ...missing, ...others].sort(byPlace);
  const { file, kind, document, spot } = judged;
  return { file, kind, problems, ...(document && spot ? { document, spot } : {}) };
}

function named({ supplier }: Filled): Pick<Prepared, "supplier"> {
  return supplier === undefined ? {} : { supplier: supplier.supplier };
}

/** Returns the date of the exchange rate; a document in AED has no rate and so no date. */
function dated({ calculation }: Prepared, { rateDate }: PrepareOptions): Pick<Prepared, "rateDate"> {
  const foreign = calculation !== undefined && calculation.currency !== "AED";
  return rateDate === undefined || !foreign ? {} : { rateDate };
}

const ofSupplier = ["accounting_supplier_party", "payment_means"];
