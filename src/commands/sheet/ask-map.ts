import type { Choice, Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Proposal, ZeroMeaning } from "../../sheet/index.ts";

export const zeroMeans: Readonly<Record<ZeroMeaning, string>> = {
  "zero-rated": "zero-rated supply, such as an export (Z)",
  exempt: "exempt supply, such as bare land (E)",
  "reverse-charge": "reverse charge: you account for the VAT, such as for gold and diamonds between dealers (AE)",
  "out-of-scope": "out of scope of UAE VAT (O)",
};

interface Answers {
  readonly sheet: string | undefined;
  readonly zero: ZeroMeaning | undefined;
}

/**
 * Asks which sheet is meant and what a VAT rate of zero means, if the file does not show it. Problem without a
 * terminal: `bad-usage`, which names the option.
 */
export async function asked<W extends Answers>(
  given: W,
  propose: (wish: W) => Result<Proposal>,
  desk: Desk,
): Promise<Result<{ proposal: Proposal; wish: W }>> {
  let wish = given;
  for (;;) {
    const proposal = propose(wish);
    if (!proposal.ok) return proposal;
    const { sheetsOpen, zeroOpen } = proposal.value;
    if (sheetsOpen.length > 0) {
      const sheet = await askSheet(sheetsOpen, desk);
      if (!sheet.ok) return sheet;
      wish = { ...wish, sheet: sheet.value };
    } else if (zeroOpen !== undefined) {
      const zero = await askZero(zeroOpen, desk);
      if (!zero.ok) return zero;
      wish = { ...wish, zero: zero.value };
    } else return ok({ proposal: proposal.value, wish });
  }
}

function askSheet(names: readonly string[], desk: Desk): Promise<Result<string>> {
  const message = `More than one sheet could be meant: ${names.join(", ")}.`;
  const choices = names.map((name) => ({ value: name, name }));
  return choose(desk, {
    choices,
    question: "Which sheet has the documents that you want to send?",
    help: "Returns, summaries and ledgers are sheets of their own: one map is for one sheet.",
    refusal: () => fail(problem("bad-usage", message, "Name the sheet: --sheet NAME.")),
  });
}

async function askZero(
  { heading, count, what, may }: NonNullable<Proposal["zeroOpen"]>,
  desk: Desk,
): Promise<Result<ZeroMeaning>> {
  const rows = count === 1 ? "1 row has" : `${count.toLocaleString("en")} rows have`;
  const message = `${heading}: ${rows} ${what}, which can mean ${may.slice(0, -1).join(", ")} or ${may.at(-1)}; no column says which.`;
  const answer = await choose(desk, {
    choices: may.map((value) => ({ value, name: zeroMeans[value], short: value })),
    question: `${heading}: ${rows} ${what}. What is it?`,
    help: "The four have different consequences for your VAT return. Ask your tax adviser where you do not know.",
    refusal: () => fail(problem("bad-usage", message, "Say which: --zero-rate NAME, with one of these four names.")),
  });
  const value = answer.ok ? may.find((each) => each === answer.value) : undefined;
  if (!answer.ok) return answer;
  return value === undefined ? askZero({ heading, count, what, may }, desk) : ok(value);
}

interface Question {
  readonly choices: readonly Choice[];
  readonly question: string;
  readonly help: string;
  /** Returns the problem that is reported if there is no terminal. */
  readonly refusal: () => Result<never>;
}

async function choose(desk: Desk, { choices, question, help, refusal }: Question): Promise<Result<string>> {
  if (!desk.ask.possible || desk.asJson) return refusal();
  const reply = await desk.ask.question({
    form: "choose",
    message: question,
    help,
    explains: help,
    usual: undefined,
    choices,
  });
  if (!reply.ok) return reply;
  return reply.value.is === "answer" && typeof reply.value.value === "string" ? ok(reply.value.value) : refusal();
}
