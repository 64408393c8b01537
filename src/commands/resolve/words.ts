import { flag, type Input, serviceOptions, text } from "../command.ts";

/** Options of `resolve`. */
export const resolveOptions = {
  ...serviceOptions,
  check: flag("--check", "look at the service, and settle what it tells"),
  created: text("--created <id>", "it exists, under this id of the service"),
  notCreated: flag("--not-created", "it does not exist: you have looked at the service"),
  undo: flag("--undo", "take back how it was settled: it is in doubt again"),
  yes: flag("--yes", "with --not-created: without asking"),
} as const;

/** What was typed after `resolve`. */
export type ResolveInput = Input<typeof resolveOptions>;
