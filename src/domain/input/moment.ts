import { plainField } from './field.js';

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);

/** A Unix timestamp in seconds. */
export const UnixSeconds = plainField({
  name: 'UnixSeconds',
  schema: {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Unix timestamp in seconds',
  },
  is: isSeconds,
  refusal: { _tag: 'NotA', expected: 'unix-seconds' },
});

const written =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):(\d{2}))$/;

const secondsADay = 86_400;
const earliest = -62_167_219_200;
const latest = 253_402_300_799;

// Years begin in March, so the leap day is the last; an era has 400 years (https://howardhinnant.github.io/date_algorithms.html).
const daysAnEra = 146_097;
const daysFromMarchOfYearZeroTo1970 = 719_468;

const dayNumber = (year: number, month: number, day: number): number => {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const inEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return era * daysAnEra + inEra - daysFromMarchOfYearZeroTo1970;
};

const dateOf = (dayNumberFrom1970: number): readonly [year: number, month: number, day: number] => {
  const days = dayNumberFrom1970 + daysFromMarchOfYearZeroTo1970;
  const era = Math.floor(days / daysAnEra);
  const inEra = days - era * daysAnEra;
  const ofEra = Math.floor(
    (inEra -
      Math.floor(inEra / 1460) +
      Math.floor(inEra / 36_524) -
      Math.floor(inEra / (daysAnEra - 1))) /
      365,
  );
  const ofYear = inEra - (365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return [ofEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
};

const isDate = (year: number, month: number, day: number): boolean => {
  const [y, m, d] = dateOf(dayNumber(year, month, day));
  return month >= 1 && month <= 12 && y === year && m === month && d === day;
};

/** Converts an ISO 8601 timestamp to whole Unix seconds; `undefined` when it is invalid. */
export const secondsOfIso = (text: string): number | undefined => {
  const found = written.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map(Number);
  const [offsetHour, offsetMinute] = [Number(found[8] ?? 0), Number(found[9] ?? 0)];
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (found[7] === '-' ? -60 : 60) * (offsetHour * 60 + offsetMinute);
  const seconds =
    dayNumber(year, month, day) * secondsADay + hour * 3600 + minute * 60 + second - offset;
  return seconds >= earliest && seconds <= latest ? seconds : undefined;
};

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** Converts Unix seconds to an ISO 8601 timestamp. Years outside 0000 to 9999 become the first or last moment of them. */
export const isoOfSeconds = (moment: number): string => {
  const seconds = Math.min(latest, Math.max(earliest, moment));
  const days = Math.floor(seconds / secondsADay);
  const rest = seconds - days * secondsADay;
  const [year, month, day] = dateOf(days);
  const time = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  const clock = time.map((part) => digits(part, 2)).join(':');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${clock}.000Z`;
};

/** The same for people, without milliseconds: `2026-09-18T19:56:56Z`. */
export const momentText = (moment: number): string => isoOfSeconds(moment).replace('.000Z', 'Z');

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && secondsOfIso(value) !== undefined;

/** An ISO 8601 timestamp, such as `2026-09-18T19:56:56.947Z`. */
export const IsoMoment = plainField({
  name: 'IsoMoment',
  schema: {
    type: 'string',
    pattern: written.source,
    description: 'ISO 8601 timestamp, such as `2026-09-18T19:56:56.947Z`',
  },
  is: isMoment,
  refusal: { _tag: 'NotA', expected: 'text' },
});
