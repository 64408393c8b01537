import { type Input, serviceOptions } from "../../commands/command.ts";
import { day } from "../../commands/kinds.ts";

export const rulesOptions = {
  sandbox: serviceOptions.sandbox,
  profile: serviceOptions.profile,
  since: day("--since <date>", "try: documents issued from this day on, YYYY-MM-DD (default: the last 90 days)"),
} as const;

export type RulesInput = Input<typeof rulesOptions>;
