import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { absentPrograms } from "./browser.ts";
import { leavesOut } from "./left-out.ts";
import { temporaryFolder } from "./run-selfbill.ts";

/** Whether to skip tests that read PDFs. */
export const noPdfPrograms = leavesOut(absentPrograms(["pdftotext", "pdfdetach", "pdfinfo", "pdffonts"]));

/** Runs one of Poppler's programs; returns its output. */
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
/** Returns the text of each page, without invisible format characters such as those for the writing direction. */
export const pdfPages = (pdf: Uint8Array): string[] =>
  said("pdftotext", ["-raw", "-enc", "UTF-8", "PDF", "-"], pdf)
    .replace(/\p{Cf}/gu, "")
    .split("\f")
    .slice(0, -1);

/** Returns the only attachment of a PDF. */
export function pdfAttachment(pdf: Uint8Array): { readonly name: string; readonly bytes: Buffer } {
  const out = join(temporaryFolder(), "attached");
  const listed = said("pdfdetach", ["-list", "PDF"], pdf);
  said("pdfdetach", ["-save", "1", "-o", out, "PDF"], pdf);
  return { name: /^1: (.*)$/m.exec(listed)?.[1] ?? "", bytes: readFileSync(out) };
}

/**
 * The characters of a string, sorted, without Arabic letters: pdftotext reverses those of a ligature and repeats
 * those with a vowel sign, so Arabic letters can only be counted.
 */
export function signsOf(text: string): string {
  return Array.from(plain(text).replace(/[\u0600-\u06ff]/g, ""))
    .sort()
    .join("");
}

/** The number of occurrences of each Arabic letter, without vowel signs. */
export function arabicIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [letter] of plain(text).matchAll(/[\u0620-\u064a]/g)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

const plain = (text: string): string => text.normalize("NFKC").replace(/[\s\p{Cf}]+/gu, "");
