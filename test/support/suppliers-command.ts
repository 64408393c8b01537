import { suppliersOf } from "../../src/commands/suppliers.ts";
import { acceptanceActions } from "../../src/extras/acceptance/actions.ts";

/** The command as it is built, with the actions of the extras. */
export const suppliers = suppliersOf([acceptanceActions]);
