/** Support hours: Monday to Friday, 9:00 to 17:00 in Berlin, as moments that can be shown in any time zone. */
import { hourMs, minuteMs } from '../../units/durations.ts';

const zone = 'Europe/Berlin';
const opensAtHour = 9;
const closesAtHour = 17;

interface SupportHours {
  isOpen: boolean;
  /** Today's opening and closing time. */
  from: Date;
  until: Date;
}

export function supportHours(now: Date): SupportHours {
  const berlin = wallClock(now);
  const midnight = new Date(now.getTime() - sinceMidnight(berlin));
  const at = (hour: number) => atWallHour(midnight, hour);
  const isWorkday = !['Sat', 'Sun'].includes(berlin.weekday);
  const hour = Number(berlin.hour);
  return {
    isOpen: isWorkday && hour >= opensAtHour && hour < closesAtHour,
    from: at(opensAtHour),
    until: at(closesAtHour),
  };
}

/** Corrects for a daylight saving change between midnight and that hour. */
function atWallHour(midnight: Date, hour: number): Date {
  const guess = new Date(midnight.getTime() + hour * hourMs);
  const missingHours = hour - Number(wallClock(guess).hour);
  return new Date(guess.getTime() + missingHours * hourMs);
}

function sinceMidnight({ hour, minute, second }: Record<'hour' | 'minute' | 'second', string>) {
  return Number(hour) * hourMs + Number(minute) * minuteMs + Number(second) * 1000;
}

function wallClock(at: Date): Record<'weekday' | 'hour' | 'minute' | 'second', string> {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: part('weekday'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}
