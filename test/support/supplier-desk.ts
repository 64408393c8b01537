import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { diskFiles } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { bookText, type Supplier } from "../../src/suppliers/index.ts";
import { type Given, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { settingsDesk } from "./settings-desk.ts";
import { suppliers } from "./suppliers-command.ts";

export function supplierDesk(book: Supplier[] = [], answers?: string[]) {
  const home = temporaryFolder();
  if (book.length > 0) {
    mkdirSync(join(home, "config"), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, "config", "suppliers.yaml"), bookText(book), { mode: 0o600 });
  }
  const left = [...(answers ?? [])];
  const asked: string[] = [];
  const desk = settingsDesk({ home });
  const ask = {
    ...desk.ask,
    possible: answers !== undefined,
    text: async (question: string) => {
      asked.push(question);
      const answer = left.shift();
      return answer === undefined ? fail(problem("interrupted", "You stopped.", "Again.")) : ok(answer);
    },
    question: async ({ message }: { message: string }) => {
      asked.push(message);
      const value = left.shift();
      return value === undefined
        ? fail(problem("interrupted", "You stopped.", "Again."))
        : ok({ is: "answer" as const, value });
    },
    confirm: async (question: string) => {
      asked.push(question);
      return ok(left.shift() === "yes");
    },
  };
  const output = { ...desk.output, absolute: (path: string) => path, write: diskOutput({}).write };
  const full = { ...desk, ask, output, files: diskFiles(process.stdin) };
  const run = (words: string, options: Given<typeof suppliers> = {}): Promise<Report> =>
    runCommand(suppliers, full, words.split(" "), options);
  const inBook = async (): Promise<readonly Supplier[]> => {
    const found = await full.suppliers();
    if (!found.ok) throw new Error(found.problems[0].message);
    return found.value.suppliers;
  };
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(home, name), content);
    return join(home, name);
  };
  return { run, inBook, file, asked, said: desk.said };
}
