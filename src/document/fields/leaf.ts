import { type CodeList, codeMeant, codesIn, codesMaybeMeant, codeWords, hasCode } from "../code-words.ts";
import { dateFault, dateHint } from "../date-readings.ts";
import { isDay } from "../day.ts";
import { isDecimalText, money } from "../money.ts";
import { numberHint } from "../number-hint.ts";
import { unwritableIn } from "../unwritable.ts";
import { type CellForm, type Echo, LeafField } from "./fields.ts";
import type { LeafForm, LeafJudge, Tier, Wrong } from "./refined.ts";
import type { UblPlace } from "./ubl-place.ts";

/** Facts about a leaf field other than its type and its place in UBL. */
interface LeafRule {
  /** PINT term, such as IBT-002. */
  readonly term?: string;
  readonly tier?: Tier;
  /** An example value, valid regardless of the other fields. */
  readonly example: string;
  /** The name to use in a sentence, such as "the issue date"; … stands for the label of its group. */
  readonly label?: string;
  readonly echo?: Echo;
  /** Only for a text field of a line: the label printed before the text, below the item name. */
  readonly page?: string;
  readonly cell?: CellForm;
  /** Why neither the ready-made sheet nor the wizard includes the field; maps and files can name every field. */
  readonly unasked?: string;
}

/** `example` is optional, because most dates, times and amounts can share one. */
type Formed = Omit<LeafRule, "example"> & { readonly example?: string };

interface LeafLook {
  readonly wire?: "number";
  readonly form?: LeafForm;
}

function leaf(says: string, ubl: UblPlace, rule: LeafRule & LeafLook, wrong: LeafJudge["wrong"]): LeafField {
  const { wire = "text", tier = "T2", echo, ...facts } = rule;
  const judge: LeafJudge = { tier, isAmount: wire === "number", wrong: alsoWritable(wrong) };
  return new LeafField({ wire, description: says, ...facts }, judge, ubl, echo);
}

/** Rejects characters that XML cannot contain: they would be lost, and two numbers could become one (Decision 41). */
function alsoWritable(wrong: (text: string) => Wrong | undefined): (text: string) => Wrong | undefined {
  return (text) => {
    const sign = unwritableIn(text);
    if (sign === undefined) return wrong(text);
    return {
      message: `The value contains ${sign}, a character that an invoice cannot have.`,
      hint: "Remove it, or type the text again.",
    };
  };
}

/** Free text. */
export const textLeaf = (says: string, ubl: UblPlace, rule: LeafRule) => leaf(says, ubl, rule, () => undefined);

/** A file name without a folder: the receiver may write a file with that name. */
export const fileName = (says: string, ubl: UblPlace, rule: LeafRule) =>
  leaf(says, ubl, rule, (value) =>
    /[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || /^\.{1,2}$/.test(value.trim())
      ? {
          message: "A file name holds neither a folder nor a line break or another control character.",
          hint: "Write the name alone, such as delivery-note.pdf.",
        }
      : undefined,
  );

/** `YYYY-MM-DD`; XML Schema has no year 0000. */
export const date = (says: string, ubl: UblPlace, rule: Formed = {}) =>
  leaf(says, ubl, { example: "2026-06-15", ...rule, form: { is: "date" } }, (value) => {
    if (!isDay(value) || value.startsWith("0000"))
      return { message: dateFault(value, shortened(value)), hint: dateHint(value) };
    return value < firstDay ? otherCalendar(value) : undefined;
  });

/** The earliest plausible date of an invoice, its orders or its contracts. */
const firstDay = "1900-01-01";

/** Returns the error for an implausible year; tier T3, because a service would accept it. */
function otherCalendar(value: string): Wrong {
  const year = value.slice(0, 4);
  const isHijri = year >= "1300" && year <= "1600";
  const hint = isHijri ? "It looks like a Hijri date. Write the Gregorian one" : "Write the year with four digits";
  return { message: `${value} is in the year ${year}.`, hint: `${hint}, such as 2026-06-15.`, tier: "T3" };
}

const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Gulf Standard Time, `HH:mm:ss`. */
export const time = (says: string, ubl: UblPlace, rule: Formed = {}) =>
  leaf(
    says,
    ubl,
    { example: "10:30:00", ...rule, cell: "time", form: { is: "pattern", pattern: timeForm.source } },
    (value) =>
      timeForm.test(value)
        ? undefined
        : {
            message: `${shortened(value)} is not a time of day.`,
            hint: "Write hours, minutes and seconds, such as 10:30:00.",
          },
  );

/** A string that matches a pattern. */
export const pattern = (
  says: string,
  ubl: UblPlace,
  { form, otherwise, hint, ...rule }: LeafRule & { form: RegExp; otherwise: string; hint: string },
) =>
  leaf(says, ubl, { ...rule, form: { is: "pattern", pattern: form.source } }, (value) =>
    form.test(value) ? undefined : { message: `${shortened(value)} ${otherwise}`, hint },
  );

/**
 * Base64 without a data-URI prefix. The pattern uses ungrouped character classes: a grouped pattern overflows the
 * stack on megabytes of text.
 */
export const base64 = (says: string, ubl: UblPlace, rule: LeafRule) =>
  leaf(says, ubl, rule, (value) =>
    value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
      ? undefined
      : { message: "This is not Base64.", hint: "Name the file by file_path and let selfbill encode it." },
  );

/**
 * `name`: what to call the list in a sentence, and `otherwise` what is said of a value outside of it. Suggests the
 * correct code if only the case differs.
 */
export const code = (
  says: string,
  ubl: UblPlace,
  list: CodeList,
  name: string,
  { otherwise, ...rule }: LeafRule & { readonly otherwise?: string },
) =>
  leaf(says, ubl, { ...rule, form: { is: "code", list, name } }, (value) => {
    if (hasCode(list, value)) return undefined;
    const meant = codeMeant(list, value);
    const hint = meant === undefined ? oneOf(list, name, value) : `Write ${withWords(list, meant)}.`;
    const article = /^[aeio]/i.test(name) ? "an" : "a";
    return { message: `${shortened(value)} ${otherwise ?? `is not ${article} ${name} code.`}`, hint };
  });

/** The description of the service lists no types of files, so it is the network that does not accept others. */
export const ofNetwork = { otherwise: "is not a type of file that the Peppol network accepts (IBR-CL-24)." } as const;

function oneOf(list: CodeList, name: string, value: string): string {
  const all = codesIn(list);
  if (all.length > 20) return maybeMeant(list, name, value);
  return `Use one of: ${all.map((each) => withWords(list, each)).join(", ")}.`;
}

type Least = "any" | "zero" | "above-zero";

/** What to do with a line that takes money off: such lines have no negative quantity or price in a document. */
export const moneyOff = {
  minus:
    "Write it another way: a discount in allowances, with its reason; an advance that was paid in prepaid_amount, with billing_reference; what goes back in a credit note.",
} as const;

/**
 * Exact decimal. `decimals`: maximum number of decimal places; `beyond`: tier that rejects a negative value; `minus`:
 * what to do in place of a negative value.
 */
export const decimal = (
  says: string,
  ubl: UblPlace,
  rule: Formed & { least?: Least; decimals?: number; beyond?: Tier; minus?: string } = {},
) =>
  leaf(
    says,
    ubl,
    { example: "1", ...rule, wire: "number", form: { is: "decimal", least: rule.least ?? "any", beyond: rule.beyond } },
    (value) => {
      if (!isDecimalText(value)) return { message: `${shortened(value)} is not a number.`, hint: numberHint(value) };
      const negative = value.startsWith("-") && /[1-9]/.test(value);
      const zero = !/[1-9]/.test(value);
      const hint = (negative && rule.minus) || "Write a positive amount.";
      if (rule.least === "zero" && negative)
        return { message: `${shortened(value)} is below zero.`, hint, tier: rule.beyond };
      if (rule.least === "above-zero" && (negative || zero))
        return { message: `${shortened(value)} is not above zero.`, hint };
      if (rule.decimals !== undefined && money.decimalsOf(value) > rule.decimals) {
        return {
          message: `${shortened(value)} has more than ${rule.decimals} decimals.`,
          hint: `Round it to ${rule.decimals} decimals.`,
        };
      }
      return undefined;
    },
  );

/** Maximum number of codes listed for an ambiguous word. */
const fewCodes = 4;

/** Returns a hint for a word that does not match exactly one code in a long list. */
function maybeMeant(list: CodeList, name: string, value: string): string {
  const search = `selfbill codes ${name} ${searchWord(value)}`;
  const maybe = codesMaybeMeant(list, value);
  if (maybe.length === 0) return `Search for it: ${search}`;
  const some = maybe.slice(0, fewCodes).map((each) => withWords(list, each));
  const which = some.length === 1 ? `Write ${some[0]} if that is meant.` : `Write which one: ${some.join(", ")}.`;
  return maybe.length > fewCodes ? `${which} More: ${search}` : which;
}

/** Puts the code first, since that is what the user types: `S (standard rate)`. */
function withWords(list: CodeList, code: string): string {
  const words = codeWords(list, code);
  return words === undefined ? code : `${code} (${words})`;
}

/** Returns a word that is safe to use in a suggested command; WORD if the value is not safe. */
function searchWord(value: string): string {
  if (/^[\p{L}\p{N}]{1,30}$/u.test(value)) return value;
  return /^[\p{L}\p{N} ]{1,30}$/u.test(value) ? `"${value}"` : "WORD";
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 57)}…` : value;
}
