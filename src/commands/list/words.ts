import { overallStatuses, type Stage, stages } from "../../states/index.ts";
import { allCompaniesOption } from "../answer/all-companies.ts";
import { periodOptions } from "../answer/period.ts";
import { answerOption } from "../answer/supplier-answers.ts";
import { flag, list, serviceOptions, text, type Values } from "../command.ts";
import { day, oneOf, outputForm, someOf, whole } from "../kinds.ts";

/** `delivered` is another word for the stage `approved`. */
const stageNames = [...(Object.keys(stages) as readonly Stage[]), "delivered"] as const;

export const listOptions = {
  ...serviceOptions,
  ...allCompaniesOption,
  ...periodOptions,
  supplier: text("--supplier <name>", "only this supplier: its TRN, or a part of its name", { look: "supplier" }),
  state: someOf("--state <state>", (states) => `only these: ${states}; repeatable`, stageNames),
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
  status: oneOf("--status <status>", "only this overall status", overallStatuses),
  date: day("--date <YYYY-MM-DD>", "only this issue date"),
  page: whole("--page <number>", "one kind: which page of the service, from 1 (default 1)", {
    ...{ least: 1, most: 999_999, such: 2 },
  }),
  size: whole("--size <number>", "one kind: documents per page (default 20; 100 where all are read)", {
    ...{ least: 1, most: 999, such: 100 },
  }),
  output: outputForm("how to write it", ["xlsx"]),
  out: list("--out <file>", "write it into a file: .xlsx or .csv; repeatable"),
  force: flag("--force", "overwrite the files of --out"),
} as const;

export type ListWords = Values<typeof listOptions>;
