import { type Environment, isCi, isSwitchedOn } from "../../environment/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Command } from "../command.ts";

export interface Typing {
  readonly command: Pick<Command, "words" | "practice" | "options">;
  readonly given: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  /** Whether both input and output are terminals. */
  readonly isTerminal: () => boolean;
}

/**
 * Whether the command runs in practice mode: with --sandbox, or if SELFBILL_PRACTICE is set. If the variable is set, a
 * command that applies only to real services fails. So does any command that uses a service or records, unless it runs
 * in a terminal session: a script would treat unsent documents as sent. Problem: `not-in-practice`.
 */
export function practised({ command, given, environment, isTerminal }: Typing): Result<boolean> {
  if (given.sandbox === true) return ok(true);
  if (!isSwitchedOn(environment.SELFBILL_PRACTICE)) return ok(false);
  if (command.practice === "no difference") return ok(true);
  if (command.practice === "refused") return fail(aboutRealService(nameOf(command)));
  return isTerminal() && !isCi(environment) ? ok(true) : fail(unattended());
}

const nameOf = ({ words }: Pick<Command, "words">): string => words.split(" ")[0] ?? words;

export function aboutRealService(name: string): Problem {
  const message = `Nothing was sent: SELFBILL_PRACTICE is set, and selfbill ${name} is about a real service.`;
  return problem("not-in-practice", message, "Unset it, then run the same command again: unset SELFBILL_PRACTICE");
}

function unattended(): Problem {
  const message = "Nothing was sent: SELFBILL_PRACTICE is set, and it counts at a terminal only, not in CI or a pipe.";
  return problem("not-in-practice", message, "To practise here, add --sandbox. Otherwise: unset SELFBILL_PRACTICE");
}
