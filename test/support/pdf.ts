import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { absentPrograms } from "./browser.ts";
import { leavesOut } from "./left-out.ts";
import { temporaryFolder } from "./run-selfbill.ts";

/** Whether tests that read PDFs are left out. */
export const noPdfPrograms = leavesOut(absentPrograms(["pdftotext", "pdfdetach", "pdfinfo", "pdffonts"]));

/** What one of poppler's programs says of a PDF. */
function said(program: string, words: readonly string[], pdf: Uint8Array): string {
  const file = join(temporaryFolder(), "a.pdf");
  writeFileSync(file, pdf);
  return execFileSync(
    program,
    words.map((word) => (word === "PDF" ? file : word)),
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
}

export const pdfInfo = (pdf: Uint8Array): string => said("pdfinfo", ["PDF"], pdf);
export const pdfFonts = (pdf: Uint8Array): string => said("pdffonts", ["PDF"], pdf);
/** The pages, each as its text without the signs that only steer directions and line breaks. */
export const pdfPages = (pdf: Uint8Array): string[] =>
  said("pdftotext", ["-raw", "-enc", "UTF-8", "PDF", "-"], pdf)
    .replace(/\p{Cf}/gu, "")
    .split("\f")
    .slice(0, -1);

/** The one file in a PDF. */
export function pdfAttachment(pdf: Uint8Array): { readonly name: string; readonly bytes: Buffer } {
  const out = join(temporaryFolder(), "attached");
  const listed = said("pdfdetach", ["-list", "PDF"], pdf);
  said("pdfdetach", ["-save", "1", "-o", out, "PDF"], pdf);
  return { name: /^1: (.*)$/m.exec(listed)?.[1] ?? "", bytes: readFileSync(out) };
}

/**
 * The signs of a text, sorted, without Arabic letters: pdftotext reads those of a ligature the wrong way round, and those with a vowel sign
 * twice, so that they are only counted.
 */
export function signsOf(text: string): string {
  return Array.from(plain(text).replace(/[\u0600-\u06ff]/g, ""))
    .sort()
    .join("");
}

/** How often each Arabic letter is in a text, vowel signs left out. */
export function arabicIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [letter] of plain(text).matchAll(/[\u0620-\u064a]/g)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

const plain = (text: string): string => text.normalize("NFKC").replace(/[\s\p{Cf}]+/gu, "");
