/** Samples of the colours that have to be distinguishable: the three severities, and cold to hot. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './Samples.module.css';

const grades: ReadonlyArray<[grade: 'info' | 'moderate' | 'severe', icon: IconName]> = [
  ['info', 'info'],
  ['moderate', 'warning'],
  ['severe', 'danger'],
];
const temperatureSteps = [1, 2, 3, 4, 5, 6, 7];

export function Samples() {
  const { t } = useTranslation();
  return (
    <figure className={styles.samples}>
      <figcaption className={styles.caption}>{t('accessibility.samples.title')}</figcaption>
      <ul className={styles.grades}>
        {grades.map(([grade, icon]) => (
          <li key={grade} className={styles.grade} data-grade={grade}>
            <Icon name={icon} size={1.25} />
            {t(`weather.alerts.severity.${grade}`)}
          </li>
        ))}
      </ul>
      <div className={styles.scale}>
        <span>{t('accessibility.samples.cold')}</span>
        <span className={styles.steps} aria-hidden="true">
          {temperatureSteps.map((step) => (
            <span key={step} style={{ background: `var(--color-temperature-${step})` }} />
          ))}
        </span>
        <span>{t('accessibility.samples.hot')}</span>
      </div>
    </figure>
  );
}
