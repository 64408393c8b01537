const timeText = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:(Z)|([+-])(\d\d):(\d\d))?$/;
const gulfOffset = 4 * 60;

export interface GulfClock {
  /** `HH:mm:ss`, as in a request. */
  readonly time: string;
  /** False if a fraction of a second was left out. */
  readonly whole: boolean;
}

/** An xs:time in Gulf Standard Time; undefined if that is on another day. A time without a zone is Gulf time. */
export function gulfClockOf(text: string): GulfClock | undefined {
  const found = timeText.exec(text);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, fraction = "", utc, sign, zoneHours, zoneMinutes] = found;
  const zoned = utc !== undefined || sign !== undefined;
  const ahead = (sign === "-" ? -1 : 1) * (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0));
  const minute = Number(hours) * 60 + Number(minutes) + (zoned ? gulfOffset - ahead : 0);
  if (minute < 0 || minute >= 24 * 60) return undefined;
  const two = (value: number): string => String(value).padStart(2, "0");
  return { time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${seconds}`, whole: /^0*$/.test(fraction) };
}
