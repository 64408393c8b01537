import { type AskedSend, countedPeople, type Person, type SpentOn } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import {
  type Amount,
  amount,
  businessProfileName,
  countedInAed,
  formatAmount,
  gulfDay,
  isDecimalText,
  isRateDoubtful,
  money,
} from "../../document/index.ts";
import type { Contents } from "../content/contents.ts";
import { dayName, newestName } from "../keys/approved-names.ts";
import type { Intent } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { secondPath } from "../store/second-path.ts";
import type { ApprovalAsked } from "./policies.ts";

interface Counted {
  readonly account: string;
  readonly gross: Amount;
  /** The replaced document, which no longer counts. */
  readonly replaces: string | undefined;
  /** Id of the document, once it exists; cached. */
  id?: string;
}

/**
 * The day that a document counts towards: according to the service's clock if the local clock is wrong. `today`
 * always follows the local clock.
 */
interface Day {
  readonly day: string;
  readonly today?: string;
}

interface DaySum {
  after: number;
  readonly contents: Map<string, Counted>;
}

/**
 * Sums the amounts that people requested and approved on a day, in AED with VAT. Counts documents that exist or may
 * exist, and the same content only once. Keeps its position, so a run over many documents reads each record once. Use
 * it inside a transaction.
 */
export function approvedSums(database: Database, records: RecordsTable, contents: Contents) {
  const second = secondPath(database);
  const known = new Map<string, DaySum>();
  const approvalOf = (record: number): Intent["approval"] => {
    const found = records.only(record);
    return found.type === "intent" ? found.data.approval : undefined;
  };
  /** Undefined unless the service reported that the document's day has not begun yet. */
  const serviceDayOf = (record: number): string | undefined => {
    const end = records.ofAttempt(records.only(record).attempt).find(({ type }) => type === "result");
    return end?.type === "result" ? end.data.serviceDay : undefined;
  };
  return {
    /**
     * The day in the Emirates. It is never earlier than the last day counted, so moving the local clock does not raise
     * a daily limit. If the service reports that the day has not begun, the service's day is used, and nothing is sent
     * until the local clock is corrected.
     */
    dayOf(businessProfileId: string, now: number): Day {
      const today = gulfDay(new Date(now));
      const newest = second.last("approved", businessProfileName(businessProfileId), newestName);
      const recent = newest.map((record) => ({ record, day: approvalOf(record)?.day }));
      const last = recent.find(({ day }) => day !== undefined)?.day ?? "";
      const [real] = recent.flatMap(({ record, day }) => (day === last ? (serviceDayOf(record) ?? []) : [])).sort();
      if (real !== undefined && today >= last) return { day: real, today };
      const before = real ?? last;
      return { day: before > today ? before : today };
    },
    spentIn:
      (businessProfileId: string): SpentOn =>
      ({ key }: Person, day: string): Amount => {
        const account = businessProfileName(businessProfileId);
        const name = `${account} ${dayName(day, key)}`;
        const sum: DaySum = known.get(name) ?? { after: 0, contents: new Map() };
        known.set(name, sum);
        for (const record of second.findAfter("approved", account, dayName(day, key), sum.after)) {
          const { type, data } = records.only(record);
          sum.after = record;
          if (type !== "intent" || !isApprovedBy(data, key)) continue;
          if (data.approval.day !== day && serviceDayOf(record) !== day) continue;
          const gross = amountIn(data.approval.grossInAed) ?? amount("0");
          sum.contents.set(data.key, { account: data.account, gross, replaces: data.replaces });
        }
        return totalOf(sum, contents);
      },
  };
}

export function askedOf(intent: Intent, told?: Omit<ApprovalAsked, "files">): AskedSend {
  const { account, businessProfileId, key, currency, exchangeRate, totals = {}, overridden = [] } = intent;
  const gross = amountIn(totals.tax_inclusive_amount);
  const counted = gross && countedInAed(gross, currency, amountIn(exchangeRate?.rate));
  const [most] = [counted, amountIn(told?.grossInAed)]
    .flatMap((each) => each ?? [])
    .sort((a, b) => money.compare(b, a));
  return {
    account,
    businessProfileId,
    key,
    ...(most === undefined ? {} : { grossInAed: formatAmount(most) }),
    changedSupplier: overridden.includes("--accept-changed-supplier"),
    doubtfulRate: isRateDoubtful(currency, exchangeRate?.rate),
  };
}

function amountIn(text = ""): Amount | undefined {
  return isDecimalText(text) ? amount(text) : undefined;
}

type ApprovedIntent = Intent & { readonly approval: NonNullable<Intent["approval"]> };

function isApprovedBy(intent: Intent, key: string): intent is ApprovedIntent {
  const { approval } = intent;
  return approval !== undefined && countedPeople(approval).includes(key);
}

function totalOf({ contents: all }: DaySum, contents: Contents): Amount {
  const counting: Counted[] = [];
  for (const [key, each] of all) {
    if (each.id === undefined) {
      const standing = contents.standingOf(each.account, key, new Map());
      if (standing.is === "fresh") continue;
      if (standing.is === "created") each.id = standing.id;
    }
    counting.push(each);
  }
  const replaced = new Set<string | undefined>(counting.flatMap(({ replaces }) => replaces ?? []));
  // A replacement may keep the id of the document that it replaced; such a replacement counts too.
  const left = counting.filter(({ id, replaces }) => replaces === id || !replaced.has(id));
  return money.sum(left.map(({ gross }) => gross));
}
