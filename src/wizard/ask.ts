import { confirm, input, password } from "@inquirer/prompts";
import { fail, ok, problem, type Result } from "../problem/index.ts";

/** Streams of the terminal; questions go to `output` (stderr), so that stdout holds data only. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Questions over @inquirer. Ctrl-C answers with `interrupted`: nothing was sent. */
export function askAtTerminal(terminal: Terminal) {
  return {
    confirm: (question: string): Promise<Result<boolean>> =>
      answered(confirm({ message: question, default: false }, terminal)),
    secret: (question: string): Promise<Result<string>> =>
      answered(password({ message: question, mask: false }, terminal)),
    text: (question: string): Promise<Result<string>> => answered(input({ message: question }, terminal)),
  };
}

async function answered<T>(question: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await question);
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") {
      return fail(
        problem(
          "interrupted",
          "You stopped at a question: nothing was sent.",
          "Run the command again when you are ready.",
        ),
      );
    }
    throw error;
  }
}
