/** The extras of this build, one line each. Without its folder and its line, an extra is gone. */
import type { Extra } from "./extra.ts";
import { outage } from "./extras/outage/index.ts";

export const extras: readonly Extra[] = [outage];
