/** Readings as named levels: pressure trend, UV level, and a duration in hours and minutes. */
/** A smaller change within three hours counts as steady; WMO code table 0200 is in tenths. */
const steadyHectopascals = 0.5;

export function pressureTrend(change: number): 'rising' | 'steady' | 'falling' {
  if (Math.abs(change) < steadyHectopascals) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}

/** The WHO's bands of the global solar UV index. */
export function uvLevel(index: number): 'low' | 'moderate' | 'high' | 'veryHigh' | 'extreme' {
  const rounded = Math.round(index);
  if (rounded < 3) return 'low';
  if (rounded < 6) return 'moderate';
  if (rounded < 8) return 'high';
  return rounded < 11 ? 'veryHigh' : 'extreme';
}

export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.round(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
