import { countedPeople, type SpentOn } from "../../approval/index.ts";
import { type Amount, amount, businessProfileName, isDecimalText, money } from "../../document/index.ts";
import { askedOf } from "../approving/approved-sums.ts";
import { dayName } from "../keys/approved-names.ts";
import type { Intent } from "../store/records.ts";

interface DayOfPerson {
  total: Amount;
  /** Amounts keyed by content, so that a repeated attempt counts once. */
  readonly contents: Map<string, { readonly gross: Amount; readonly id: string | undefined }>;
}

/** A document that exists or may exist, with the service's day if it differs from the recorded day. */
interface Standing {
  readonly id?: string | undefined;
  readonly serviceDay?: string | undefined;
}

/**
 * Sums the amounts that people requested and approved on each day, in AED with VAT, from records in order. Documents
 * that no longer exist are not counted, so no sum is larger than it was when a document was claimed.
 */
export function daySums() {
  const days = new Map<string, DayOfPerson>();
  const nameOf = (businessProfileId: string, day: string, key: string): string =>
    `${businessProfileName(businessProfileId)} ${dayName(day, key)}`;
  const remove = (from: DayOfPerson, content: string): void => {
    const before = from.contents.get(content);
    if (before === undefined) return;
    from.total = money.subtract(from.total, before.gross);
    from.contents.delete(content);
  };
  return {
    spentOf:
      (businessProfileId: string): SpentOn =>
      ({ key }, day) =>
        days.get(nameOf(businessProfileId, day, key))?.total ?? money.zero,
    count(intent: Intent, { id, serviceDay }: Standing): void {
      const { approval, businessProfileId, key: content, replaces } = intent;
      if (approval === undefined) return;
      const gross = grossOf(intent);
      for (const day of new Set([approval.day, serviceDay ?? approval.day]))
        for (const key of new Set(countedPeople(approval))) {
          const name = nameOf(businessProfileId, day, key);
          const all: DayOfPerson = days.get(name) ?? { total: money.zero, contents: new Map() };
          days.set(name, all);
          remove(all, content);
          const replaced = [...all.contents].find(([, each]) => each.id !== undefined && each.id === replaces);
          if (replaced) remove(all, replaced[0]);
          all.contents.set(content, { gross, id });
          all.total = money.add(all.total, gross);
        }
    },
  };
}

/** Returns the amount counted when the document was claimed, or the amount in the record if that is larger. */
function grossOf(intent: Intent): Amount {
  const texts = [intent.approval?.grossInAed ?? "", askedOf(intent).grossInAed ?? ""];
  const [most = money.zero] = texts
    .flatMap((text) => (isDecimalText(text) ? amount(text) : []))
    .sort((a, b) => money.compare(b, a));
  return most;
}
