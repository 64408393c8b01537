import { problemsOfApprovals } from "./problems-of-approvals.ts";
import { problemsOfDocuments } from "./problems-of-documents.ts";
import { problemsOfFiles } from "./problems-of-files.ts";
import { problemsOfOwnFiles } from "./problems-of-own-files.ts";
import { problemsOfSetup } from "./problems-of-setup.ts";
import { problemsOfSuppliersAndSheets } from "./problems-of-suppliers-and-sheets.ts";
import { problemsOfTheService } from "./problems-of-the-service.ts";

/**
 * Every problem code with its outcome, its meaning in a sentence, and its remedy. A new code belongs in the part of its
 * subject. A retired code is never used again.
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
