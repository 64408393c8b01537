import { succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand } from "../../commands/command.ts";
import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { lookUp } from "./look.ts";
import { completionScripts } from "./scripts.ts";
import { type Completable, wantedAfter } from "./words.ts";

export const completionOf = (commands: readonly Completable[]) =>
  defineCommand({
    words: "completion <bash|zsh|fish|powershell|words> [words...]",
    summary: "print the script that completes selfbill commands in your shell with TAB",
    help: `It completes commands, options, their values, files, and the numbers of your documents from the journal. Put this into the file that your
shell reads when it starts:
  bash, ~/.bashrc: source <(selfbill completion bash)
  zsh, ~/.zshrc, below compinit: source <(selfbill completion zsh)
  fish: selfbill completion fish > ~/.config/fish/completions/selfbill.fish
  PowerShell, $PROFILE:
    selfbill completion powershell | Out-String | Invoke-Expression

words is for these scripts: it lists what may be the last word, one a line, with its meaning after a tab.`,
    group: "For administrators",
    practice: "no difference",
    facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
    answers: ({ checking }) => [checking.printed],
    options: {},
    examples: [{ type: "source <(selfbill completion bash)", does: "completes in this bash from now on" }],
    input([shell = "", ...words]): Result<{ readonly script: string } | { readonly words: readonly string[] }> {
      // Some shells replace an empty word with a space.
      if (shell === "words") return ok({ words: words.map((word) => (word.trim() === "" ? "" : word)) });
      if (Object.hasOwn(completionScripts, shell) && words.length === 0)
        return ok({ script: completionScripts[shell as keyof typeof completionScripts] });
      const message = `There is no completion for ${JSON.stringify([shell, ...words].join(" "))}.`;
      return fail(problem("bad-usage", message, "Type selfbill completion bash, zsh, fish or powershell."));
    },
    async run(wish, desk): Promise<Report> {
      return shown("script" in wish ? wish.script : await candidates(wish.words, commands, desk));
    },
  });

function shown(text: string): Report {
  return succeeded({ view: "raw", text, data: { text } });
}

/**
 * Values are inserted unquoted into the command line, and some come from a service, so nothing that a shell could
 * interpret is offered.
 */
const plain = /^[A-Za-z0-9@_][A-Za-z0-9._/@+-]*$/;

async function candidates(words: readonly string[], commands: readonly Completable[], desk: Desk): Promise<string> {
  const wanted = await wantedAfter(words, commands);
  const looked = (await lookUp(wanted.look, desk)).filter(([value]) => plain.test(value));
  const lines = [...wanted.values, ...looked].map(
    ([value, says]) => `${value}\t${safe(says).replaceAll("\t", " ").slice(0, 100)}\n`,
  );
  return `${lines.join("")}${wanted.paths === undefined ? "" : `:${wanted.paths}\n`}`;
}
