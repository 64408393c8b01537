/**
 * Hash of all rules of each edition. It never changes between runs, so the build inserts it here (.ci/build.mjs); the
 * map is empty when running from source.
 */
export const keptHashes: ReadonlyMap<string, string> = new Map();
