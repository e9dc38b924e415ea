/** The source of the suggestions: GeoNames and Google both require attribution. */
import type { components } from '../../../api/schema.d.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import styles from './PlaceSearch.module.css';

export function Attribution({ source }: { source: components['schemas']['PlacesSource'] }) {
  const { t } = useTranslation();
  return (
    <p className={styles.attribution}>
      {source === 'google' ? (
        // Google requires this wording in every language.
        <span lang="en">Powered by Google</span>
      ) : (
        <TextLink to="https://www.geonames.org/">{t('locations.search.geonames')}</TextLink>
      )}
    </p>
  );
}
