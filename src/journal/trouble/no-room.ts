/** Thrown when no space is left in the folder in which the journal is replayed. */
export class NoRoom extends Error {}
