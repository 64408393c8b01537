import { toTaxData as reportOf } from "../ubl/index.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import type { Result, TaxDataOptions, UblTree } from "./types.ts";
import { elementOf, plainTree } from "./ubl-tree.ts";

/**
 * Creates the report to the tax authority about a UBL document (UAE Tax Data Document 1.0). The document must have
 * passed the check.
 */
export function toTaxData(tree: UblTree, options: TaxDataOptions): Result<UblTree> {
  return attempt(() => toTaxDataOf(tree, options));
}

function toTaxDataOf(tree: UblTree, options: TaxDataOptions): Result<UblTree> {
  const element = elementOf(tree);
  if (!element.ok) return element;
  const { issuedAt, receiverEndpoint, representative, ...rest } = options ?? {};
  const at = new Date(issuedAt);
  const findings = [
    ...(Number.isNaN(at.getTime()) ? [wrong("issuedAt is not a time.", 'Write "2026-06-15T08:00:00Z".')] : []),
    ...(isProvider(receiverEndpoint) ? [] : [wrong("receiverEndpoint is not an address.", 'Write "0242:…".')]),
    ...(isProvider(representative) ? [] : [wrong("representative is not an address.", 'Write "0242:…".')]),
  ];
  if (!isProvider(receiverEndpoint) || !isProvider(representative) || findings.length > 0) return refused(findings);
  const { reporter, transportId, resubmission = false } = rest;
  const report = {
    reporter,
    transportId: String(transportId),
    issuedAt: at,
    receiverEndpoint,
    representative,
    resubmission,
  };
  return made(plainTree(reportOf(element.value, report)));
}

function isProvider(address: unknown): address is `0242:${string}` {
  return typeof address === "string" && /^0242:./.test(address);
}
