/** One sentence on the dashboard about how accurate its forecasts have been, with a link to the whole. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { useStored } from '../../../storage/useStored.ts';
import type { Place } from '../../../storage/values.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import styles from './Accuracy.module.css';
import { accuracySentence } from './accuracyText.ts';
import { accuracyQuery } from './queries.ts';

interface AccuracyLineProps {
  place: Place;
  /** The parameters of the place in a link. */
  search: string;
}

/** Nothing while it is not known, or when it cannot be loaded. */
export function AccuracyLine({ place, search }: AccuracyLineProps) {
  const translation = useTranslation();
  const [units] = useStored('units');
  const { data: report } = useQuery(accuracyQuery(useApi(), place));
  const sentence = report && accuracySentence(report, report.leads[0], { translation, units });
  if (!sentence) return null;
  return (
    <p className={styles.line}>
      {sentence}{' '}
      <TextLink to={`${paths.accuracy}${search}`}>{translation.t('accuracy.more')}</TextLink>
    </p>
  );
}
