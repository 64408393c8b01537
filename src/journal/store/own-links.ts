import type { Database } from "../../database/index.ts";

interface OwnLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Remembers the last link of the chain that this process added, so that its loss is detected. */
export function ownLinks(database: Database) {
  let added: OwnLink | undefined;
  let confirmed = added;
  const has = ({ sequence, hash }: OwnLink): boolean =>
    database.get("SELECT hash FROM link WHERE sequence = ?", sequence)?.hash === hash;
  return {
    /** Remembers a link that is being added. Call it inside a transaction. */
    adds(sequence: number, hash: string): void {
      added = { sequence, hash };
    },
    /** Confirms the added link after a write, or forgets it if the commit may have failed. */
    wrote(isDone: boolean): void {
      if (isDone) confirmed = added;
      else added = confirmed;
    },
    /** Whether the journal has the last confirmed link: a standby that replaced its server may not have it. */
    hasConfirmed: (): boolean => confirmed === undefined || has(confirmed),
    /** Returns the unconfirmed link; undefined if there is none. */
    added: (): OwnLink | undefined => (added === confirmed ? undefined : added),
    /** Whether the journal has this unconfirmed link, and so everything that was written with it. */
    hasLink(link: OwnLink): boolean {
      if (!has(link)) return false;
      if (link.sequence > (confirmed?.sequence ?? 0)) [added, confirmed] = [link, link];
      return true;
    },
  };
}
