import { type Amount, amount, calculate, isDecimalText, money, type SelfBilledDocument } from "../../document/index.ts";
import { type Problem, problem, type Spot } from "../../problem/index.ts";
import { isEmpty, type Row } from "../cell.ts";
import { type ControlName, type ControlRule, controlNames, normal } from "../map/map-parts.ts";
import { multiplied } from "../map/times.ts";
import { cellSpot, type Table } from "../table.ts";
import type { Taking } from "../take-cell.ts";
import { takeNumber } from "../take-number.ts";

const words: Readonly<Record<ControlName, string>> = { net: "net", vat: "VAT", gross: "total with VAT" };

/** Another program's totals for one document, collected row by row. */
export class Control {
  readonly #table: Table;
  readonly #how: Taking;
  readonly #rule: ControlRule | undefined;
  readonly #sums = new Map<ControlName, { sum: Amount; readonly where: Spot; readonly heading: string }>();
  readonly #problems: Problem[] = [];

  constructor(table: Table, rule: ControlRule | undefined, how: Taking) {
    this.#table = table;
    this.#rule = rule;
    this.#how = how;
  }

  add(row: Row): void {
    const { parts, sheet } = this.#table;
    for (const name of controlNames) {
      const found = parts.control[name];
      const cell = found && row.cells[found.column];
      if (found === undefined || cell === undefined || isEmpty(cell)) continue;
      const { column, heading } = found;
      const where = cellSpot(sheet, row.number, column, heading, cell);
      const taken = takeNumber(cell, { style: this.#how.decimals, percent: false });
      if (!("text" in taken) || !isDecimalText(taken.text)) {
        const { code, message, hint } =
          "complaint" in taken
            ? taken.complaint
            : { code: "wrong-cell" as const, message: `${cell.text} is not a number.`, hint: "Write the amount." };
        this.#problems.push(problem(code, `${heading}: ${message}`, hint, { where }));
        continue;
      }
      const times = this.#how.times.get(normal(heading));
      this.#note(name, amount(multiplied(taken.text, times)), where, heading);
    }
  }

  #note(name: ControlName, value: Amount, where: Spot, heading: string): void {
    const before = this.#sums.get(name);
    const isOfLine = this.#rule?.of !== "document" && !this.#isJoined(name);
    if (before === undefined) this.#sums.set(name, { sum: value, where, heading });
    else if (isOfLine) before.sum = money.add(before.sum, value);
    else if (!money.equal(before.sum, value)) {
      const message = `${heading}: the rows of one document have ${money.forPeople(before.sum)} and ${money.forPeople(value)}.`;
      const hint =
        "It is the value of the document, the same in all its rows; for values of lines write of: line in the map.";
      this.#problems.push(problem("control-differs", message, hint, { where }));
    }
  }

  /** True if the column comes from the sheet of documents, so that one value applies to all lines. */
  #isJoined(name: ControlName): boolean {
    const { joined } = this.#table.sheet;
    return joined !== undefined && (this.#table.parts.control[name]?.column ?? 0) >= joined.from;
  }

  /**
   * Compares the totals with selfbill's. `values`: the sum of the lines including VAT, compared if no column has such
   * a total. `isReversed`: whether the document is a credit note whose amounts have the opposite sign.
   */
  compare(
    document: SelfBilledDocument,
    isReversed: boolean,
    values: { sum: Amount; where: Spot } | undefined,
  ): Problem[] {
    if (this.#problems.length > 0) return this.#problems;
    const { totals, currency } = calculate(document);
    const ours = { net: totals.tax_exclusive_amount, vat: totals.tax_amount, gross: totals.tax_inclusive_amount };
    const sign = (value: Amount): Amount => (isReversed ? money.subtract(money.zero, value) : value);
    const found = controlNames.flatMap((name): Problem[] => {
      const said = this.#sums.get(name);
      return said ? this.#differs(name, sign(said.sum), ours[name], said, currency) : [];
    });
    if (values === undefined || this.#sums.has("gross")) return found;
    const heading = this.#table.parts.price?.heading ?? "";
    return [...found, ...this.#differs("gross", values.sum, ours.gross, { where: values.where, heading }, currency)];
  }

  #differs(
    name: ControlName,
    theirs: Amount,
    ours: Amount,
    { where, heading }: { readonly where: Spot; readonly heading: string },
    currency: string,
  ): Problem[] {
    const difference = money.subtract(ours, theirs);
    if (money.isZero(difference)) return [];
    const size = money.isNegative(difference) ? money.subtract(money.zero, difference) : difference;
    const largest = amount(this.#rule?.tolerance ?? "0");
    const isSmall = money.compare(size, largest) <= 0;
    const [says, comes, off] = [theirs, ours, difference].map((each) => money.forPeople(each));
    const message = `${heading}: the sheet has ${currency} ${says}, and the ${words[name]} of the document comes to ${comes} (difference ${off}).`;
    const hint = isSmall
      ? "It is within the tolerance of the map."
      : 'Find out which is correct. Where the other program rounds in another way, allow it in the map: control: tolerance: "0.01".';
    return [problem("control-differs", message, hint, { where, severity: isSmall ? "warning" : "error" })];
  }
}
