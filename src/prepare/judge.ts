import {
  buyerIdsOf,
  buyerRules,
  type ChosenRules,
  check,
  checkDocument,
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
  onlyKnown,
  type SelfBilledDocument,
  type Unknowns,
  unknownFields,
  withPlainIbans,
} from "../document/index.ts";
import { writeJson } from "../json/index.ts";
import { byPlace, type Problem, problem } from "../problem/index.ts";
import { type SourceDocument, withSpots } from "../read/index.ts";
import { toUbl, type UblElement } from "../ubl/index.ts";
import { broken, mostFindings } from "./findings.ts";
import { uuidFrom } from "./fingerprint.ts";
import type { Prepared, PrepareOptions } from "./prepared.ts";
import { numberRoom, sizeProblems } from "./size.ts";
import { allowedUnknown, refusedUnknown } from "./unknown.ts";

/**
 * Checks the fields, then applies the rules to the UBL tree, then checks the size. If errors in the fields make a
 * tree or the amounts impossible, the rules are not applied; if only the amounts are affected, `notChecked` names
 * those rules.
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
  const allowed = allowedUnknown(options);
  const unknown = unknownFields(document, kind, { most: mostTold, allowed });
  // With so many errors, rules would not help: they are applied once these errors are corrected.
  const flooded = fields.length > mostTold && !options.sendAnyway;
  if (flooded || fields.some((each) => each.spoils === "structure"))
    return { file, kind, problems: ofFields(source, fields, unknown, options) };
  const calculation = calculate(document);
  const body = toWire(document, kind);
  const bodyText = writeJson(body);
  const typed = document === source.document ? {} : { typed: toWire(source.document, kind) };
  const uuid = uuidFrom(bodyText);
  const buyer = customer && customerPartyOf(customer);
  const treeOf = (asked: SelfBilledDocument, calculated: Calculation): UblElement =>
    toUbl(asked, { kind, customer: buyer, uuid, calculation: calculated });
  const tree = treeOf(document, calculation);
  const ask = (asked: SelfBilledDocument, root: UblElement): Finding[] =>
    [...check(root, { edition: edition.id, rules, most: mostFindings }), ...checkDocument(asked, kind, rules)].filter(
      ({ id }) => customer !== undefined || !buyerRules.has(id),
    );
  const told = new Set(fields.map((each) => each.path));
  const spoilt = fields.some((each) => each.spoils === "amounts");
  const findings = (spoilt ? [] : ask(document, tree)).filter(({ path }) => path === undefined || !told.has(path));
  // A user who sends despite the findings wants to see what the network would say.
  const own = options.sendAnyway
    ? { fields, findings }
    : ownFaults(
        { fields, findings },
        unknown.first.length > 0 ? onlyKnown(document, kind) : document,
        context,
        (mended) => ask(mended, treeOf(mended, calculate(mended))),
      );
  const problems = [
    ...ofFields(source, own.fields, unknown, options),
    ...own.findings.map((finding) => findingProblem(finding, source, options)),
    ...sizeProblems(document, bodyText, file, numberRoom(document, kind, profile)),
  ].sort(byPlace);
  const notChecked = spoilt ? idsOf(rules) : customer === undefined ? buyerIdsOf(rules) : [];
  return { file, kind, document, calculation, tree, body, bodyText, ...typed, spot: source.spot, problems, notChecked };
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
  const found = broken(finding, where);
  return options.sendAnyway ? { ...found, severity: "warning" } : found;
}
