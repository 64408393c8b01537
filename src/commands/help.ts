import packageJson from "../../package.json" with { type: "json" };
import type { Desk } from "../desk/index.ts";
import { nearest } from "../document/index.ts";
import { toldVariables } from "../environment/index.ts";
import { pageHead, topicFile, topics } from "../manual/index.ts";
import { exitCodes, fail, ok, outcomeTable, problem, problemTable, type Result, typed } from "../problem/index.ts";
import { manPage, renderMarkdown } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { type ColumnsOf, tableView } from "./answer/columns.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { anyWords, type Command, defineCommand, everywhere, flag, type Options, optionsBesides } from "./command.ts";
import { glossaryEntry } from "./explain/glossary.ts";
import { meanings, wordsAlike } from "./help/other-words.ts";
import { foundShape, type Passage, passagesAbout, sectionsOf } from "./help/search.ts";

/** Shows or searches the manual. main handles help for a command (`help create-invoice`). */
export const helpOf = (commands: readonly Loadable[]) =>
  defineCommand({
    words: "help [words...]",
    completes: { words: "help" },
    summary: "the manual by topic, its answers to your words, or the help of a command",
    help: `Without words the topics of the manual are listed. Words that are not a topic or a command are looked up in the manual, the commands and the
problem codes. Needs no account and no network. "all" lists every command; a command's name with --all shows its rare options too; "man"
prints the manual page of all commands, and so does --man.`,
    group: "Set up",
    practice: "no difference",
    facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
    answers: ({ answer, listOf, text, checking }) => [
      checking.topics,
      checking.page,
      checking.printed,
      answer({ words: text, found: listOf(foundShape.schema) }),
    ],
    options: { man: flag("--man", "print the manual page of all commands") },
    examples: [
      { type: "selfbill help sending", does: "shows how documents are sent exactly once" },
      { type: "selfbill help supplier did not accept", does: "finds what answers this, best first" },
      { type: "selfbill help create-invoice --all", does: "shows all options of a command" },
      { type: "selfbill help man > selfbill.1 && man -l selfbill.1", does: "shows the manual page" },
    ],
    input: anyWords,
    async run({ words, options: { man } }, desk): Promise<Report> {
      const name = words.length === 1 ? words[0]?.toLowerCase() : undefined;
      if (words.length === 0 && !man) return listed(desk);
      if (man || name === "man") return printed(await manualOf(commands));
      if (!(topics as readonly (string | undefined)[]).includes(name)) return found(words.join(" "), commands, desk);
      const page = await pageOf(name as string, desk);
      if (!page.ok) return stoppedBy(page.problems);
      const text = renderMarkdown(page.value, desk.dataStyle);
      const data = { topic: name, title: pageHead(page.value).title, markdown: page.value };
      return succeeded({ view: "raw", text, data });
    },
  });

type Loadable = { readonly load: () => Promise<Command<Options>> };

function printed(text: string): Report {
  return succeeded({ view: "raw", text, data: { text } });
}

async function manualOf(commands: readonly Loadable[]): Promise<string> {
  const described = (all: ReadonlyArray<readonly [string, string]>) => all.map(([term, does]) => ({ term, does }));
  const loaded = await Promise.all(commands.map((entry) => entry.load()));
  return manPage({
    version: packageJson.version,
    says: packageJson.description,
    everywhere: described(everywhere),
    commands: loaded.map((command) => ({
      words: command.words,
      summary: command.summary,
      help: command.help,
      options: [
        ...Object.values(command.options).map(({ flags, does }) => ({ term: flags, does })),
        ...described(optionsBesides(command)),
      ],
      examples: command.examples.map(({ type, does }) => ({ term: type, does })),
    })),
    exitCodes: outcomeTable.map(({ outcome, means }) => ({ term: `${exitCodes[outcome]} ${outcome}`, does: means })),
    environment: toldVariables.map(({ names, means }) => ({ term: Object.keys(names).join(", "), does: means })),
  });
}

async function pageOf(topic: string, desk: Desk): Promise<Result<string>> {
  const file = topicFile(topic);
  if (file === undefined) {
    const hint = "Install selfbill again: its folder src/manual is missing.";
    return fail(problem("file-unreadable", `The page ${topic} of the manual is missing.`, hint));
  }
  const bytes = await desk.files.read(file);
  return bytes.ok ? ok(Buffer.from(bytes.value).toString("utf8").replaceAll("\r\n", "\n")) : bytes;
}

/** Maximum number of results shown; if there are more, the user should refine the search. */
const mostFound = 8;

async function found(words: string, commands: readonly Loadable[], desk: Desk): Promise<Report> {
  const passages: Passage[] = [];
  for (const topic of topics) {
    const page = await pageOf(topic, desk);
    if (!page.ok) return stoppedBy(page.problems);
    passages.push(...sectionsOf(topic, page.value));
  }
  for (const { words: usage, summary, help = "" } of await Promise.all(commands.map((entry) => entry.load()))) {
    const [name = ""] = usage.split(" ");
    const meant = meanings.filter(({ command }) => command.split(" ")[1] === name).flatMap(({ words }) => words);
    passages.push({
      about: `${name}: ${summary}`,
      type: [`selfbill ${name} --help`],
      text: `${help} ${meant.join(" ")}`,
    });
  }
  const term = glossaryEntry(words);
  if (term)
    passages.push({
      about: `${term.word}: ${term.says}`,
      type: [`selfbill explain ${typed(term.word)}`],
      text: words,
      weight: 10,
    });
  for (const [name, { means, todo }] of Object.entries(problemTable))
    passages.push({ about: name, type: [`selfbill explain ${name}`], text: `${means} ${todo}`, weight: 0.7 });
  const hits = passagesAbout(words, passages, wordsAlike).slice(0, mostFound);
  if (hits.length === 0) return stoppedBy([unknown(words)]);
  const data = { words, found: hits.map((hit) => foundShape.json(hit)) };
  const columns: ColumnsOf<Passage> = { About: "about", "Type this": ({ type }) => type.join("; ") };
  return succeeded({ ...tableView(hits, columns), data, empty: "" });
}

async function listed(desk: Desk): Promise<Report> {
  const all: { topic: string; says: string }[] = [];
  for (const topic of topics) {
    const page = await pageOf(topic, desk);
    if (!page.ok) return stoppedBy(page.problems);
    all.push({ topic, says: pageHead(page.value).says });
  }
  desk.say("To read one: selfbill help TOPIC. For the commands: selfbill --help");
  const shown = tableView(all, { Topic: "topic", "What it says": "says" });
  return succeeded({ ...shown, data: { topics: all }, empty: "" });
}

function unknown(topic: string) {
  const near = nearest(topic, [...topics]);
  const hint =
    near === undefined
      ? "selfbill help lists the topics, selfbill --help the commands."
      : `Did you mean selfbill help ${near}?`;
  return problem("bad-usage", `The manual has no topic ${JSON.stringify(topic)}.`, hint);
}
