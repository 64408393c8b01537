import { expect, test } from "vitest";
import { amount, calculate } from "../../src/document/index.ts";
import { makeStyle, renderRequested, renderRequestPage } from "../../src/render/index.ts";
import type { RequestedPage, RequestedRow } from "../../src/report/index.ts";
import { invoice, palmLedger } from "../support/documents.ts";
import { hostileStrings } from "../support/hostile-strings.ts";

/** A page with this text in every text field of the request. */
function pageWith(text: string): RequestedPage {
  const document = invoice({ document_number: text, note: text });
  const preview = {
    file: text,
    kind: "invoice",
    document,
    calculation: calculate(document),
    customer: palmLedger,
  } as const;
  const row: RequestedRow = {
    preview,
    name: text,
    supplier: { name: text, trn: text },
    accounts: [text],
    grossInAed: amount("10500"),
    marks: [text],
  };
  return { rows: [row], compared: text, title: text, about: [text], warnings: [text], sandbox: false };
}

const tagsOf = (page: string): string[] =>
  [...page.replace(/<style>.*?<\/style>/s, "").matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/sha256-[^']*/, ""));

test.each(hostileStrings.map((each) => [String(each)]))(
  "no text of a request becomes a part of its page: %j",
  (text) => {
    const page = renderRequestPage(pageWith(text));
    // The tags are the same as for plain text, unless the text is blank.
    if (text.trim() !== "") expect(tagsOf(page)).toEqual(tagsOf(renderRequestPage(pageWith("plain"))));
    const screen = renderRequested(
      pageWith(text),
      makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true }),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  },
);
