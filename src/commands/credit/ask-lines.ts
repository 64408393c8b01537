import type { Desk } from "../../desk/index.ts";
import { amount, isDecimalText, type LineChoice, money } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { PreparedCredit } from "./credit-from.ts";

/**
 * Asks how much of each line is credited. An empty list credits everything that is left. Does not ask if an earlier
 * credit note credited lines in full, because the line numbers are then unknown. Problems: `interrupted`, `declined`.
 */
export async function linesAsked(
  { document, cap }: PreparedCredit,
  desk: Desk,
): Promise<Result<readonly LineChoice[]>> {
  const lines = document.document_lines ?? [];
  if (lines.length !== cap.invoice.lines.length) return ok([]);
  const how = await desk.ask.question({
    form: "choose",
    message: "How much is credited?",
    help: "",
    usual: "all",
    explains: "A part is credited by the quantity of each line.",
    choices: [
      { value: "all", name: "All that is left of the invoice" },
      { value: "part", name: "A part: I type the quantity of each line" },
    ],
  });
  if (!how.ok) return how;
  if (how.value.is === "back") return declined("You went back");
  if (how.value.value === "all") return ok([]);
  const chosen: LineChoice[] = [];
  for (const [at, { name, quantity = "" }] of lines.entries()) {
    const reply = await desk.ask.question({
      form: "text",
      message: `Line ${at + 1}: ${name ?? ""}, ${quantity}. Quantity to credit:`,
      help: "0 credits none of it.",
      explains: "Enter credits all that is left of this line.",
      usual: quantity,
      check: async (text) => refused(text.trim(), quantity),
    });
    if (!reply.ok) return reply;
    if (reply.value.is === "back") return declined("You went back");
    const typed = String(reply.value.value).trim();
    if (!money.isZero(amount(typed))) chosen.push({ position: at + 1, quantity: typed });
  }
  return chosen.length > 0 ? ok(chosen) : declined("No quantity is credited");
}

function refused(typed: string, left: string): string | undefined {
  if (!isDecimalText(typed) || typed.startsWith("-")) return "Type a quantity, such as 2 or 1.5.";
  return money.isPositive(money.subtract(amount(typed), amount(left))) ? `No more than ${left} is left.` : undefined;
}

const declined = (why: string): Result<never> =>
  fail(problem("declined", `${why}: nothing was sent.`, "Run the command again when you are ready."));
