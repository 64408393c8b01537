import { suppliersOf } from "../../src/commands/suppliers.ts";
import { partsFor } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";

/** The command as it is built, with the actions of the extras. */
export const suppliers = suppliersOf(await partsFor("suppliers", extras));
