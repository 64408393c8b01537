import { serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { MissingField, Proposal } from "../../sheet/index.ts";
import { notSent } from "../answer/submission-results.ts";
import { checkDocuments } from "../create/check-documents.ts";
import { subjectsIn } from "../create/subjects.ts";
import { contentOf, openSheetFile } from "../sheet/drafts.ts";
import { cellsInWords, documentsShown, fieldsOfRules, fieldsWithoutColumn, type Tried } from "../sheet/proposal.ts";

const proposedMap = "the proposed map";

export interface TriedMap {
  readonly missing: readonly MissingField[];
  readonly tried: readonly Tried[];
  /** Messages about the sheet and its cells. */
  readonly found: readonly string[];
  /** Invalid values in the map itself, by field path. */
  readonly wrong: ReadonlyMap<string, string>;
}

/** Checks the first documents of the list with the proposed map. */
export async function tryMap(
  { file, sheet }: { readonly file: string; readonly sheet: string | undefined },
  proposal: Proposal,
  desk: Desk,
  most = documentsShown,
): Promise<TriedMap> {
  const { fieldInWords } = await import("../../sheet/index.ts");
  const mapContent = new TextEncoder().encode(proposal.preview());
  const opened = await openSheetFile(
    file,
    undefined,
    { map: proposedMap, mapContent, sheet, dateOrder: undefined },
    desk,
  );
  if (!opened.ok) return { tried: [], missing: [], found: opened.problems.map(inWords), wrong: new Map() };
  const drafts = opened.value.drafts.slice(0, most);
  const prepared: Prepared[] = [];
  const told = (each: Prepared) => {
    prepared.push(each);
    return notSent(each);
  };
  const { all } = subjectsIn({ ...opened.value, drafts, problems: [] });
  const version = serviceVersions.stable;
  const how = { kind: opened.value.kind, version, profile: undefined };
  await checkDocuments(all, how, { told, keep: false }, desk);
  // A missing value can hide other missing ones, so fill in valid values and check again.
  const firstOnes = prepared.slice();
  const again = all.flatMap((subject, at) => {
    const missing = (firstOnes[at]?.problems ?? []).filter(isMissing).flatMap(({ where }) => where?.path ?? []);
    const made = drafts[at]?.made;
    return made && missing.length > 0 ? [{ ...subject, content: contentOf(made.mended(missing), made.kind) }] : [];
  });
  await checkDocuments(again, how, { told, keep: false }, desk);
  const more = prepared.slice(firstOnes.length);
  const tried = drafts.flatMap((draft, at): Tried[] => {
    const each = firstOnes[at];
    return each === undefined ? [] : [{ draft, prepared: each }];
  });
  const known = new Set(drafts.flatMap(({ made }) => made.problems));
  const others = tried.flatMap((each) => each.prepared.problems.filter((one) => !isMissing(one) && !known.has(one)));
  return {
    tried,
    missing: fieldsWithoutColumn([...firstOnes, ...more], fieldInWords),
    found: [...opened.value.problems.map(inWords), ...cellsInWords(opened.value.drafts), ...others.map(inWords)],
    wrong: new Map(others.flatMap(wrongInMap)),
  };
}

/** Returns the field path and message of an error in the map itself. */
const wrongInMap = ({ severity, message, where }: Problem): [string, string][] =>
  severity === "error" && where?.file === proposedMap && where.path !== undefined
    ? [[withoutNumbers(where.path), message]]
    : [];

const withoutNumbers = (path: string): string => path.replace(/\[\d+\]/g, "");

const inWords = ({ message }: Problem): string => message;
const isMissing = ({ code }: Problem): boolean =>
  code === "missing-field" || code === "scenario-field-missing" || Object.hasOwn(fieldsOfRules, code);
