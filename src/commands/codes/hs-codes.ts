import type { Desk } from "../../desk/index.ts";
import { codeLists, findCodes, type NamedCode } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Preview } from "../../report/index.ts";
import { type HsHit, type Nomenclature, nomenclatureFile, nomenclatureOf } from "../../tariff/index.ts";

export interface HsCode extends NamedCode {
  readonly above: readonly { readonly code: string; readonly words: string; readonly arabic?: string }[];
}

/** Reads the Harmonized System that is installed with the program. Problem: `file-unreadable`. */
export async function readNomenclature({ files }: Pick<Desk, "files">): Promise<Result<Nomenclature>> {
  const file = nomenclatureFile();
  if (file === undefined) {
    const message = "The Harmonized System is missing from this installation.";
    return fail(problem("file-unreadable", message, "Install selfbill again: dist/hs-2022.csv.gz is missing."));
  }
  const bytes = await files.read(file);
  return bytes.ok ? ok(nomenclatureOf(bytes.value)) : bytes;
}

export async function withHsWords<P extends Pick<Preview, "document">>(
  previews: readonly P[],
  desk: Pick<Desk, "files">,
): Promise<readonly (P & Pick<Preview, "hsWords">)[]> {
  const codes = previews.flatMap(({ document: { document_lines: lines = [] } }) =>
    lines.flatMap(({ commodity_classification: of }) => of?.item_classification_code?.trim() || []),
  );
  const nomenclature = codes.length === 0 ? undefined : await readNomenclature(desk);
  if (!nomenclature?.ok) return previews;
  const hsWords = new Map(codes.map((code) => [code, wordsOf(nomenclature.value, code)]));
  return previews.map((preview) => ({ ...preview, hsWords }));
}

function wordsOf({ pathOf }: Nomenclature, code: string): string {
  const [, heading, subheading] = /^\d{4,12}$/.test(code) ? pathOf(code) : [];
  return (code.length < 6 ? heading : subheading)?.words ?? "";
}

export async function hsChapters(): Promise<ReadonlyMap<string, NamedCode>> {
  const chapters = await findCodes(
    "",
    codeLists.filter(({ name }) => name === "hs"),
  );
  return new Map(chapters.map((each) => [each.code, each]));
}

export function asCodes(hits: readonly HsHit[], chapters: ReadonlyMap<string, NamedCode>): HsCode[] {
  return hits.flatMap(({ chapter, heading, subheadings }) => {
    const above = { ...chapter, ...shortWords(chapters.get(chapter.code)) };
    return [
      { list: "hs", ...heading, above: [above] },
      ...subheadings.map((each) => ({ list: "hs", ...each, above: [above, heading] })),
    ];
  });
}

function shortWords(chapter: NamedCode | undefined): { words?: string; arabic?: string } {
  if (chapter === undefined) return {};
  return { words: chapter.words, ...(chapter.arabic === undefined ? {} : { arabic: chapter.arabic }) };
}

type CodeRow = Pick<NamedCode, "code" | "words">;

/** Sorts the best match first; chapters precede their headings, and headings precede their subheadings. */
export function hsRows(hits: readonly HsHit[], chapters: ReadonlyMap<string, NamedCode>): CodeRow[] {
  let before = "";
  return hits.flatMap(({ chapter, heading, subheadings }) => {
    const { words = chapter.words, arabic } = shortWords(chapters.get(chapter.code));
    const first =
      before === chapter.code ? [] : [{ code: chapter.code, words: arabic ? `${words} · ${arabic}` : words }];
    before = chapter.code;
    const below = subheadings.map(({ code, words: own }) => ({
      ...{ code, words: own === heading.words ? "all of this heading" : own },
    }));
    return [...first, { code: heading.code, words: heading.words }, ...below];
  });
}
