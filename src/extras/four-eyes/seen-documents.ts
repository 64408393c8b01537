import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { text } from "../../commands/command.ts";
import { aed } from "../../commands/kinds.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, money } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { approvedTotal, type Chosen } from "./chosen-documents.ts";
import type { JudgedRequest } from "./judge-request.ts";
import { approvalPage } from "./requested-list.ts";

export const seenOptions = {
  html: text("--html <file>", "a page with all documents in full, to look at first; the approval names it by its hash"),
  total: aed("--total <aed>", "what is approved must come to exactly this, AED with VAT, as the list says"),
} as const;

export interface SeenPage {
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly hash: string;
  /** Whether this run created the page, so that the user cannot have read it yet. */
  readonly isNew: boolean;
}

/** Above this number of documents, scripts must state what was reviewed. */
export const mostInFull = 10;

/** Reuses an existing file with the same content. Problems: `file-exists`, `output-unwritable`. */
export async function seenPage(file: string, judged: JudgedRequest, desk: Desk): Promise<Result<SeenPage>> {
  const page = approvalPage(judged.file, judged);
  const hash = createHash("sha256").update(page).digest("hex");
  const written = await desk.output.write(dirname(file), basename(file), page, { private: true });
  if (written.ok) return ok({ file: written.value, hash, isNew: true });
  if (written.problems[0].code !== "file-exists") return written;
  const there = await desk.files.read(file, page.length * 4 + 1024);
  if (there.ok && createHash("sha256").update(there.value).digest("hex") === hash)
    return ok({ file, hash, isNew: false });
  const message = `Nothing was approved: ${file} exists, and is not the page of this request as it is judged now.`;
  return fail(
    problem("file-exists", message, "Name another file, look at the page in it, then approve.", { where: { file } }),
  );
}

/**
 * Returns why approval is not possible without asking the user: the page has only just been written, the sum differs,
 * or a script gives neither a page nor a sum for more documents than can be shown in full. Problems: `needs-answer`,
 * `bad-usage`.
 */
export function whyNotSeen(
  chosen: readonly Chosen[],
  given: { readonly total: string | undefined; readonly yes: boolean },
  page: SeenPage | undefined,
  desk: Desk,
): Problem | undefined {
  const sum = money.sum(chosen.map(({ approved }) => approvedTotal(approved)));
  if (given.total !== undefined && !money.equal(sum, amount(given.total))) {
    const message = `Nothing was approved: --total says AED ${money.forPeople(amount(given.total))}, and the documents come to AED ${money.forPeople(sum)} with VAT.`;
    return problem("bad-usage", message, "Look at the list above; if it is as it should be, name its sum.");
  }
  if (!given.yes) return undefined;
  if (page?.isNew) {
    const message = `Nothing was approved: ${page.file} was written just now, so nobody has looked at it.`;
    return problem("needs-answer", message, "Open the page and look at it, then run the same command again.");
  }
  const count = chosen.reduce((most, { approved }) => Math.max(most, approved.length), 0);
  if (desk.ask.possible || count <= mostInFull || page !== undefined || given.total !== undefined) return undefined;
  const message = `Nothing was approved: a script with --yes approves more than ${mostInFull} documents only when it says what was looked at, and there are ${count}.`;
  return problem("needs-answer", message, "Look at the list above, then add --total AED or --html PAGE.html.");
}
