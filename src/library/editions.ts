import { editions as known } from "../document/index.ts";
import type { EditionInfo } from "./types.ts";

/** All known editions of the rules, oldest first. Dates are in UAE time. */
export const editions: readonly EditionInfo[] = known.map(({ until = null, ...each }) => ({ ...each, until }));
