import { writeFiles } from "../../commands/answer/write-files.ts";
import { readLogo } from "../../commands/preview/logo.ts";
import { placesOf, safeFileName } from "../../commands/preview/papers.ts";
import { pressProblems } from "../../commands/preview/pressed.ts";
import type { Desk } from "../../desk/index.ts";
import { documentName, gulfDay, type Party } from "../../document/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { letterLine, renderLetter, safe } from "../../render/index.ts";
import type { Letter } from "../../report/index.ts";
import { identityOf } from "../../suppliers/index.ts";
import type { AwaitedAnswers, WaitingDocument } from "./waiting.ts";

export interface LetterWish {
  readonly html: string | undefined;
  readonly pdf: string | undefined;
  readonly force: boolean;
}

/**
 * Writes one letter per supplier and company; returns the files, and warnings about what a PDF could not show.
 * Problems: any file-writing problem, `package-missing`, `suppliers-broken`.
 */
export async function writeLetters(
  waiting: AwaitedAnswers,
  wish: LetterWish,
  desk: Desk,
): Promise<Result<{ readonly files: readonly string[]; readonly problems: readonly Problem[] }>> {
  const press = wish.pdf === undefined ? ok(undefined) : await desk.hooks.press();
  if (!press.ok) return press;
  const letters = await lettersOf(waiting, desk);
  if (!letters.ok) return letters;
  const names = letters.value.letters.map(({ supplier, company }) =>
    safeFileName([company, supplier.party_name ?? "supplier"].flatMap((each) => each ?? []).join(" ")),
  );
  const places = placesOf(names, wish, "suppliers");
  if (!places.ok) return places;
  const written: string[] = [];
  const problems = [...letters.value.problems];
  for (const [at, letter] of letters.value.letters.entries()) {
    const { html, pdf } = places.value[at] ?? {};
    const page = renderLetter(letter);
    const files: { path: string; content: string | Uint8Array }[] =
      html === undefined ? [] : [{ path: html, content: page }];
    if (pdf !== undefined && press.value !== undefined) {
      const running = safe(letterLine(letter));
      const made = press.value.press({ page, issueDate: letter.date, running, attached: undefined, logo: letter.logo });
      files.push({ path: pdf, content: made.bytes });
      problems.push(...pressProblems(`the letter to ${letter.supplier.party_name}`, made));
    }
    const done = await writeFiles(files, wish.force, desk);
    if (!done.ok) return done;
    written.push(...done.value);
  }
  return ok({ files: written, problems });
}

/** `company` is set if there are letters from several companies. */
type CompanyLetter = Letter & { readonly company: string | undefined };

/** Builds one letter per company and supplier. A missing logo is not an error. */
async function lettersOf(
  { documents, profileOf, whose: { sandbox } }: AwaitedAnswers,
  desk: Desk,
): Promise<Result<{ readonly letters: readonly CompanyLetter[]; readonly problems: readonly Problem[] }>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const groups = new Map<string, WaitingDocument[]>();
  for (const each of documents) {
    const { name, trn } = each.past.intent.supplier;
    const group = JSON.stringify([each.company, name, trn]);
    groups.set(group, [...(groups.get(group) ?? []), each]);
  }
  const logos = new Map<string, Awaited<ReturnType<typeof readLogo>>>();
  for (const logo of new Set(documents.flatMap((each) => profileOf(each)?.logo ?? [])))
    logos.set(logo, await readLogo(logo, desk));
  const problems = [...logos.values()].flatMap((read) =>
    read.ok ? [] : read.problems.map((each): Problem => ({ ...each, severity: "warning" })),
  );
  const letters = [...groups.values()].map((own): CompanyLetter => {
    const { name = "", trn = "" } = own[0]?.past.intent.supplier ?? {};
    const known = book.value.suppliers.find((each) => identityOf(each).trn === trn && identityOf(each).name === name);
    const bare: Party = { party_name: name, party_tax_scheme: { company_id: trn } };
    const profile = own[0] && profileOf(own[0]);
    const logo = profile?.logo === undefined ? undefined : logos.get(profile.logo);
    const rows = own.map(({ past: { intent, documentNumber }, id, sums }) => ({
      ...{
        number: documentName({ documentNumber, id }),
        kind: intent.kind,
        date: intent.issueDate,
        currency: intent.currency,
      },
      ...{ net: sums.net, vat: sums.vat },
    }));
    return {
      ...{ supplier: known?.accounting_supplier_party ?? bare, buyer: profile?.businessProfile, rows, sandbox },
      ...{ date: gulfDay(desk.now()), logo: logo?.ok ? logo.value : undefined, company: own[0]?.company },
    };
  });
  return ok({ letters, problems });
}
