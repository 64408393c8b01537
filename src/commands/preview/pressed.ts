import type { Press, Pressed } from "../../desk/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { renderPage, runningLine, safe } from "../../render/index.ts";
import type { Paper, Preview } from "../../report/index.ts";

export interface PrintedPaper {
  readonly preview: Preview;
  readonly paper: Paper;
  /** The document as UBL; undefined if it could not be built or fetched. */
  readonly xml: Uint8Array | undefined;
  /** Whether the document was sent, but the XML was made here and is not the service's copy. */
  readonly hasOwnXml: boolean;
}

/**
 * Makes a PDF with the XML attached under this name. XML that is not the delivered copy is marked as such, in its name
 * and on the page. Returns warnings about what could not be drawn.
 */
export function pressedPaper(
  printed: PrintedPaper,
  name: string,
  press: Press,
): { readonly bytes: Uint8Array; readonly problems: readonly Problem[] } {
  const { preview, paper, xml } = printed;
  const isOwn = xml !== undefined && printed.hasOwnXml;
  const page = renderPage(preview, { ...paper, hasOwnXml: isOwn });
  const { bytes, missed, withoutLogo } = press.press({
    page,
    issueDate: preview.document.issue_date,
    running: safe(runningLine(preview, paper)),
    attached: xml && { name: isOwn ? `${name}-not-delivered-copy.xml` : `${name}.xml`, bytes: xml },
    logo: paper.logo,
  });
  return { bytes, problems: pressProblems(preview.file, { missed, withoutLogo }) };
}

/** Warns about characters and a logo that could not be drawn. `called` is the document's name. */
export function pressProblems(called: string, { missed, withoutLogo }: Omit<Pressed, "bytes">): Problem[] {
  return [...(missed.length === 0 ? [] : [charactersMissing(called, missed)]), ...(withoutLogo ? [noLogo] : [])];
}

const noLogo = problem(
  "bad-setting",
  "The logo cannot be drawn in a PDF, so it was left out.",
  "Save it again as PNG: selfbill profile set --logo FILE",
  { severity: "warning" },
);

function charactersMissing(file: string, missed: readonly string[]): Problem {
  const some = missed.slice(0, 10).join(" ") + (missed.length > 10 ? " …" : "");
  const message = `The fonts of the PDF do not have ${missed.length === 1 ? "a character" : "characters"} of ${file}: ${some}. Their codes are printed in their place.`;
  const hint = "The page has them: --html PAGE.html, and print it in a browser.";
  return problem("characters-missing", message, hint, { severity: "warning" });
}
