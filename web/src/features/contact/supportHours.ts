/** When somebody answers: Monday to Friday, 9 to 17 by the clock of Berlin all year, told also by the visitor's clock. */
const zone = 'Europe/Berlin';
const opensAtHour = 9;
const closesAtHour = 17;
const hourMs = 3_600_000;

interface SupportHours {
  isOpen: boolean;
  /** Today's opening and closing, as moments, for any clock. */
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

/** Clocks may change between midnight and the hour: then the day is an hour longer or shorter. */
function atWallHour(midnight: Date, hour: number): Date {
  const guess = new Date(midnight.getTime() + hour * hourMs);
  const missing = hour - Number(wallClock(guess).hour);
  return new Date(guess.getTime() + missing * hourMs);
}

function sinceMidnight({ hour, minute, second }: Record<'hour' | 'minute' | 'second', string>) {
  return Number(hour) * hourMs + Number(minute) * 60_000 + Number(second) * 1000;
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
