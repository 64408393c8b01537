/**
 * Rules for file systems: names that work on every system, how a finished file gets its name, and whether another
 * program holds it.
 */
export { idFileName } from "./id-name.ts";
export { heldBy, nameFile } from "./name-file.ts";
export { oddName } from "./odd-name.ts";
