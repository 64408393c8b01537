import {
  type CodeList,
  checkFields,
  codeInWords,
  codeMeant,
  codes,
  codesIn,
  type DocumentLine,
  hasCode,
  isRecord,
  type SelfBilledDocument,
  valueAt,
} from "../../../document/index.ts";
import { type Problem, problem, type Spot } from "../../../problem/index.ts";

/** `says` is the name shown to users. */
interface FieldOfItem {
  readonly says: string;
  /** Path in a line; undefined if documents have no such field. */
  readonly path?: string;
  readonly list?: CodeList;
  /** Matches characters that are removed from a value. */
  readonly tidy?: RegExp;
}

/** Fields in order; those that name the item come first. */
export const itemFields = {
  code: { says: "your item code", path: "buyer_item_identification.id" },
  name: { says: "name", path: "name" },
  name_in_arabic: { says: "name in Arabic" },
  supplier: { says: "supplier" },
  supplier_code: { says: "supplier's item code", path: "seller_item_identification.id" },
  type: {
    says: "goods or services (G, S or B)",
    path: "commodity_classification.commodity_code",
    list: codes.itemTypes,
  },
  hs: { says: "HS code", path: "commodity_classification.item_classification_code", tidy: /[\s.]/g },
  sac: { says: "service code (SAC)", path: "additional_item_identification[0].id", tidy: /\s/g },
  unit: { says: "unit", path: "unit_code", list: codes.unitCodes },
  vat: { says: "VAT category", path: "classified_tax_category.id", list: codes.vatCategories },
  exemption: {
    says: "reason of the exemption",
    path: "classified_tax_category.tax_exemption_reason_code",
    list: codes.exemptionReasons,
  },
  nature: {
    says: "kind of goods under the reverse charge",
    path: "commodity_classification.nature_code",
    list: codes.reverseChargeGoods,
  },
  origin: { says: "country of origin", path: "origin_country.identification_code", list: codes.countryCodes },
} as const satisfies Readonly<Record<string, FieldOfItem>>;

export type ItemField = keyof typeof itemFields;
const fields = Object.entries(itemFields) as [ItemField, FieldOfItem][];

/** An item has at least one of code, name and the supplier's code. */
export type Item = { readonly [K in ItemField]?: string | undefined };

const naming = ["code", "name", "supplier_code", "name_in_arabic"] as const;

export function itemCalled(item: Item): string {
  return naming.map((field) => item[field]).find((each) => each !== undefined) ?? "";
}

/** Returns text such as `TILE-60 (Ceramic floor tile)`. */
export function itemTitle(item: Item): string {
  const called = itemCalled(item);
  const name = item.name ?? item.name_in_arabic ?? called;
  return name === called ? called : `${called} (${name})`;
}

/** Returns text such as `box (XBX)`. */
export function valueInWords(field: ItemField, value: string): string {
  const { list }: FieldOfItem = itemFields[field];
  return list === undefined ? value : codeInWords(list, value);
}

/** Omits the item's names: `HS code 69072100, unit box (XBX)`. */
export function itemWords(item: Item, only: readonly ItemField[] = fields.map(([field]) => field)): string {
  return fields
    .flatMap(([field, { says }]) => {
      const value = item[field];
      // The code already shows whether the item is goods or a service.
      const isPlain = field === "type" && ["hs", "sac"].some((each) => only.includes(each as ItemField));
      const isName = isPlain || /^(?:code|name|name_in_arabic|supplier|supplier_code)$/.test(field);
      return value === undefined || isName || !only.includes(field)
        ? []
        : [`${says.replace(/ \(.*/, "")} ${valueInWords(field, value)}`];
    })
    .join(", ");
}

/** Returns the fields of the item that the line contains. */
export function itemOfLine(line: DocumentLine): Item {
  const item: Partial<Record<ItemField, string>> = {};
  for (const [field, { path }] of fields) {
    const value = path === undefined ? undefined : valueAt(line, path);
    if (typeof value === "string" && value.trim() !== "") item[field] = value.trim();
  }
  return item;
}

/** Returns the fields that every line needs but the item lacks. */
export function lackingOf(item: Item): ItemField[] {
  const needs: [ItemField, boolean][] = [
    ["type", true],
    ["hs", item.type === "G" || item.type === "B"],
    ["sac", item.type === "S" || item.type === "B"],
    ["unit", true],
    ["vat", true],
    ["exemption", item.vat === "E"],
    ["nature", item.vat === "AE"],
  ];
  return needs.flatMap(([field, isNeeded]) => (isNeeded && item[field] === undefined ? [field] : []));
}

/** Names the fields. While it is unknown whether the item is goods or a service, either code is sufficient. */
export function lackingWords(lacking: readonly ItemField[]): string {
  return lacking
    .map((field) => (field === "type" ? "goods or services, and the HS or service code" : itemFields[field].says))
    .join(", ");
}

interface JudgedItem {
  /** Undefined if the entry cannot be stored. */
  readonly item: Item | undefined;
  readonly problems: readonly Problem[];
}

/** Converts names to codes, and adds values that follow from a code. */
export function judgeItem(value: unknown, spot: (field: string) => Spot): JudgedItem {
  const bad = (field: string, message: string, hint: string) =>
    problem("wrong-value", message, hint, { where: spot(field) });
  if (!isRecord(value))
    return { item: undefined, problems: [bad("", "An item must be a group of fields.", "Write its fields below it.")] };
  const problems: Problem[] = [];
  const item: Partial<Record<ItemField, string>> = {};
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(itemFields, name)) {
      const hint = `The fields: ${Object.keys(itemFields).join(", ")}`;
      problems.push(problem("unknown-field", `${name} is not a field of an item.`, hint, { where: spot(name) }));
    } else if (typeof given !== "string")
      problems.push(bad(name, `${name} must be a single text.`, "Write one value."));
    else if (given.trim() !== "") item[name as ItemField] = meant(name as ItemField, given.trim());
  }
  // HS codes are for goods, service codes for services.
  if (item.type === undefined && (item.hs ?? item.sac) !== undefined)
    item.type = item.sac === undefined ? "G" : item.hs === undefined ? "S" : "B";
  if (itemCalled(item) === "")
    problems.push(bad("name", "The item has no code and no name.", "Write its code or its name."));
  problems.push(...faultsOf(item, spot));
  const ordered = Object.fromEntries(fields.flatMap(([field]) => (item[field] ? [[field, item[field]]] : [])));
  return { item: problems.length > 0 ? undefined : ordered, problems };
}

/** Returns the code for a name, or the code in brackets after it: `box (XBX)`. */
function meant(field: ItemField, text: string): string {
  const { list, tidy }: FieldOfItem = itemFields[field];
  if (tidy !== undefined) return text.replace(tidy, "");
  if (list === undefined || hasCode(list, text)) return text;
  const behind = /\(([^()]+)\)$/.exec(text)?.[1] ?? "";
  const known = [behind, text.toUpperCase()].find((each) => hasCode(list, each));
  return known ?? codeMeant(list, text) ?? text;
}

/** Returns why an HS or service code is not valid; undefined if it has a valid format. */
export function codeFault(field: "hs" | "sac", code: string): string | undefined {
  if (field === "sac") return /^\d+$/.test(code) ? undefined : `${code} is not a service code: it consists of digits.`;
  return /^\d{4,12}$/.test(code) ? undefined : `${code} is not an HS code: it has 4 to 12 digits.`;
}

function faultsOf(item: Item, spot: (field: string) => Spot): Problem[] {
  const found = fields.flatMap(([field, { says, list }]): Problem[] => {
    const value = item[field];
    if (value === undefined) return [];
    const tell = (message: string, hint: string) => [problem("wrong-value", message, hint, { where: spot(field) })];
    const fault = field === "hs" || field === "sac" ? codeFault(field, value) : undefined;
    if (fault !== undefined)
      return tell(
        fault,
        field === "hs"
          ? "To search: selfbill codes hs WORDS"
          : "Write the code as the list of services has it, such as 995463.",
      );
    if (list !== undefined && !hasCode(list, value))
      return tell(`${JSON.stringify(value)} is not a ${says.replace(/ \(.*/, "")}.`, hintOf(field, list));
    return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || value.length > 500
      ? tell(`The ${says} must be one line of at most 500 characters.`, "Shorten it.")
      : [];
  });
  return found.length > 0 ? found : fieldFaults(item, spot);
}

function hintOf(field: ItemField, list: CodeList): string {
  if (codesIn(list).length > 20)
    return field === "unit" ? "To search: selfbill codes unit WORD" : "To search: selfbill codes WORD";
  return `Use ${codesIn(list)
    .map((code) => valueInWords(field, code))
    .join(", ")}.`;
}

/** Reports values that would make the service refuse a line. */
function fieldFaults(item: Item, spot: (field: string) => Spot): Problem[] {
  const document: SelfBilledDocument = { document_lines: [lineOf(item)] };
  return checkFields(document, { kind: "invoice", version: "" }).flatMap(({ path, absent, code, message, hint }) => {
    const field = fields.find((each) => path === `document_lines[0].${each[1].path}`)?.[0];
    return field === undefined || absent || item[field] === undefined
      ? []
      : [problem(code, message, hint, { where: spot(field) })];
  });
}

function lineOf({ name, code, supplier_code: theirs, unit, vat, origin }: Item): DocumentLine {
  return {
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { buyer_item_identification: { id: code } }),
    ...(theirs === undefined ? {} : { seller_item_identification: { id: theirs } }),
    ...(unit === undefined ? {} : { unit_code: unit }),
    ...(vat === undefined ? {} : { classified_tax_category: { id: vat } }),
    ...(origin === undefined ? {} : { origin_country: { identification_code: origin } }),
  } as DocumentLine;
}

export function mergedItem(before: Item, news: Item): Item {
  const given = Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined));
  const all: Item = { ...before, ...given };
  return Object.fromEntries(fields.flatMap(([field]) => (all[field] ? [[field, all[field]]] : [])));
}
