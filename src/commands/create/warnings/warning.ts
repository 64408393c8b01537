import type { Desk } from "../../../desk/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";
import type { Remarks } from "../check-documents.ts";
import type { SupplierHistory } from "./supplier-history.ts";

/** The documents of one run, which are remarked on in their order. */
export interface WarnedRun {
  /** Absent where documents are only checked; then no journal is opened. */
  readonly profile: ServiceProfile | undefined;
  readonly desk: Desk;
  /** Documents that bill another part of the same supply; undefined where nothing is sent. */
  readonly partOf: readonly string[] | undefined;
  readonly history: SupplierHistory;
}

/** One thing that is remarked about a document before it is sent. It stops nothing, except as an error of its document. */
export interface Warning {
  readonly name: string;
  /** Begins a run; the function that it returns is called once for each document. */
  readonly begin: (run: WarnedRun) => Remarks;
}
