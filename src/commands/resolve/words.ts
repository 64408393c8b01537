import { allCompaniesOption } from "../answer/all-companies.ts";
import { flag, type Input, serviceOptions, text } from "../command.ts";

export const resolveOptions = {
  ...serviceOptions,
  ...allCompaniesOption,
  check: flag("--check", "ask the service, and settle what it can prove"),
  created: text("--created <id>", "confirm that it exists, under this id"),
  notCreated: flag("--not-created", "confirm that it does not exist: you have looked in the service"),
  undo: flag("--undo", "take back the decision: it is in doubt again"),
  yes: flag("--yes", "with --not-created: without asking; with --created: also if no status is there yet"),
} as const;

export type ResolveInput = Input<typeof resolveOptions>;
