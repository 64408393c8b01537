import { problemsOfApprovals } from "./problems-of-approvals.ts";
import { problemsOfDocuments } from "./problems-of-documents.ts";
import { problemsOfFiles } from "./problems-of-files.ts";
import { problemsOfOwnFiles } from "./problems-of-own-files.ts";
import { problemsOfSetup } from "./problems-of-setup.ts";
import { problemsOfSuppliersAndSheets } from "./problems-of-suppliers-and-sheets.ts";
import { problemsOfTheService } from "./problems-of-the-service.ts";

/**
 * Every problem code with its outcome, its meaning in one sentence, and its remedy. Add a new code to the part for
 * its subject. Never reuse a retired code.
 */
export const problemTable = {
  ...problemsOfFiles,
  ...problemsOfDocuments,
  ...problemsOfSuppliersAndSheets,
  ...problemsOfSetup,
  ...problemsOfTheService,
  ...problemsOfApprovals,
  ...problemsOfOwnFiles,
} as const;

export type ProblemCode = keyof typeof problemTable;
