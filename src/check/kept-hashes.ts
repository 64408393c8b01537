/**
 * The hash over all rules of an edition, by the edition. The build works it out and puts it here (.ci/build.mjs), as it is the same in every run;
 * empty where the source runs as it is.
 */
export const keptHashes: ReadonlyMap<string, string> = new Map();
