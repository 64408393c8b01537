import type { JournalNote } from "../store/records.ts";

export const servicesNote = "services";

/** Whether two addresses lead to the same service, as stated by a person. */
export type Relation = "same" | "other" | "unknown";

export interface ServicesWord {
  readonly former: string;
  readonly now: string;
  readonly are: Exclude<Relation, "unknown">;
  readonly by: string;
}

/** For each pair, the latest statement counts. The relation "same" is transitive. */
export function relationsIn(notes: readonly JournalNote[]) {
  const words = new Map<string, ServicesWord>();
  for (const { data } of notes) {
    const word = data as unknown as ServicesWord;
    words.set([word.former, word.now].sort().join(" "), word);
  }
  const same = [...words.values()].filter(({ are }) => are === "same");
  const addressesOf = (service: string): string[] => {
    const all = [service];
    for (const each of all)
      for (const { former, now } of same)
        for (const next of former === each ? [now] : now === each ? [former] : [])
          if (!all.includes(next)) all.push(next);
    return all;
  };
  return {
    relation(one: string, other: string): Relation {
      const [here, there] = [addressesOf(one), addressesOf(other)];
      if (here.includes(other)) return "same";
      const isOther = ({ former, now, are }: ServicesWord): boolean =>
        are === "other" &&
        ((here.includes(former) && there.includes(now)) || (here.includes(now) && there.includes(former)));
      return [...words.values()].some(isOther) ? "other" : "unknown";
    },
    first(service: string): string {
      const addresses = addressesOf(service);
      return addresses.find((each) => !same.some(({ now }) => now === each)) ?? service;
    },
  };
}
