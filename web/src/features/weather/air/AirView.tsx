/** The air of a place in full: what it means, the hours, the pollutants, pollen, what the user reacts to, and the scale. */
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { type FormatContext, useFormatContext } from '../../../units/formatContext.ts';
import { dataOf } from '../report.ts';
import banner from '../states/SimulatedDataBanner.module.css';
import { AirHours } from './AirHours.tsx';
import { AirScale } from './AirScale.tsx';
import styles from './AirView.module.css';
import {
  type AirHour,
  type AirQuality,
  type AirReport,
  adviceOf,
  type IndexKind,
  indexOf,
  rankOf,
  scales,
} from './air.ts';
import { airSentence, capitalized, levelName } from './airSentence.ts';
import { bestTime } from './bestTime.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { PollenTable } from './PollenTable.tsx';
import { Pollutants } from './Pollutants.tsx';
import { SensitivitiesForm } from './SensitivitiesForm.tsx';
import { useIndexKind } from './useIndexKind.ts';
import { useSensitivities } from './useSensitivities.ts';

interface AirViewProps {
  report: AirReport;
  timeZone: string;
  now: Date;
}

export function AirView({ report, timeZone, now }: AirViewProps) {
  const { t } = useFormatContext(timeZone).translation;
  const air = dataOf(report.air);
  if (!air) {
    const isOff = 'unavailable' in report.air && report.air.unavailable === 'switched_off';
    return (
      <Card>
        <p>{t(isOff ? 'air.switchedOff' : 'air.unavailable')}</p>
      </Card>
    );
  }
  return <KnownAir air={air} report={report} timeZone={timeZone} now={now} />;
}

function KnownAir({ air, report, timeZone, now }: AirViewProps & { air: AirQuality }) {
  const context = { ...useFormatContext(timeZone), now };
  const { t, format } = context.translation;
  const [kind, setKind] = useIndexKind(air.index);
  const { mine } = useSensitivities();
  return (
    <>
      {report.simulated && (
        <p className={banner.banner}>
          <Icon name="info" size={1.25} />
          <span>{t('air.simulated')}</span>
        </p>
      )}
      <Card>
        <div role="status">
          <Level air={air} kind={kind} context={context} />
          <p className={styles.sentence}>{airSentence(air, kind, mine, context)}</p>
          <Today air={air} hours={report.hours} kind={kind} context={context} />
        </div>
        <p className={styles.note}>
          {t('weather.state.old', { age: format.age(new Date(air.fetched_at), now) })}
        </p>
        <div className={styles.control}>
          <SegmentedControl
            label={t('air.index.label')}
            value={kind}
            options={(['european', 'us'] as const).map((value) => ({
              value,
              label: t(`air.index.${value}`),
            }))}
            onChange={setKind}
          />
        </div>
      </Card>
      <Card>
        <AirHours hours={report.hours} kind={kind} timeZone={timeZone} />
      </Card>
      <Card title={t('air.pollen.title')}>
        <PollenTable air={air} mine={mine} timeZone={timeZone} />
      </Card>
      <Card title={t('air.mine.title')}>
        <SensitivitiesForm />
      </Card>
      <Card title={t('air.pollutants')}>
        <Pollutants current={air.current} kind={kind} />
      </Card>
      <Disclosure title={t('air.scale.title')}>
        <AirScale kind={kind} />
      </Disclosure>
      {air.attributions.length > 0 && (
        <p className={styles.sources}>
          {air.attributions.map(({ text, url }) => (
            // In the words of the licence, which are not translated.
            <TextLink key={url} to={url}>
              {text}
            </TextLink>
          ))}
        </p>
      )}
    </>
  );
}

interface PartProps {
  air: AirQuality;
  kind: IndexKind;
  context: FormatContext;
}

function Level({ air, kind, context: { translation } }: PartProps) {
  const { t, format } = translation;
  const index = indexOf(air.current, kind);
  if (!index) return null;
  const level = capitalized(levelName(translation, kind, index.level), format.locale);
  return (
    <p className={styles.index}>
      <LevelMeter rank={rankOf(kind, index.level)} steps={scales[kind].length} />
      {t('air.index.value', { level, value: index.value })}
    </p>
  );
}

/** What to do, and when it is best. */
function Today({ air, hours, kind, context }: PartProps & { hours: AirHour[] }) {
  const { translation, timeZone, now } = context;
  const { t, format } = translation;
  const index = indexOf(air.current, kind);
  const left = hours.filter(({ time }) => format.otherDay(time, timeZone, now) === null);
  const best = bestTime(left, kind);
  const level = best && levelName(translation, kind, best.level);
  const clock = (at: string) => format.fullHour(at, timeZone);
  return (
    <>
      {index && <p>{t(`air.advice.${adviceOf(kind, index.level)}`)}</p>}
      {best && level && (
        <p>
          {best.window
            ? t('air.best.window', {
                from: clock(best.window.from),
                until: clock(best.window.until),
                level,
              })
            : t('air.best.same', { level })}
        </p>
      )}
    </>
  );
}
