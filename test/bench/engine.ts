import { check } from "../../src/check/index.ts";
import { calculate, checkFields, type SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument, writeYaml } from "../../src/read/index.ts";
import { readXml, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { customer, freshDocument, uuid } from "./fresh.ts";

/** A measured step: the time of `work` counts, that of `make`, which creates its input, does not. */
export interface Row {
  readonly name: string;
  /** How many inputs `make` creates before `work` processes them. */
  readonly batch: number;
  readonly make: () => unknown;
  readonly work: (input: unknown) => unknown;
}

function row<T>(name: string, batch: number, make: () => T, work: (input: T) => unknown): Row {
  return { name, batch, make, work: work as Row["work"] };
}

const kind = "invoice";
const tree = (document: SelfBilledDocument): UblElement => toUbl(document, { kind, customer, uuid });
const yamlOf = (lines: number) => Buffer.from(writeYaml(freshDocument(lines), kind));
const xmlOf = (lines: number) => Buffer.from(toXml(tree(freshDocument(lines))));
const readAndCheck = (xml: Buffer) => {
  const read = readXml(xml, "bench.xml");
  if (!read.ok) throw new Error(read.problems[0].message);
  return check(read.value);
};

/** The measured steps. Each uses new documents, as if they had just been read from files. */
export const rows: readonly Row[] = [
  row(
    "amounts, tree and all rules, 2 lines",
    200,
    () => freshDocument(2),
    (document) => check(tree(document)),
  ),
  row(
    "fields checked, 2 lines",
    200,
    () => freshDocument(2),
    (document) => checkFields(document, { kind, version: "20260507" }),
  ),
  row(
    "UBL written, 2 lines",
    200,
    () => freshDocument(2),
    (document) => toXml(tree(document)),
  ),
  row("XML of 2 lines read and checked", 100, () => xmlOf(2), readAndCheck),
  row(
    "YAML of 2 lines read",
    100,
    () => yamlOf(2),
    (bytes) => readDocument(bytes, "bench.yaml"),
  ),
  row("1,000 lines: amounts", 2, () => freshDocument(1000), calculate),
  row(
    "1,000 lines: amounts, tree and all rules",
    2,
    () => freshDocument(1000),
    (document) => check(tree(document)),
  ),
  row(
    "1,000 lines: fields",
    2,
    () => freshDocument(1000),
    (document) => checkFields(document, { kind, version: "20260507" }),
  ),
  row(
    "20,000 lines: amounts, tree and all rules",
    1,
    () => freshDocument(20_000),
    (document) => check(tree(document)),
  ),
];
