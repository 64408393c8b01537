import {
  check as askTree,
  buyerIdsOf,
  buyerRules,
  checkDocument,
  correctionOf,
  idsOf,
  ownFaults,
  type Finding as RuleFinding,
} from "../check/index.ts";
import { serviceVersions } from "../contract/index.ts";
import {
  type BusinessProfile,
  calculate,
  checkFields,
  customerPartyOf,
  documentRemarks,
  notAllSeen,
  type SelfBilledDocument as PlainDocument,
  unknownFields,
  valueAt,
} from "../document/index.ts";
import { numbersAsText } from "../json/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { fixOf, guessKind, withSpots } from "../read/index.ts";
import { toUbl } from "../ubl/index.ts";
import { chosenRules } from "./chosen.ts";
import { findingOf, placed } from "./finding.ts";
import { broken, mostFindings, unjudged } from "./judged.ts";
import { plainDocument } from "./plain.ts";
import type { CheckOptions, DocumentVerdict, Given, ValidDocument } from "./types.ts";

/** Placeholder for the id, which does not exist before creation; no rule depends on its value. */
const noUuid = "00000000-0000-4000-8000-000000000000";

/**
 * Checks a document as `selfbill validate` does. If there are no errors (`ok`), the verdict contains the document,
 * with amounts as exact strings. For a document that was read from text, findings include line and column. Findings
 * have the codes that `explain` accepts: `missing-field`, `wrong-value`, `unknown-field` (a warning) and others, and
 * ids of rules such as `IBR-138-AE`.
 */
export function check(document: Given, options: CheckOptions = {}): DocumentVerdict {
  try {
    return judge(document, options ?? {});
  } catch (error) {
    return { ...unjudged(error), ok: false };
  }
}

function judge(given: Given, options: CheckOptions): DocumentVerdict {
  const { document: plain, kind: told, findings: misshapen, place } = plainDocument(given);
  const kind = options.kind ?? told ?? guessKind(plain);
  const chosen = chosenRules(options);
  const { edition, rules } = chosen;
  const before = [...misshapen, ...chosen.findings];
  if (before.length > 0) return { ok: false, kind, edition, findings: before, notChecked: [...idsOf(rules)] };
  const profile = options.buyer as BusinessProfile | undefined;
  const context = { kind, version: options.version ?? serviceVersions.stable, profile };
  const fields = checkFields(plain, context);
  const source = {
    file: "",
    format: "json" as const,
    kind,
    kindHint: undefined,
    looksLike: undefined,
    document: plain,
    isWritten: (path: string) => valueAt(plain, path) !== undefined,
    spot: (path: string, of?: "value" | "name") => ({ path, ...place(path, of) }),
  };
  const fieldsOf = (found: Parameters<typeof withSpots>[0]): Problem[] =>
    withSpots([...unknownFields(plain, kind).first, ...found], source);
  const verdict = (problems: readonly Problem[], notAsked: readonly string[]): DocumentVerdict => {
    const findings = placed(problems.map(findingOf), place);
    const facts = { kind, edition, findings, notChecked: [...notAsked] };
    const ok = findings.every(({ severity }) => severity === "warning");
    return ok ? { ok, ...facts, document: numbersAsText(plain as never) as ValidDocument } : { ok, ...facts };
  };
  if (fields.includes(notAllSeen)) return verdict(fieldsOf(fields), idsOf(rules));
  const ask = (asked: PlainDocument): RuleFinding[] => {
    const tree = toUbl(asked, {
      kind,
      uuid: noUuid,
      customer: profile && customerPartyOf(profile),
      calculation: calculate(asked),
    });
    const found = askTree(tree, { edition, rules, most: mostFindings });
    return [...found, ...checkDocument(asked, kind, rules)].filter(
      ({ id }) => profile !== undefined || !buyerRules.has(id),
    );
  };
  const own = ownFaults({ document: plain, fields, context, ask, onlyKnown: (asked) => asked });
  const withoutBuyer = new Set(profile === undefined ? buyerIdsOf(rules) : []);
  const notChecked = idsOf(rules).filter((id) => withoutBuyer.has(id) || own.unclear?.has(id));
  const isMisshapen = fields.some(({ spoils }) => spoils === "structure");
  const remarks = (isMisshapen ? [] : documentRemarks(plain, kind)).map(({ code, message, hint, path, atName }) =>
    problem(code, message, hint, { severity: "warning", where: { path, ...place(path, atName ? "name" : "value") } }),
  );
  return verdict(
    [
      ...fieldsOf(own.fields),
      ...own.findings.map((each) => broken(each, fixOf(correctionOf(each, plain), source))),
      ...remarks,
    ],
    notChecked,
  );
}
