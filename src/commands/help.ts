import type { Desk } from "../desk/index.ts";
import { nearest } from "../document/index.ts";
import { headOf, topicFile, topics } from "../manual/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { renderMarkdown } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand } from "./command.ts";

/** Shows a page of the manual. The help of a command itself (`help create-invoice`) is main's business. */
export const help = defineCommand({
  words: "help [topic]",
  summary: "the manual by topic, or the help of a command",
  help: "Without a topic the topics are listed. Needs no account and no network.",
  options: {},
  examples: [
    { type: "selfbill help sending", does: "shows how documents are sent exactly once" },
    { type: "selfbill help create-invoice", does: "shows the options of a command" },
  ],
  async run({ words: [topic] }, desk): Promise<Report> {
    if (topic === undefined) return listed(desk);
    const name = topic.toLowerCase();
    if (!(topics as readonly string[]).includes(name)) return stoppedBy([unknown(topic)]);
    const page = await pageOf(name, desk);
    if (!page.ok) return stoppedBy(page.problems);
    const text = renderMarkdown(page.value, desk.dataStyle);
    const data = { topic: name, title: headOf(page.value).title, markdown: page.value };
    return { outcome: "done", sandbox: false, view: { view: "raw", text, data }, problems: [] };
  },
});

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
    rows.push([topic, headOf(page.value).says]);
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
