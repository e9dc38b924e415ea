/** Formats dates, times, ages and numbers in the user's language and the place's time zone. */
import type { Language } from './language.ts';
import { isTwelveHour, localeOf, type TimeFormat } from './region.ts';

/** What formats depend on besides the language. */
export interface Habits {
  region: string | null;
  timeFormat: TimeFormat;
}

const noHabits: Habits = { region: null, timeFormat: 'auto' };

export interface Formats {
  locale: string;
  number: (value: number, digits?: number) => string;
  /** `17:42`, or `5:42 PM` */
  time: (at: Date | string, timeZone: string) => string;
  /** `17:42`, or `Mon 17:42` when that is not the day of `now` at the place. */
  timeOrDay: (at: Date | string, timeZone: string, now: Date) => string;
  /** `Monday`, or null for the day of `now` at the place. */
  otherDay: (at: Date | string, timeZone: string, now: Date) => string | null;
  /** The beginning of an hour: `17:00`, or `5 PM` */
  fullHour: (at: Date | string, timeZone: string) => string;
  /** `17`, whatever the clock. */
  hour: (at: Date | string, timeZone: string) => string;
  /** `Mon` for a calendar day such as `2026-11-16`. */
  weekday: (date: string) => string;
  /** `Mon` for a moment. */
  weekdayAt: (at: Date | string, timeZone: string) => string;
  /** `Monday, 16 November` */
  longDay: (date: string) => string;
  /** `16 Nov` */
  shortDate: (date: string) => string;
  /** `4 min ago` */
  age: (since: Date, now: Date) => string;
  /** `Germany` for `DE`; null for a code without a name. */
  country: (code: string) => string | null;
}

const minuteMs = 60_000;
const minutesPerHour = 60;
const minutesPerDay = 1440;

export function createFormats(
  language: Language,
  { region, timeFormat }: Habits = noHabits,
): Formats {
  // Created when first used: each takes a slow phone some milliseconds, and a page with a form needs none.
  const locale = once(() => localeOf(language, region));
  const hasTwelveHours = once(() => isTwelveHour(timeFormat, locale()));
  const relative = once(
    () => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' }),
  );
  const countries = once(
    () => new Intl.DisplayNames(locale(), { type: 'region', fallback: 'none' }),
  );
  const dates = dateFormats(locale);
  const numbers = numberFormats(locale);
  const day = (date: string, options: Intl.DateTimeFormatOptions) =>
    dates({ ...options, timeZone: 'UTC' }).format(new Date(date));
  const time = (at: Date | string, timeZone: string) =>
    unbroken(
      dates({ ...clock(hasTwelveHours()), minute: '2-digit', timeZone }).format(new Date(at)),
    );
  const isFull = (at: Date | string, timeZone: string) =>
    Number(dates({ minute: 'numeric', timeZone }).format(new Date(at))) === 0;
  const weekdayAt = (at: Date | string, timeZone: string, weekday: 'short' | 'long' = 'short') =>
    dates({ weekday, timeZone }).format(new Date(at));
  const isSameDay = (at: Date | string, now: Date, timeZone: string) => {
    const date = dates({ dateStyle: 'short', timeZone });
    return date.format(new Date(at)) === date.format(now);
  };
  return {
    get locale() {
      return locale();
    },
    number: (value, digits = 0) => numbers(digits).format(value),
    time,
    otherDay: (at, timeZone, now) =>
      isSameDay(at, now, timeZone) ? null : weekdayAt(at, timeZone, 'long'),
    timeOrDay: (at, timeZone, now) =>
      `${isSameDay(at, now, timeZone) ? '' : `${weekdayAt(at, timeZone)} `}${time(at, timeZone)}`,
    fullHour: (at, timeZone) =>
      hasTwelveHours() && isFull(at, timeZone)
        ? unbroken(dates({ ...clock(true), timeZone }).format(new Date(at)))
        : time(at, timeZone),
    hour: (at, timeZone) =>
      dates({ hour: '2-digit', hourCycle: 'h23', timeZone })
        .formatToParts(new Date(at))
        .filter((part) => part.type === 'hour')
        .map((part) => part.value)
        .join(''),
    weekday: (date) => day(date, { weekday: 'short' }),
    weekdayAt,
    longDay: (date) => day(date, { weekday: 'long', day: 'numeric', month: 'long' }),
    shortDate: (date) => day(date, { day: 'numeric', month: 'short' }),
    age: (since, now) => {
      const minutes = Math.max(0, Math.round((now.getTime() - since.getTime()) / minuteMs));
      // Formatted as seconds, which gives "now" instead of "in dieser Minute".
      if (minutes === 0) return relative().format(0, 'second');
      if (minutes < minutesPerHour) return relative().format(-minutes, 'minute');
      if (minutes < minutesPerDay) {
        return relative().format(-Math.round(minutes / minutesPerHour), 'hour');
      }
      return relative().format(-Math.round(minutes / minutesPerDay), 'day');
    },
    country: (code) => countries().of(code) ?? null,
  };
}

/** `hour12` would let some regions write midnight as 0 am. */
const clock = (hasTwelveHours: boolean): Intl.DateTimeFormatOptions =>
  hasTwelveHours ? { hour: 'numeric', hourCycle: 'h12' } : { hour: '2-digit', hourCycle: 'h23' };

/** Prevents a line break between the time and `PM`. */
const unbroken = (text: string) => text.replace(/\s/g, '\u00a0');

/** Caches the formatters: the dashboard formats hundreds of times, and creating a formatter is expensive. */
function dateFormats(locale: () => string) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const known = made.get(key);
    if (known) return known;
    const format = new Intl.DateTimeFormat(locale(), options);
    made.set(key, format);
    return format;
  };
}

/** By the number of digits. */
function numberFormats(locale: () => string) {
  const made = new Map<number, Intl.NumberFormat>();
  return (digits: number): Intl.NumberFormat => {
    const known = made.get(digits);
    if (known) return known;
    const format = new Intl.NumberFormat(locale(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      // -0.4 degrees rounds to 0, not to -0.
      signDisplay: 'negative',
    });
    made.set(digits, format);
    return format;
  };
}

function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
