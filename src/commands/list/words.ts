import { overallStatuses, type Stage, stages } from "../../states/index.ts";
import { periodOptions } from "../answer/period.ts";
import { answerOption } from "../answer/supplier-answers.ts";
import { flag, list, serviceOptions, text, type Values } from "../command.ts";

/** What a state is called in a list, and typed after --state. */
export const stageNames = Object.keys(stages) as readonly Stage[];

export const listOptions = {
  ...serviceOptions,
  ...periodOptions,
  supplier: text("--supplier <name>", "only this supplier: its TRN, or a part of its name"),
  state: list("--state <state>", `only these: ${stageNames.join(", ")}; repeatable`),
  amount: text(
    "--amount <amount>",
    'only where net, total or payable is this amount, or in 1000-1100, 1000-, "over 1000"; in AED, too',
  ),
  ...answerOption,
  all: flag("--all", "of every month; for one kind: all pages of the service"),
  service: flag("--service", "ask the service first: current states, and documents that this journal does not have"),
  number: text("--number <number>", "only this document number"),
  invoiceNumber: text("--invoice-number <number>", "only credit notes that correct this invoice"),
  trn: text("--trn <trn>", "only those of the supplier with this TRN"),
  status: text("--status <status>", `only this overall status: ${overallStatuses.join(", ")}`),
  date: text("--date <YYYY-MM-DD>", "only this issue date"),
  page: text("--page <number>", "one kind: which page of the service, from 1 (default 1)"),
  size: text("--size <number>", "one kind: documents per page (default 20; 100 where all are read)"),
  output: text("--output <form>", "how to write it: table, plain (with tabs), csv or json"),
  out: list("--out <file>", "write it into a file: .xlsx or .csv; repeatable"),
  force: flag("--force", "overwrite the files of --out"),
} as const;

export type ListWords = Values<typeof listOptions>;
