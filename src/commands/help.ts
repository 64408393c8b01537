import packageJson from "../../package.json" with { type: "json" };
import type { Desk } from "../desk/index.ts";
import { nearest } from "../document/index.ts";
import { pageHead, topicFile, topics } from "../manual/index.ts";
import { exitCodes, fail, ok, outcomeTable, problem, type Result } from "../problem/index.ts";
import { manPage, renderMarkdown } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { variables } from "../settings/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { type Command, defineCommand, everywhere, type Options, onTheWay, talks } from "./command.ts";

/** Shows a page of the manual. The help of a command itself (`help create-invoice`) is main's business. */
export const helpOf = (commands: readonly Loadable[]) =>
  defineCommand({
    words: "help [topic]",
    summary: "the manual by topic, or the help of a command",
    help: `Without a topic the topics are listed. Needs no account and no network. "man" prints the manual page of all commands.`,
    options: {},
    examples: [
      { type: "selfbill help sending", does: "shows how documents are sent exactly once" },
      { type: "selfbill help man > selfbill.1 && man -l selfbill.1", does: "shows the manual page" },
      { type: "selfbill help create-invoice", does: "shows the options of a command" },
    ],
    input([topic]) {
      const name = topic?.toLowerCase();
      const isKnown = name === undefined || name === "man" || (topics as readonly string[]).includes(name);
      return isKnown ? ok(name) : fail(unknown(topic ?? ""));
    },
    async run(name, desk): Promise<Report> {
      if (name === undefined) return listed(desk);
      if (name === "man") return printed(await manualOf(commands));
      const page = await pageOf(name, desk);
      if (!page.ok) return stoppedBy(page.problems);
      const text = renderMarkdown(page.value, desk.dataStyle);
      const data = { topic: name, title: pageHead(page.value).title, markdown: page.value };
      return { outcome: "done", sandbox: false, view: { view: "raw", text, data }, problems: [] };
    },
  });

/** A command, and how to get all of it. */
type Loadable = { readonly load: () => Promise<Command<Options>> };

function printed(text: string): Report {
  return { outcome: "done", sandbox: false, view: { view: "raw", text, data: { text } }, problems: [] };
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
        ...(talks(command) ? described(onTheWay) : []),
      ],
      examples: command.examples.map(({ type, does }) => ({ term: type, does })),
    })),
    exitCodes: outcomeTable.map(({ outcome, means }) => ({ term: `${exitCodes[outcome]} ${outcome}`, does: means })),
    environment: variables.map(({ names, means }) => ({ term: names.join(", "), does: means })),
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

async function listed(desk: Desk): Promise<Report> {
  const rows: string[][] = [];
  for (const topic of topics) {
    const page = await pageOf(topic, desk);
    if (!page.ok) return stoppedBy(page.problems);
    rows.push([topic, pageHead(page.value).says]);
  }
  const data = { topics: rows.map(([topic, says]) => ({ topic, says })) };
  desk.say("To read one: selfbill help TOPIC. For the commands: selfbill --help");
  return {
    outcome: "done",
    sandbox: false,
    view: { view: "table", columns: ["Topic", "What it says"], rows, data, empty: "" },
    problems: [],
  };
}

function unknown(topic: string) {
  const near = nearest(topic, [...topics]);
  const hint =
    near === undefined
      ? "selfbill help lists the topics, selfbill --help the commands."
      : `Did you mean selfbill help ${near}?`;
  return problem("bad-usage", `The manual has no topic ${JSON.stringify(topic)}.`, hint);
}
