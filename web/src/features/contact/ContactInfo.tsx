/** The support address and the support hours. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { configQuery } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';
import styles from './Contact.module.css';
import { supportHours } from './supportHours.ts';

export function ContactInfo({ now }: { now: Date }) {
  const { t, format } = useTranslation();
  const { data: config, isError } = useQuery(configQuery(useApi()));
  const { isOpen, from, until } = supportHours(now);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const localHours = { from: format.time(from, timeZone), until: format.time(until, timeZone) };
  return (
    <Card title={t('contact.info.title')}>
      <Stack>
        <div>
          <p>{t('contact.info.text')}</p>
          <p>
            <TextLink to={paths.help}>{t('pages.help')}</TextLink> ·{' '}
            <TextLink to={paths.about}>{t('pages.about')}</TextLink>
          </p>
        </div>
        <dl className={styles.facts}>
          {/* A skeleton keeps its space while it loads, so that the form below does not move. */}
          {!isError && (
            <div>
              <dt>{t('contact.info.mail')}</dt>
              <dd className={styles.mail}>
                {config ? (
                  <TextLink to={`mailto:${config.support_email}`}>{config.support_email}</TextLink>
                ) : (
                  <Skeleton shape="line" width="12rem" />
                )}
              </dd>
            </div>
          )}
          <div>
            <dt>{t('contact.hours.title')}</dt>
            <dd>{t('contact.hours.berlin')}</dd>
            <dd data-live>{t('contact.hours.yours', localHours)}</dd>
            <dd data-live className={styles.state}>
              {t(isOpen ? 'contact.hours.open' : 'contact.hours.closed')}
            </dd>
          </div>
        </dl>
      </Stack>
    </Card>
  );
}
