import { expect, test } from "vitest";
import { commandNames } from "../support/command-names.ts";
import { sourcesBelow } from "./sources.ts";

/** What a suggested command holds that cannot need quotes: ids and words of our own. */
const plain = [
  /^typed(?:File)?\(/,
  /^safe\(typed(?:File)?\(/,
  /^samePlace\(/,
  /(?:^|\.|\W)(?:attempt|open|doubt)$/,
  // words that the code made: kinds, names of actions, switches with their value quoted above
  /^(?:kind|other|says|action|actions\.join\(", "\)|looksLike|more|where|place|day|named|beside|name|near|search|id|at)$/,
  /^(?:standing|found|created|result|each\.data|sent)\.(?:id|attempt|doubt)$/,
  /^(?:field|which|book|data\(parts.*)$/,
  /^(?:template|ids\[0\]|found\[0\])$/,
  /^(?:kind \?\? "invoice"|searchWord\(value\))$/,
  /^map === undefined \?/,
  /^action === "import" \?/,
  /^profile\.name === undefined \?/,
  /^isNamed \?/,
  /^statusName\.failed$/,
  /^names\.length === 1 \?/,
];

/** Backtick strings with the values that stand behind `selfbill COMMAND`, up to the end of the command. */
function valuesIn(text: string): string[] {
  const found: string[] = [];
  const start = new RegExp(`selfbill (?:${commandNames.join("|")})(?![\\w])[^\`\\n]*`, "g");
  for (const [line] of text.matchAll(start)) {
    // A sentence or another command ends it.
    for (const [command = ""] of line.matchAll(/selfbill (?:\$\{(?:[^{}]|\{[^}]*\})*\}|[^.;,()$]|\.(?=\S)|\$(?!\{))+/g))
      for (const [, value = ""] of command.matchAll(/\$\{((?:[^{}`]|\{[^}]*\}|`[^`]*`)*)\}/g)) found.push(value.trim());
  }
  return found;
}

test("a command that is suggested puts a user's own words in quotes", () => {
  // The shells' own variables are no words of a user.
  const sources = sourcesBelow("src").filter(({ path }) => path !== "src/commands/completion/scripts.ts");
  const bare = sources.flatMap(({ path, text }) =>
    valuesIn(text)
      .filter((value) => !plain.some((form) => form.test(value)))
      .map((value) => `${path}: ${value}`),
  );
  expect(bare).toEqual([]);
});

test("one that is not quoted is found", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
  expect(valuesIn("`To see it: selfbill get ${documentNumber}`")).toEqual(["documentNumber"]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
  expect(valuesIn("`Then: selfbill create-invoice ${out}${samePlace(given)}`")).toEqual(["out", "samePlace(given)"]);
});
