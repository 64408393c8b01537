import type { Choice, Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";

/** Returns the problem for a user who stopped; nothing is saved. */
export const stoppedByPerson = () =>
  fail(problem("declined", "You stopped. Nothing was kept or sent.", "Run the same command again to begin anew."));

/** Asks the user to choose; `explains` is shown when the user types `?`. Problems: `declined`, `interrupted`. */
export async function choose(
  desk: Desk,
  message: string,
  choices: readonly Choice[],
  explains: string,
  usual: string | undefined = undefined,
): Promise<Result<string>> {
  const reply = await desk.ask.question({
    form: "choose",
    message: safe(message),
    help: "",
    explains,
    usual,
    choices: choices.map((each) => ({ ...each, name: safe(each.name) })),
  });
  if (!reply.ok) return reply;
  return reply.value.is === "answer" && typeof reply.value.value === "string"
    ? ok(reply.value.value)
    : stoppedByPerson();
}

/** Repeats the question until `wrong` finds no error in the text. Problems: `declined`, `interrupted`. */
export async function askText(
  desk: Desk,
  message: string,
  explains: string,
  { usual = "", wrong = () => undefined }: { usual?: string; wrong?: (text: string) => string | undefined } = {},
): Promise<Result<string>> {
  const reply = await desk.ask.question({
    form: "text",
    message: safe(message),
    help: "",
    explains,
    usual,
    check: async (text) => wrong(text.trim()),
  });
  if (!reply.ok) return reply;
  return reply.value.is === "answer" && typeof reply.value.value === "string"
    ? ok(reply.value.value.trim())
    : stoppedByPerson();
}
