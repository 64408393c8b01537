import type { Database } from "../../database/index.ts";

/** A link of the chain that this process added. */
interface OwnLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Remembers the last link of the chain that this process added, so that its loss is noticed. */
export function ownLinks(database: Database) {
  let added: OwnLink | undefined;
  let confirmed = added;
  const has = ({ sequence, hash }: OwnLink): boolean =>
    database.get("SELECT hash FROM link WHERE sequence = ?", sequence)?.hash === hash;
  return {
    /** Remembers a link that was just added, inside a transaction. */
    adds(sequence: number, hash: string): void {
      added = { sequence, hash };
    },
    /** Confirms the added link after a write, or forgets it if it is unknown whether the write was committed. */
    wrote(isDone: boolean): void {
      if (isDone) confirmed = added;
      else added = confirmed;
    },
    /** Whether the journal has the link that was added and confirmed before; a standby that replaced its server may lack it. */
    hasConfirmed: (): boolean => confirmed === undefined || has(confirmed),
    /** The link that was added and not confirmed; undefined if there is none. */
    added: (): OwnLink | undefined => (added === confirmed ? undefined : added),
    /** Whether the journal has a link that was added and not confirmed: then everything that was written with it exists too. */
    hasLink(link: OwnLink): boolean {
      if (!has(link)) return false;
      if (link.sequence > (confirmed?.sequence ?? 0)) [added, confirmed] = [link, link];
      return true;
    },
  };
}
