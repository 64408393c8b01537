import type { Desk } from "../../desk/index.ts";
import type { Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import type { AddedActions } from "../command.ts";
import type { PaperWish } from "./papers.ts";

export interface AddedWish extends PaperWish {
  readonly approved: boolean;
}

/** What an extra shows in `preview` of files that are not documents. */
export interface AddedPreview {
  readonly answers: AddedActions["answers"];
  /** Returns undefined if none of the names is such a file. */
  preview(names: readonly string[], wish: AddedWish, desk: Desk): Promise<Result<Report | undefined>>;
}
