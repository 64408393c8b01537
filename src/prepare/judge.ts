import {
  buyerIdsOf,
  buyerRules,
  type ChosenRules,
  check,
  checkDocument,
  correctionOf,
  type Faults,
  type Finding,
  idsOf,
  ownFaults,
} from "../check/index.ts";
import { toWire } from "../contract/index.ts";
import {
  type Calculation,
  calculate,
  checkFields,
  customerPartyOf,
  type FieldProblem,
  notAllSeen,
  onlyKnown,
  type SelfBilledDocument,
  type Unknowns,
  unknownFields,
  withPlainIbans,
} from "../document/index.ts";
import { writeJson } from "../json/index.ts";
import { byPlace, type Problem, problem } from "../problem/index.ts";
import { fixOf, type SourceDocument, withSpots } from "../read/index.ts";
import { toUbl, type UblElement } from "../ubl/index.ts";
import { broken, mostFindings } from "./findings.ts";
import { uuidFrom } from "./fingerprint.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";
import { numberRoom, sizeProblems } from "./size.ts";
import { allowedUnknown, refusedUnknown } from "./unknown.ts";

/**
 * Checks the fields, then applies the rules to the UBL tree, then checks the size. A wrong value with one meaning counts
 * as that for the findings behind it, but never in the result: tree, amounts and body are those of the document as it is
 * written. `notChecked` names the rules that depend on a value without a single meaning.
 */
export function judge(
  source: SourceDocument,
  { edition, rules }: Pick<ChosenRules, "edition" | "rules">,
  options: PrepareOptions,
): Prepared {
  const { version, profile } = options;
  const { file, kind } = source;
  const document = withPlainIbans(source.document);
  const customer = profile?.businessProfile;
  const context = { kind, version, profile: customer };
  const fields = checkFields(document, context);
  const unknown = unknownFields(document, kind, { most: mostTold, allowed: allowedUnknown(options) });
  const isMisshapen = fields.some(({ spoils }) => spoils === "structure");
  // With so many errors, rules would not help: they are applied once these errors are corrected.
  const flooded = fields.length > mostTold || fields.includes(notAllSeen);
  if (options.sendAnyway ? isMisshapen : flooded)
    return {
      file,
      kind,
      problems: ofFields(source, fields, unknown, options),
      notChecked: idsOf(rules),
      isPartly: true,
    };
  const body = isMisshapen ? undefined : toWire(document, kind);
  const bodyText = body && writeJson(body);
  const uuid = uuidFrom(bodyText ?? "");
  const buyer = customer && customerPartyOf(customer);
  const treeOf = (asked: SelfBilledDocument, calculation: Calculation): UblElement =>
    toUbl(asked, { kind, customer: buyer, uuid, calculation });
  const calculation = isMisshapen ? undefined : calculate(document);
  const tree = calculation && treeOf(document, calculation);
  const ask = (asked: SelfBilledDocument): Finding[] => {
    const root = tree && asked === document ? tree : treeOf(asked, calculate(asked));
    const found = check(root, { edition: edition.id, rules, most: mostFindings });
    return [...found, ...checkDocument(asked, kind, rules)].filter(
      ({ id }) => customer !== undefined || !buyerRules.has(id),
    );
  };
  const known = (asked: SelfBilledDocument) => (unknown.first.length > 0 ? onlyKnown(asked, kind) : asked);
  const judged = options.sendAnyway
    ? asWritten(document, fields, rules, ask)
    : ownFaults({ document, fields, context, ask, onlyKnown: known });
  const problems = [
    ...ofFields(source, judged.fields, unknown, options),
    ...judged.findings.map((finding) => findingProblem(finding, source, options)),
    ...(bodyText === undefined ? [] : sizeProblems(document, bodyText, file, numberRoom(document, kind, profile))),
  ].sort(byPlace);
  const withoutBuyer = new Set(customer === undefined ? buyerIdsOf(rules) : []);
  const { unclear } = judged;
  const notChecked = idsOf(rules).filter((id) => withoutBuyer.has(id) || unclear?.has(id));
  const facts = { file, kind, problems, notChecked, ...(unclear ? { isPartly: true as const } : {}) };
  if (!calculation || !tree || !body || bodyText === undefined) return facts;
  const typed = document === source.document ? {} : { typed: toWire(source.document, kind) };
  return { ...facts, document, calculation, tree, body, bodyText, ...typed, spot: source.spot };
}

/** Judges a document without any value in place of what is written: with --send-anyway it may be sent as it is. */
function asWritten(
  document: SelfBilledDocument,
  fields: readonly FieldProblem[],
  rules: ChosenRules["rules"],
  ask: (document: SelfBilledDocument) => Finding[],
): Faults {
  if (fields.some(({ spoils }) => spoils === "amounts"))
    return { fields, findings: [], unclear: new Set(idsOf(rules)) };
  const told = new Set(fields.map(({ path }) => path));
  const findings = ask(document).filter(({ path }) => path === undefined || !told.has(path));
  return { fields, findings, unclear: undefined };
}

/** Maximum number of field problems reported per file; the user corrects them and checks again. */
const mostTold = 1_000;
/**
 * Maximum number of problems that are located in the file; if there are more, problems that the service is documented
 * to refuse (T1) come first.
 */
const mostPlaced = 10_000;
const tierOrder = (a: FieldProblem, b: FieldProblem): number => a.tier.localeCompare(b.tier);

/**
 * Returns field problems in file order; if there are very many, returns the first ones and a problem with the number of
 * omitted ones. --send-anyway turns all but T1 problems into warnings.
 */
function ofFields(
  source: SourceDocument,
  fields: readonly FieldProblem[],
  unknown: Unknowns,
  options: PrepareOptions,
): Problem[] {
  const tiers = new Map(fields.map(({ path, tier }) => [path, tier]));
  const refused = options.unknown?.refused ? refusedUnknown(unknown, source.file, options) : [];
  const placed = fields.length <= mostPlaced ? fields : fields.toSorted(tierOrder).slice(0, mostPlaced);
  const all = withSpots([...unknown.first, ...placed], source).map((each): Problem => {
    const tier = tiers.get(each.where?.path ?? "") ?? "T1";
    const softened = options.sendAnyway && each.severity === "error" && tier !== "T1";
    return softened ? { ...each, severity: "warning" } : each;
  });
  // A warning must not displace an error.
  const byWeight = all.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
  const cut = new Set(byWeight.slice(mostTold));
  const told = all.filter((each) => !cut.has(each));
  const more = cut.size + unknown.more + fields.length - placed.length;
  if (more === 0) return [...refused, ...told];
  const message = `${more.toLocaleString("en")} more ${more === 1 ? "finding is" : "findings are"} not shown.`;
  const severity = [...cut].some((each) => each.severity === "error") ? "error" : "warning";
  const hint = "Correct the errors shown, then check again.";
  return [...refused, ...told, problem("too-many-findings", message, hint, { where: { file: source.file }, severity })];
}

function findingProblem(finding: Finding, source: SourceDocument, options: PrepareOptions): Problem {
  const where = finding.path === undefined ? { file: source.file } : source.spot(finding.path);
  const found = broken(finding, where, fixOf(correctionOf(finding, source.document), source));
  return options.sendAnyway ? { ...found, severity: "warning" } : found;
}
