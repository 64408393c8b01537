import { gulfDay, gulfTime } from "../document/index.ts";

const timeText = /^(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;
const anyDay = "2000-01-01";

export interface GulfClock {
  /** `HH:mm:ss`, as in a request. */
  readonly time: string;
  /** False if a fraction of a second was left out. */
  readonly whole: boolean;
}

/** Converts an xs:time to Gulf Standard Time; undefined if the day would change. A time without a zone is Gulf time. */
export function gulfClockOf(text: string): GulfClock | undefined {
  const [, clock, fraction = "", zone = "+04:00"] = timeText.exec(text) ?? [];
  const instant = Date.parse(`${anyDay}T${clock}${zone}`);
  if (Number.isNaN(instant) || gulfDay(new Date(instant)) !== anyDay) return undefined;
  return { time: gulfTime(instant).slice(11, 19), whole: /^0*$/.test(fraction) };
}
