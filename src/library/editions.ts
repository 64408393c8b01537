import { editions as known } from "../document/index.ts";
import type { EditionInfo } from "./types.ts";

/** All editions of the rules that selfbill contains, oldest first. Dates are in UAE time. */
export const editions: readonly EditionInfo[] = known.map(({ until = null, ...each }) => ({ ...each, until }));
