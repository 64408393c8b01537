import type { Desk } from "../../desk/index.ts";
import type { BusinessProfile } from "../../document/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import type { Paper } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { toXml } from "../../ubl/index.ts";
import { approvedAs } from "./approved.ts";
import type { PrintedPaper } from "./papers.ts";

/** How papers of files are made. */
export interface FilePapers {
  readonly approved: boolean;
  readonly connect: () => ReturnType<Desk["connect"]>;
  readonly serviceVersion: string | undefined;
  readonly profile: ServiceProfile | undefined;
}

/** The paper of a document that was read and judged; with `approved` as it was issued. Problems: those of the approval. */
export async function paperOfFile(
  prepared: Prepared,
  how: FilePapers,
  desk: Desk,
): Promise<Result<PrintedPaper | undefined>> {
  const { document, calculation, kind, rateDate, file, tree } = prepared;
  if (document === undefined || calculation === undefined) return ok(undefined);
  const issued = await issuedAs(prepared, how, desk);
  if (!issued.ok) return issued;
  const { paper, customer, xml } = issued.value;
  const preview = { file, kind, document, calculation, customer, rateDate };
  return ok({ preview, paper, xml: xml ?? (tree && new TextEncoder().encode(toXml(tree))) });
}

interface Issued {
  readonly paper: Paper;
  readonly customer: BusinessProfile | undefined;
  /** As the service has it. */
  readonly xml?: Uint8Array | undefined;
}

/** What is printed across the page, the number that the service gave, and the buyer; of an approved document the one it was issued with. */
async function issuedAs(prepared: Prepared, how: FilePapers, desk: Desk): Promise<Result<Issued>> {
  const { profile } = how;
  const mark = profile?.sandbox ? "SANDBOX" : undefined;
  if (!how.approved) return ok({ paper: { mark: mark ?? "DRAFT" }, customer: profile?.businessProfile });
  const connection = await how.connect();
  if (!connection.ok) return connection;
  const approved = await approvedAs(prepared, connection.value, how.serviceVersion, desk);
  if (!approved.ok) return approved;
  const { documentNumber, customer, xml } = approved.value;
  return ok({ paper: { mark, documentNumber }, customer: customer ?? profile?.businessProfile, xml });
}

/** Whether something is wrong with a document. */
export function isError({ severity }: Problem): boolean {
  return severity === "error";
}
