/** What the air means today, in one or two sentences made by rules from the report. */
import type { Species } from '../../../storage/air.ts';
import { type FormatContext, sentenceTime } from '../../../units/formatContext.ts';
import {
  type AirIndex,
  type AirQuality,
  type IndexKind,
  indexOf,
  type Level,
  type PollenLevel,
  pollenRank,
  pollenToday,
  rankOf,
  type SpeciesDay,
} from './air.ts';

type Context = Pick<FormatContext, 'translation' | 'timeZone' | 'now'>;

/** From this level on the sentence says which pollutant it is. */
const namedFrom: Level = 'moderate';
/** µg/m³: from here on the sky is hazy with it. */
const dustFrom = 50;
/** µg/m³: so many particles alone make the air "moderate". */
const smokeFrom = 15;
/** Of species that the user has not chosen; more are in the table. */
const maxSpecies = 2;

export function airSentence(
  air: AirQuality,
  kind: IndexKind,
  mine: readonly Species[],
  context: Context,
): string {
  const { t } = context.translation;
  const isDusty = (air.current.dust ?? 0) >= dustFrom;
  const isSmoky = (air.current.smoke ?? 0) >= smokeFrom;
  return [
    indexSentence(air, kind, context),
    isSmoky && t('air.sentence.smoke'),
    isDusty && t('air.sentence.dust'),
    ...pollenSentences(air, mine, context),
  ]
    .filter(Boolean)
    .join(' ');
}

/** "Poor", in the words of the scale. */
export function levelName({ t }: Context['translation'], kind: IndexKind, level: Level): string {
  return kind === 'european'
    ? t(`air.level.european.${level as Level<'european'>}`)
    : t(`air.level.us.${level as Level<'us'>}`);
}

function indexSentence(air: AirQuality, kind: IndexKind, context: Context): string {
  const { t } = context.translation;
  const now = indexOf(air.current, kind);
  if (!now) return t('air.sentence.unknown');
  const opening =
    kind === 'european'
      ? t(`air.now.european.${now.level as Level<'european'>}`)
      : t(`air.now.us.${now.level as Level<'us'>}`);
  const later = worseLater(air, now, context.now);
  if (later) {
    return t('air.sentence.later', {
      air: opening,
      level: levelName(context.translation, kind, later.index.level),
      time: sentenceTime(later.at, context),
      pollutant: t(`air.pollutant.${later.index.main}`),
    });
  }
  const isNamed = rankOf(kind, now.level) >= rankOf(kind, namedFrom);
  return t(isNamed ? 'air.sentence.main' : 'air.sentence.plain', {
    air: opening,
    pollutant: t(`air.pollutant.${now.main}`),
  });
}

/** The worst hour of today, if it is still to come and worse than now. Its time is known for the European index only. */
function worseLater(air: AirQuality, now: AirIndex, moment: Date) {
  const [today] = air.days;
  const index = today && indexOf(today, now.kind);
  if (now.kind !== 'european' || !index || !today.worst_at) return null;
  const isWorse = rankOf(now.kind, index.level) > rankOf(now.kind, now.level);
  return isWorse && new Date(today.worst_at) > moment ? { index, at: today.worst_at } : null;
}

function pollenSentences(air: AirQuality, mine: readonly Species[], context: Context): string[] {
  const { t } = context.translation;
  const today = pollenToday(air, mine);
  if (!today) return [];
  const flying = today.filter(({ level }) => level !== 'none');
  if (mine.length > 0) {
    const own = flying.filter(({ species }) => mine.includes(species));
    return own.length > 0 ? byLevel(own, context) : [t('air.sentence.noneOfYours')];
  }
  const [highest] = flying;
  if (!highest) return [t('air.sentence.noPollen')];
  if (highest.level === 'low') return [t('air.sentence.littlePollen')];
  const most = flying.filter(({ level }) => level === highest.level);
  return [sentenceOf(most.slice(0, maxSpecies), highest.level, context)];
}

/** One sentence for each level, the highest first. */
function byLevel(days: SpeciesDay[], context: Context): string[] {
  const levels = [...new Set(days.map(({ level }) => level))].toSorted(
    (one, other) => pollenRank(other) - pollenRank(one),
  );
  return levels.map((level) =>
    sentenceOf(
      days.filter((day) => day.level === level),
      level,
      context,
    ),
  );
}

function sentenceOf(days: SpeciesDay[], level: PollenLevel, context: Context): string {
  const { translation } = context;
  const { t, format } = translation;
  const names = days.map(({ species }) => t(`air.species.${species}`));
  const species = capitalized(new Intl.ListFormat(format.locale).format(names), format.locale);
  const ends = new Set(days.map(({ high_until: end }) => partOfDay(end, context)));
  const [end = null] = ends;
  const values = { species, level: t(`air.level.pollen.${level}`) };
  // Two species with different ends: neither is right for both.
  if (end === null || ends.size > 1) return t('air.sentence.pollen', values);
  return t('air.sentence.pollenUntil', { ...values, until: t(`air.until.${end}`) });
}

type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';
/** The first hour of each part. */
const partsOfDay: ReadonlyArray<[from: number, part: PartOfDay]> = [
  [21, 'night'],
  [17, 'evening'],
  [14, 'afternoon'],
  [11, 'noon'],
  [5, 'morning'],
];

/** Null for what has passed, and for another day. A forecast of pollen is not precise enough for a time of day. */
function partOfDay(at: string | null, { translation, timeZone, now }: Context): PartOfDay | null {
  if (at === null || new Date(at) <= now) return null;
  const { format } = translation;
  const hour = Number(format.hour(at, timeZone));
  if (hour >= 5 && format.otherDay(at, timeZone, now) !== null) return null;
  return partsOfDay.find(([from]) => hour >= from)?.[1] ?? 'night';
}

/** With a capital letter: a label, or the beginning of a sentence. */
export function capitalized(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
