import { foldedName } from "./names.ts";

/** The values that identify a supplier. */
export interface SupplierNames {
  readonly name: string;
  readonly trn: string;
  readonly tin: string;
  /** Name of the supplier's entry in the supplier book. */
  readonly entry?: string | undefined;
}

/** Returns the keys under which a supplier's documents are found, the most certain first; `both` is its name together with its TRN. */
export function supplierKeys({ entry, trn, tin, name }: SupplierNames): string[] {
  const number = trn || tin;
  return [
    ...(entry === undefined ? [] : [`entry ${foldedName(entry)}`]),
    ...(number === "" ? [] : [`number ${number}`]),
    ...(tin === "" || tin === number ? [] : [`tin ${tin}`]),
    ...(name === "" ? [] : [`name ${foldedName(name)}`]),
  ];
}

/** Returns the key of a supplier's name together with its TRN. */
export function pairKey({ name, trn }: Pick<SupplierNames, "name" | "trn">): string {
  return `both ${foldedName(name)} ${trn}`;
}
