import type { DocumentKind } from "../../document/index.ts";
import { problem } from "../../problem/index.ts";
import type { PlainValue } from "../../read/index.ts";
import type { ColumnMap, FixedText } from "./column-map.ts";
import { type MapParts, normal, type PriceRule, type RowCondition } from "./map-parts.ts";
import type { MapReader } from "./map-reader.ts";
import { isGroup } from "./read-map-parts.ts";
import { vatByAmount, vatByWords } from "./vat-columns.ts";

/**
 * What a line below `columns` may say in place of a field: what the column is, with the meaning of its words below
 * `words`. It answers what a proposed map asks, so that an answer is one word.
 */
const columnWords = ["vat", "vat amount", "net", "gross", "kind", "status"] as const;
export type ColumnWord = (typeof columnWords)[number];

export const isColumnWord = (value: PlainValue): value is ColumnWord =>
  (columnWords as readonly PlainValue[]).includes(value);

/** What words of a column of kinds, or of states, may stand for: rows that do not count are left out. */
export const leftOutWord = "left out";

interface SaidColumn {
  readonly heading: string;
  readonly word: ColumnWord;
  readonly words: Readonly<Record<string, PlainValue>>;
}

function saidColumns(reader: MapReader): SaidColumn[] {
  const all = reader.value("columns");
  const words = reader.value("words");
  return Object.entries(isGroup(all) ? all : {}).flatMap(([heading, word]): SaidColumn[] => {
    if (!isColumnWord(word)) return [];
    const own = isGroup(words) ? Object.entries(words).find(([name]) => normal(name) === normal(heading))?.[1] : {};
    return [{ heading, word, words: own !== undefined && isGroup(own) ? own : {} }];
  });
}

const pathOf = ({ heading }: SaidColumn): string => `columns.${heading}`;

/** Returns the columns of VAT that `columns` names as such. */
export function vatSaid(reader: MapReader): ColumnMap[] {
  return saidColumns(reader).flatMap((said) => {
    const at = pathOf(said);
    if (said.word === "vat") return vatByWords(reader, said.heading, said.words, at);
    return said.word === "vat amount" ? vatByAmount(reader, { amount: said.heading, means: said.words, at }) : [];
  });
}

/**
 * Where a column has the VAT of each row, the standard rate for all rows gives way: a proposed map has it as long as no
 * column is said to have VAT. Any other category was written by a person, who must say which of the two counts.
 */
export function withoutSaidVat(constants: readonly FixedText[], reader: MapReader): readonly FixedText[] {
  const said = saidColumns(reader).find(({ word }) => word === "vat" || word === "vat amount");
  if (said === undefined) return constants;
  const isOfVat = ({ field }: FixedText): boolean => field.steps[0] === "classified_tax_category";
  const other = constants.find((each) => isOfVat(each) && !/^(?:S|5(?:\.0+)?)$/.test(each.text.trim()));
  if (other) {
    const message = `The map has the VAT of all rows, ${other.text}, and ${said.heading} as the column that has it for each row.`;
    const hint = `Keep one of them: remove the lines of VAT for all rows, or write ${yamlWord(said.heading)}: ignore`;
    reader.problems.push(problem("bad-map", message, hint, { where: other.where }));
  }
  return constants.filter((each) => !isOfVat(each));
}

const yamlWord = (name: string): string => (/^[A-Za-z][A-Za-z ]*$/.test(name) ? name : JSON.stringify(name));

/** Returns the line that says what a word of such a column means. */
export const lineOfWord = (heading: string, word: string, means: string): string =>
  `words: { ${yamlWord(heading)}: { ${yamlWord(word)}: ${means} } }`;

/** Adds kind, state and price as `columns` says them. */
export function withSaidParts(parts: MapParts, reader: MapReader): MapParts {
  let { kindRule, price } = parts;
  const onlyWhen: RowCondition[] = [];
  for (const said of saidColumns(reader)) {
    const { heading, word } = said;
    const where = reader.spot(pathOf(said));
    const isTwice =
      (word === "kind" && kindRule !== undefined) || ((word === "net" || word === "gross") && price !== undefined);
    if (isTwice) reader.say(`${heading}: the map names another column for it, too.`, "Keep one of them.", pathOf(said));
    else if (word === "kind") {
      kindRule = { by: "word", heading, words: kindsOf(said, reader), hasOwnWords: true, where };
      onlyWhen.push(...conditions(said, undefined, leftOutWord, reader));
    } else if (word === "status") onlyWhen.push(...conditions(said, "counts", leftOutWord, reader));
    else if (word === "net" || word === "gross") price = priceOf(said, reader);
  }
  return { ...parts, kindRule, price, onlyWhen: [...parts.onlyWhen, ...onlyWhen] };
}

const priceOf = (said: SaidColumn, reader: MapReader): PriceRule => ({
  ...{ of: "amount", heading: said.heading, quantity: undefined, includesVat: said.word === "gross" },
  where: reader.spot(pathOf(said)),
});

function kindsOf({ heading, words }: SaidColumn, reader: MapReader): ReadonlyMap<string, DocumentKind> {
  return new Map(
    Object.entries(words).flatMap(([word, kind]): [string, DocumentKind][] => {
      if (kind === "invoice" || kind === "credit-note") return [[normal(word), kind]];
      if (kind !== leftOutWord)
        reader.say(
          `${word} stands for none of the kinds.`,
          `Write invoice, credit-note or ${leftOutWord}.`,
          `words.${heading}.${word}`,
          "value",
        );
      return [];
    }),
  );
}

/** `counts`: the meaning of words whose rows count; undefined: all but those left out do. */
function conditions(
  said: SaidColumn,
  counts: string | undefined,
  out: string,
  reader: MapReader,
): readonly RowCondition[] {
  const { heading, words } = said;
  const of = (means: string): ReadonlySet<string> =>
    new Set(Object.entries(words).flatMap(([word, each]) => (each === means ? [normal(word)] : [])));
  const leaves = of(out);
  if (counts === undefined && leaves.size === 0) return [];
  const kept = counts === undefined ? undefined : of(counts);
  return [{ heading, words: kept, leaves, hasOwnWords: true, where: reader.spot(pathOf(said)) }];
}
