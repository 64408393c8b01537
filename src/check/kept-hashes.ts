/**
 * Hash over all rules of an edition. It never changes between runs, so the build inserts it here (.ci/build.mjs); empty
 * if run from the sources.
 */
export const keptHashes: ReadonlyMap<string, string> = new Map();
