import { editions as known } from "../document/index.ts";
import type { EditionInfo } from "./types.ts";

/** All editions of the rules that are known, oldest first. Days are those of the Emirates. */
export const editions: readonly EditionInfo[] = known.map(({ until = null, ...each }) => ({ ...each, until }));
