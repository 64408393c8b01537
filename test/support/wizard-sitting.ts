import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { all } from "./left-out.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { TerminalRun } from "./terminal.ts";

/** A person using the wizard: a home, a working folder, and one terminal after another. */
export class Sitting {
  readonly home = temporaryFolder();
  readonly folder = temporaryFolder();

  start(
    words: readonly string[],
    more: { columns?: number; env?: Readonly<Record<string, string>> } = {},
  ): TerminalRun {
    return new TerminalRun(words, { home: this.home, cwd: this.folder, ...more });
  }

  file(name: string): string {
    return join(this.folder, name);
  }
}

/** Whether util-linux's pseudo-terminal is available; on other systems, `script` has different options. */
export const hasTerminal = /util-linux/.test(spawnSync("script", ["--version"]).stdout?.toString() ?? "");
/** Nearly every Linux system has the pseudo-terminal, so the quick run includes these tests. */
export const withoutTerminal = !hasTerminal && !all;

/** Answers the questions about the supplier; `keptAs` is the name under which it is saved in the book. */
export async function describeSupplier(run: TerminalRun, keptAs = ""): Promise<void> {
  await run.choose("Where is the supplier established?", "In the United Arab");
  await run.answer("Registered name", "Desert Lime Trading LLC");
  await run.answer("Name for daily use", "Desert Lime Trading");
  await run.answer("Name in Arabic");
  await run.answer("TRN", "100234567400003");
  await run.answer("TIN");
  await run.choose("How is the supplier registered?", "Trade licence");
  await run.answer("Registration number", "CN-1029384");
  await run.answer("Issuing authority", "Dubai Department of Economy and Tourism");
  await run.answer("Street and number", "Al Quoz Street 14");
  await run.answer("City", "Dubai");
  await run.choose("Emirate", "Dubai");
  await run.answer("E-mail address", "billing@desertlime.example");
  await run.answer("Telephone", "+97142000111");
  await run.answer("Keep it in your supplier book", keptAs);
  if (keptAs === "") return;
  await run.answer("Number of your self-billing agreement");
  await run.answer("Date of the agreement");
}

/** Answers the questions about the goods: forty boxes of tiles at 250.00. */
export async function describeGoods(run: TerminalRun): Promise<void> {
  await run.answer("What was supplied", "Ceramic floor tile");
  await run.answer("Description", "Ceramic floor tile 60x60 cm, box of 4");
  await run.answer("Quantity", "40");
  await run.choose("Unit", "box");
  await run.answer("Price of one", "250.00");
  await run.choose("VAT of this line", "Standard rate");
  await run.choose("Goods or services", "Goods");
  await run.answer("HS code", "69072100");
}

/** Accepts the defaults for the number and the dates. */
export async function takeUsualDates(run: TerminalRun): Promise<void> {
  await run.answer("Your own document number");
  await run.answer("Date of issue");
  await run.answer("Date on which payment is due");
}

/** Enters the same goods again for a supplier whose latest document provides most of the defaults. */
export async function takeGoodsOfLastTime(run: TerminalRun, quantity: string): Promise<void> {
  await run.answer("What was supplied");
  await run.answer("Description");
  await run.answer("Quantity", quantity);
  await run.choose("Unit", "box");
  await run.answer("Price of one", "250.00");
  await run.choose("VAT of this line", "Standard rate");
  await run.choose("Goods or services", "Goods");
  await run.answer("HS code");
}

/** Writes the file, sends it to the sandbox with one confirmation, and ends. */
export async function writeAndSend(run: TerminalRun, file: string): Promise<number> {
  await run.shows("No errors found.");
  await run.choose("What now?", "Correct: save");
  await run.answer("Name of the file", file);
  await run.choose("Send it to the sandbox?", "Yes");
  return run.ended();
}

/**
 * Ends the lines and answers all remaining questions; `goods` says whether the item book contains the goods.
 */
export async function payByTransfer(
  run: TerminalRun,
  account = "AE56 0990 0000 0123 4567 890",
  goods: "new" | "known" = account === "" ? "known" : "new",
): Promise<void> {
  await run.choose("What comes next?", "No more lines");
  if (goods === "new") await run.tick("Keep in your item book");
  await run.choose("Any discount or charge", "None");
  await run.choose("How do you pay?", "credit transfer");
  await run.answer("IBAN", account);
  await run.answer("Account holder");
  await run.tick("What else belongs on it?");
}

/**
 * Answers the questions for an ordinary invoice, with a supplier saved in the book as Lime, up to the last question.
 */
export async function answeredInvoice(sitting: Sitting): Promise<TerminalRun> {
  const run = sitting.start(["new", "invoice", "--sandbox"]);
  await run.tick("Which of these apply?");
  await describeSupplier(run, "Lime");
  await takeUsualDates(run);
  await run.answer("Date of supply");
  await run.answer("Currency");
  await describeGoods(run);
  await payByTransfer(run);
  return run;
}
