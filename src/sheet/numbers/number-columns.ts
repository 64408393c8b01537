import { type FieldPath, formOf } from "../field-path.ts";
import type { Table } from "../table.ts";
import type { SumRelation } from "./decimal-sign.ts";

/** Returns the columns that are read as numbers. */
export function numberColumns({ columns, parts }: Table): number[] {
  const fed = columns.filter(({ map }) => map.words.size === 0 && map.bears === undefined && map.fields.some(isNumber));
  const values = [...(parts.price ? [parts.price] : []), ...Object.values(parts.control), ...parts.moreLines];
  return [...new Set([...fed, ...values].map(({ column }) => column))];
}

const isNumber = (field: FieldPath): boolean => ["decimal", "percent"].includes(formOf(field));

/** Returns what the columns of the table must come to: quantity × price is the value, net and VAT are the total. */
export function sumRelationsIn({ columns, parts }: Table): SumRelation[] {
  const of = (path: string): number | undefined =>
    columns.find(({ map }) => map.fields.some(({ ofLine, steps }) => ofLine && steps.join(".") === path))?.column;
  const [quantity, price] = [of("quantity"), of("price.base_amount")];
  const { net, vat, gross } = parts.control;
  const isPlain = of("price.base_quantity") === undefined && of("allowances.0.amount") === undefined;
  return [
    ...(quantity !== undefined && price !== undefined && net && isPlain
      ? [{ is: "product", of: [quantity, price, net.column] } as const]
      : []),
    ...(net && vat && gross ? [{ is: "sum", of: [net.column, vat.column, gross.column] } as const] : []),
  ];
}
