/** No space is left in the folder where the journal is played again. */
export class NoRoom extends Error {}
