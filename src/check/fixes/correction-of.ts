import type { Correction, SelfBilledDocument } from "../../document/index.ts";
import { allRules } from "../registry.ts";
import type { Finding } from "../rule.ts";

const fixes = new Map(allRules.flatMap(({ id, fix }) => (fix ? [[id, fix] as const] : [])));

/** Returns the one correction of a finding, if its rule has one for this document. */
export function correctionOf({ id, path }: Finding, document: SelfBilledDocument): Correction | undefined {
  return path === undefined ? undefined : fixes.get(id)?.(document, path);
}
