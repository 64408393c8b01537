/** Draws one of several values. */
export type Pick = <T>(from: readonly T[]) => T;

/** An invoice of one line as its author means it; amounts as plain decimals. */
export interface Meant {
  readonly quantity: string;
  readonly price: string;
  readonly percent: string;
  /** An allowance of the price, if any. */
  readonly discount: string | undefined;
  /** A charge of the document, if any. */
  readonly charge: string | undefined;
}

export function drawMeant(pick: Pick): Meant {
  return {
    quantity: pick(["1", "4", "18.5", "40", "1200", "0.25"]),
    price: pick(["12500.00", "250.50", "12.50", "1234567.89", "12500", "12.5", "1000", "999.99"]),
    percent: "5",
    discount: pick([undefined, "2.50", "1.25"]),
    charge: pick([undefined, "150.00", "1250.00", "75.5"]),
  };
}

/** Ways in which people type a number; the eye reads each as the number meant. */
export const numberSlips: readonly ((text: string) => string)[] = [
  (text) => grouped(text, ","),
  (text) => grouped(text, " "),
  (text) => grouped(text, "\u00a0"),
  (text) => grouped(text, "'"),
  (text) => grouped(text, "_"),
  (text) => grouped(text, ", "),
  european,
  (text) => text.replace(".", ","),
  (text) => text.replace(".", ", "),
  (text) => `${text.replace(".", ",")}${text.includes(".") ? "" : ",0"}`,
  (text) => `${text}${text.includes(".") ? "" : "."}`,
  (text) => `+${text}`,
  (text) => `0${text}`,
  (text) => `AED ${text}`,
  (text) => `${text} AED`,
  (text) => `${grouped(text, ",")} AED`,
  (text) => `${text}/-`,
  (text) => `${text},`,
  (text) => `${text};`,
  (text) => `${text}%`,
  (text) => `" ${text}"`,
  (text) => `"${text} "`,
  (text) => `'${grouped(text, ",")}'`,
  (text) => `"${text}`,
  (text) => `\t${text}`,
  (text) => `${text}\t`,
  (text) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  (text) => text.replace(".", "\u066b").replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  (text) => text.replace(/(\d)(\d)/, "$1\n$2"),
  (text) => text.replace(/(\d)(\d)/, "$1 $2"),
  (text) => text.replace(/0/g, "O"),
  (text) => text.replace(/1/g, "l"),
];

/**
 * `1.234,50`. A whole number stays as it is: `1.200` is written with the decimal point of the Gulf, and the eye reads
 * one and a fifth.
 */
function european(text: string): string {
  const [whole = "", decimals] = text.split(".");
  return decimals === undefined ? text : `${grouped(whole, ".")},${decimals}`;
}

/** Puts a mark between the thousands. */
function grouped(text: string, mark: string): string {
  const [whole = "", decimals] = text.split(".");
  const parts = whole.replace(/\B(?=(?:\d{3})+$)/g, mark);
  return decimals === undefined ? parts : `${parts}.${decimals}`;
}

/** Ways in which people type a field with its value. */
const fieldSlips: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name.toUpperCase()}: ${value}`,
  (name, value) => `${name.replace(/^./, (letter) => letter.toUpperCase())}: ${value}`,
  (name, value) => `${name.replaceAll("_", " ")}: ${value}`,
  (name, value) => `${name.replaceAll("_", "-")}: ${value}`,
  (name, value) => `${name.replaceAll("_", "")}: ${value}`,
  (name, value) => `${name} : ${value}`,
  (name, value) => `${name}:${value}`,
  (name, value) => `${name} ${value}`,
  (name, value) => `${name} = ${value}`,
  (name, value) => `${name}:\t${value}`,
  (name, value) => `${name}\t: ${value}`,
  (name, value) => `${name}:: ${value}`,
  (name, value) => `${name}： ${value}`,
  (name, value) => `${name}\u00a0: ${value}`,
  (name, value) => `${name}:\u00a0${value}`,
  (name, value) => `"${name}": ${value}`,
  (name, value) => `"${name}":${value}`,
  (name, value) => `'${name}: ${value}'`,
  (name, value) => `- ${name}: ${value}`,
  (name, value) => `${name}: ${value},`,
  (name, value) => `${name}: ${value};`,
  (name, value) => `\t${name}: ${value}`,
  (name, value) => `${name}: [${value}]`,
  (name, value) => `${name}: {${value}}`,
  (name, value) => `${name.slice(1)}: ${value}`,
  (name, value) => `${name}s: ${value}`,
];

type Tree = { readonly [name: string]: string | Tree | readonly Tree[] };

function treeOf({ quantity, price, percent, discount, charge }: Meant): Tree {
  const tax = { id: "S", percent, tax_scheme: "VAT" };
  return {
    ...(charge === undefined
      ? {}
      : { charges: [{ amount: charge, reason: "Freight", reason_code: "FC", tax_category: tax }] }),
    document_lines: [
      {
        name: "Ceramic floor tile",
        description: "Ceramic floor tile 60x60 cm",
        quantity,
        unit_code: "XBX",
        price: { base_amount: price, ...(discount === undefined ? {} : { allowance: { amount: discount } }) },
        classified_tax_category: tax,
        commodity_classification: {
          commodity_code: "G",
          item_classification_code: '"69072100"',
          item_classification_list_id: "HS",
        },
      },
    ],
  };
}

/** Fields whose values are numbers. */
const numbers = new Set(["quantity", "base_amount", "percent", "amount"]);

/** Writes the amounts of an invoice as YAML below its other fields, with one or two slips. */
export function yamlWithSlips(meant: Meant, pick: Pick): string {
  const count = pick([1, 1, 1, 2]);
  const fields = namesIn(treeOf(meant));
  const slipped = new Set(Array.from({ length: count }, () => pick(fields)));
  const write = (name: string, value: string): string => {
    if (!slipped.has(name)) return `${name}: ${value}`;
    return numbers.has(name) && pick([true, true, false])
      ? `${name}: ${pick(numberSlips)(value)}`
      : pick(fieldSlips)(name, value);
  };
  const group = (tree: Tree, margin: string): string[] =>
    Object.entries(tree).flatMap(([name, value]): string[] => {
      if (typeof value === "string") return [margin + write(name, value)];
      if (Array.isArray(value)) return [margin + write(name, "").trimEnd(), ...items(value as Tree[], margin)];
      if (pick([true, true, false])) return [margin + write(name, braces(value as Tree))];
      const inner = pick([2, 2, 2, 2, 2, 0, 1, 3]);
      return [margin + write(name, "").trimEnd(), ...group(value as Tree, margin + " ".repeat(inner))];
    });
  const items = (trees: readonly Tree[], margin: string): string[] =>
    trees.flatMap((tree) => {
      const [first = "", ...more] = group(tree, `${margin}    `);
      return [`${margin}  - ${first.trimStart()}`, ...more];
    });
  const braces = (tree: Tree): string => {
    const members = Object.entries(tree).map(([name, value]) =>
      write(name, typeof value === "string" ? value : braces(value as Tree)),
    );
    return `{ ${members.join(pick([", ", ", ", ", ", ",", " ", "; ", " , "]))}${pick(["", "", ","])} }`;
  };
  return `${group(treeOf(meant), "").join("\n")}\n`;
}

function namesIn(tree: Tree | readonly Tree[]): string[] {
  if (Array.isArray(tree)) return tree.flatMap((each: Tree) => namesIn(each));
  return Object.entries(tree as Tree).flatMap(([name, value]) => [
    name,
    ...(typeof value === "string" ? [] : namesIn(value)),
  ]);
}

const jsonSlips: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}: ${value}`,
  (name, value) => `'${name}': ${value}`,
  (name, value) => `"${name}" ${value}`,
  (name, value) => `"${name}", ${value}`,
  (name, value) => `"${name}"= ${value}`,
  (name, value) => `"${name.toUpperCase()}": ${value}`,
  (name, value) => `"${name} ": ${value}`,
  (name, value) => `" ${name}": ${value}`,
  (name, value) => `"${name.replaceAll("_", "-")}": ${value}`,
  (name, value) => `"${name}": [${value}]`,
  (name, value) => `"${name}": ${value},`,
  (name, value) => `"${name}": "${value}"`,
  (name, value) => `"${name}":\t${value}`,
  (name, value) => `"${name}\u00a0": ${value}`,
];

/** Writes the amounts of an invoice as members of a JSON object, with one or two slips. */
export function jsonWithSlips(meant: Meant, pick: Pick): string {
  const fields = namesIn(treeOf(meant));
  const slipped = new Set(Array.from({ length: pick([1, 1, 2]) }, () => pick(fields)));
  const write = (name: string, value: string, isLeaf: boolean): string => {
    const said = isLeaf && !numbers.has(name) && !value.startsWith('"') ? `"${value}"` : value;
    if (!slipped.has(name)) return `"${name}": ${said}`;
    if (isLeaf && numbers.has(name) && pick([true, true, false])) {
      const typed = pick(numberSlips)(value);
      return `"${name}": ${pick([true, false]) ? typed : `"${typed.replaceAll('"', "")}"`}`;
    }
    return pick(jsonSlips)(name, said);
  };
  const members = (tree: Tree): string =>
    Object.entries(tree)
      .map(([name, value]) => {
        if (typeof value === "string") return write(name, value, true);
        if (Array.isArray(value))
          return write(name, `[${value.map((each) => `{${members(each)}}`).join(", ")}]`, false);
        return write(name, `{${members(value as Tree)}}`, false);
      })
      .join(pick([", ", ", ", ", ", ",", " "]));
  return members(treeOf(meant));
}

/** Writes a row of cells as CSV, with slips in the cells of these headings, whose values are numbers. */
export function csvWithSlips(row: Readonly<Record<string, string>>, amounts: readonly string[], pick: Pick): string {
  const comma = pick([",", ";", "\t"]);
  const slipped = new Set(Array.from({ length: pick([1, 1, 2]) }, () => pick(amounts)));
  const cells = Object.entries(row).map(([heading, value]) => {
    const typed = slipped.has(heading) ? pick(numberSlips)(value) : value;
    return typed.includes(comma) && pick([true, false]) && !typed.includes('"') ? `"${typed}"` : typed;
  });
  const headings = Object.keys(row).map((heading) =>
    pick([0, 0, 0, 0, 0, 1]) === 0 ? heading : ` ${heading.toUpperCase()} `,
  );
  return `${headings.join(comma)}\n${cells.join(comma)}\n`;
}
