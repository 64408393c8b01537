import type { Desk } from "../../desk/index.ts";
import { codes } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";

/** The legal time limit for a credit note, as text with its source. */
export const creditNoteDays =
  "A tax credit note is to be issued within 14 days after the event that it corrects (Federal Decree-Law No. 8 of 2017, Article 62(2)).";

const none = "";

/** Returns the given reason or asks for one; undefined if none is given and there is no terminal. */
export async function reasonOf(
  given: string | undefined,
  desk: Desk,
  question = "Why is it corrected?",
): Promise<Result<string | undefined>> {
  if (given !== undefined || !desk.ask.possible) return ok(given);
  const choices = Object.entries(codes.discrepancyReasons).map(([value, says]) => ({
    value,
    name: says.charAt(0).toUpperCase() + says.slice(1),
  }));
  for (let message = question; ; message = "Which reason?") {
    const answer = await desk.ask.question({
      form: "choose",
      message,
      help: "It is a statement to the tax authority. An invoice that was written wrong: usually tax charged in error.",
      explains: creditNoteDays,
      usual: undefined,
      // Pressing Enter must not select a reason, because a reason is a statement to the tax authority.
      choices: [{ value: none, name: "(choose the reason below)", short: "none yet" }, ...choices],
    });
    if (!answer.ok) return answer;
    if (answer.value.is === "back" || typeof answer.value.value !== "string")
      return fail(problem("declined", "You went back: nothing was sent.", "Run the command again when you are ready."));
    if (answer.value.value !== none) return ok(answer.value.value);
  }
}
