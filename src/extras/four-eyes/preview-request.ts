import { createHash } from "node:crypto";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { writeFiles } from "../../commands/answer/write-files.ts";
import type { AddedPreview, AddedWish } from "../../commands/preview/added.ts";
import { isError } from "../../commands/preview/from-files.ts";
import type { Desk } from "../../desk/index.ts";
import { fail, fileWord, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import { pathLines, renderPreview, renderRequested, safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { requestedShape } from "./decisions-report.ts";
import { mostRequestBytes, openedRequest, requestedDocuments } from "./judge-request.ts";
import { approvalPage, requestedList } from "./requested-list.ts";

export const requestPreview: AddedPreview = {
  answers: ({ approvals, answer, listOf }) => [
    answer({ ...approvals.previewedRequest, documents: listOf(requestedShape.schema) }),
  ],
  async preview(names, wish, desk) {
    const asked = await requestAmong(names, desk);
    if (!asked.ok) return asked;
    return ok(asked.value === undefined ? undefined : await previewRequest(asked.value, wish, desk));
  },
};

/**
 * Returns the approval request among the arguments; undefined if there is none. Problem: `bad-usage` if a request is
 * not the only argument.
 */
async function requestAmong(words: readonly string[], desk: Desk): Promise<Result<string | undefined>> {
  for (const word of words) {
    if (!/\.json$/i.test(word)) continue;
    const bytes = await desk.files.read(word, mostRequestBytes);
    const text = bytes.ok ? decode(bytes.value, word) : bytes;
    if (!text.ok || !/"selfbill"\s*:\s*"request\/1"/.test(text.value)) continue;
    if (words.length === 1) return ok(word);
    return fail(
      problem(
        "bad-usage",
        `${word} is a request, which is shown alone.`,
        `Type: ${suggest`preview ${fileWord(word)}`}`,
      ),
    );
  }
  return ok(undefined);
}

/** Shows a list of the documents, then each in full, or writes them as one page. Does not need a key or a profile. */
async function previewRequest(name: string, wish: AddedWish, desk: Desk): Promise<Report> {
  const wrong = wrongWish(name, wish);
  if (wrong) return stoppedBy([wrong]);
  const file = await openedRequest(name, desk);
  if (!file.ok) return stoppedBy(file.problems);
  const found = await requestedDocuments(file.value, name, desk);
  if (!found.ok) return stoppedBy(found.problems);
  const { documents, warnings, wrong: errors } = found.value;
  const { request, hash } = file.value;
  const sandbox = request.account.startsWith("sandbox:");
  const page = wish.html === undefined ? undefined : approvalPage(file.value, found.value);
  const files = wish.html === undefined || page === undefined ? [] : [{ path: wish.html, content: page }];
  const written = await writeFiles(files, wish.force, desk);
  if (!written.ok) return stoppedBy([...errors, ...written.problems], sandbox);
  const [path] = written.value;
  if (wish.open && path !== undefined && !(await desk.output.show(path)))
    desk.say(`It could not be opened on the screen. Open the file: ${safe(path)}`);
  const list = (): string =>
    renderRequested(requestedList(found.value, request.by.name), desk.dataStyle) +
    documents.map(({ preview }) => `\n${renderPreview(preview, desk.dataStyle)}`).join("");
  const data = {
    request: { sha256: hash, by: request.by.name, at: request.at, policy: request.policy },
    html: path ?? null,
    page_sha256: page === undefined ? null : createHash("sha256").update(page).digest("hex"),
    documents: documents.map(requestedShape.json),
  };
  const view = { view: "raw", text: path === undefined ? list() : pathLines([path]), data } as const;
  const problems = [...errors, ...warnings];
  return { outcome: problems.some(isError) ? "invalid" : "done", sandbox, view, problems };
}

function wrongWish(name: string, { html, pdf, approved }: AddedWish): Problem | undefined {
  const hint = `Type: ${suggest`preview ${name}`} [--html PAGE.html]`;
  if (pdf !== undefined || approved)
    return problem("bad-usage", "A request is shown on the screen or as a page.", hint);
  const isPage = html === undefined || /\.html?$/i.test(html);
  return isPage ? undefined : problem("bad-usage", "All documents of a request are one page.", hint);
}
