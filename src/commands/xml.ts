import { basename } from "node:path";
import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { prepare } from "../prepare/index.ts";
import {
  fail,
  type Outcome,
  ok,
  outcomeOf,
  type Problem,
  problem,
  stoppingOutcome,
  suggest,
} from "../problem/index.ts";
import { pathLines, referHidden } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { toXml } from "../ubl/index.ts";
import { defineCommand, editionOption, serviceOptions, text } from "./command.ts";

export const xml = defineCommand({
  words: "xml [files...]",
  summary: "write the UBL XML of documents, to read or validate with other tools",
  help: "The buyer comes from the profile; without a profile the XML has no buyer. A missing document number becomes DRAFT. Sends nothing.",
  group: "For programs and integrators",
  practice: "own books",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.xml],
  options: {
    ...serviceOptions,
    ...editionOption,
    out: text("--out <dir>", "write one .xml file for each document into this folder"),
  },
  examples: [
    { type: "selfbill xml march.yaml --sandbox", does: "prints the UBL with the sandbox's buyer" },
    { type: "selfbill xml *.yaml --out ubl", does: "writes one file for each document" },
  ],
  input(words, options) {
    if (words.length === 0)
      return fail(problem("bad-usage", "No document was named.", `Type: ${suggest`xml FILE`} [--out DIR]`));
    if (words.length > 1 && options.out === undefined)
      return fail(problem("bad-usage", "Several files need a folder.", "Add --out DIR."));
    return ok({ words, options });
  },
  async run({ words, options }, desk): Promise<Report> {
    const profile = await desk.profile(options);
    if (!profile.ok && (options.sandbox || options.profile !== undefined)) return stopped(...profile.problems);
    const known = profile.ok ? profile.value : undefined;
    const outcomes: Outcome[] = [];
    const problems: Problem[] = [];
    const documents: { file: string; xml: string }[] = [];
    for (const file of words) {
      const version = known?.serviceVersion ?? serviceVersions.stable;
      const prepared = await prepare(file, { version, profile: known }, desk);
      problems.push(...prepared.problems);
      outcomes.push(prepared.tree ? "done" : stoppingOutcome(prepared.problems));
      if (prepared.tree) documents.push({ file, xml: toXml(prepared.tree) });
    }
    const written = await write(documents, options.out, desk);
    const outcome = written.problems.length > 0 ? "local_state" : outcomeOf(outcomes);
    const data = {
      documents: documents.map((each, index) => ({
        file: each.file,
        out: written.paths[index] ?? null,
        ...(options.out === undefined ? { xml: each.xml } : {}),
      })),
    };
    const xml = documents.map((each) => each.xml).join("");
    const printed = desk.dataStyle.isTerminal ? referHidden(xml) : xml;
    const shown = options.out === undefined ? printed : pathLines(written.paths);
    return {
      outcome,
      sandbox: known?.sandbox ?? false,
      view: { view: "raw", text: shown, data },
      problems: [...problems, ...written.problems],
    };
  },
});

async function write(documents: readonly { file: string; xml: string }[], folder: string | undefined, desk: Desk) {
  const paths: string[] = [];
  const problems: Problem[] = [];
  if (folder === undefined) return { paths, problems };
  const taken = new Set<string>();
  for (const { file, xml: content } of documents) {
    const stem = file === "-" ? "document" : basename(file).replace(/\.[^.]*$/, "");
    let name = `${stem}.xml`;
    for (let again = 2; taken.has(name); again += 1) name = `${stem}-${again}.xml`;
    taken.add(name);
    const done = await desk.output.write(folder, name, content);
    if (done.ok) paths.push(done.value);
    else problems.push(...done.problems);
  }
  return { paths, problems };
}

function stopped(...problems: Problem[]): Report {
  return { outcome: problems[0]?.outcome ?? "usage", sandbox: false, view: { view: "nothing" }, problems };
}
