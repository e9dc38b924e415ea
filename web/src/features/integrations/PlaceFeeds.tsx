/** Secret addresses of saved places for calendars and feed readers: made, replaced, removed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import type { components } from '../../api/schema.d.ts';
import { failureTexts } from '../../forms/failureTexts.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { Skeleton } from '../../ui/status/Skeleton.tsx';
import { Copyable } from './Copyable.tsx';
import { feedQuery, useMakeFeed, useRemoveFeed } from './feeds.ts';
import styles from './Integrations.module.css';

interface Place {
  id: string;
  name: string;
}

export function PlaceFeeds({ userId, places }: { userId: string; places: Place[] }) {
  const { t } = useTranslation();
  const feeds = useQuery(feedQuery(useApi(), userId));
  return (
    <Stack>
      <p>{t('settings.feeds.what')}</p>
      {feeds.data ? (
        places.length > 0 ? (
          <ul className={styles.rows} aria-label={t('settings.feeds.title')}>
            {places.map((place) => (
              <PlaceRow
                key={place.id}
                place={place}
                createdAt={feeds.data.find((feed) => feed.location_id === place.id)?.created_at}
              />
            ))}
          </ul>
        ) : (
          <p>{t('settings.feeds.noPlaces')}</p>
        )
      ) : feeds.error ? (
        <Stack>
          <Problem {...failureTexts(feeds.error, 'settings.feeds.loadFailed', t)} />
          <div>
            <Button look="secondary" onClick={() => void feeds.refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </Stack>
      ) : (
        <Skeleton height="3rem" />
      )}
    </Stack>
  );
}

function PlaceRow({ place, createdAt }: { place: Place; createdAt: string | undefined }) {
  const { t, format } = useTranslation();
  const { name } = place;
  const toasts = useToasts();
  const make = useMakeFeed();
  const remove = useRemoveFeed();
  const [addresses, setAddresses] = useState<components['schemas']['FeedAddresses'] | null>(null);

  const showError = (
    error: Error,
    key: 'settings.feeds.createFailed' | 'settings.feeds.removeFailed',
  ) => toasts.add({ level: 'app', isError: true, text: failureTexts(error, key, t).title });
  const handleMake = () =>
    make.mutate(place.id, {
      onSuccess: setAddresses,
      onError: (error) => showError(error, 'settings.feeds.createFailed'),
    });
  const handleRemove = () =>
    remove.mutate(place.id, {
      onSuccess: () => {
        setAddresses(null);
        toasts.add({ level: 'app', text: t('settings.feeds.removed') });
      },
      onError: (error) => showError(error, 'settings.feeds.removeFailed'),
    });

  return (
    <li className={styles.row}>
      <div>
        <p className={styles.value}>{name}</p>
        <p className={styles.detail}>
          {createdAt
            ? t('settings.feeds.exists', { date: format.shortDate(createdAt) })
            : t('settings.feeds.none')}
        </p>
      </div>
      <div className={styles.copy}>
        <Button
          look="secondary"
          aria-label={t(createdAt ? 'settings.feeds.replaceNamed' : 'settings.feeds.createNamed', {
            name,
          })}
          isPending={make.isPending}
          onClick={handleMake}
        >
          {t(createdAt ? 'settings.feeds.replace' : 'settings.feeds.create')}
        </Button>
        {createdAt && (
          <Button
            look="secondary"
            aria-label={t('settings.feeds.removeNamed', { name })}
            isPending={remove.isPending}
            onClick={handleRemove}
          >
            {t('settings.feeds.remove')}
          </Button>
        )}
      </div>
      {addresses && (
        <section className={styles.secrets} aria-label={t('settings.feeds.created', { name })}>
          {(['calendar', 'atom', 'json'] as const).map((kind) => (
            <Copyable
              key={kind}
              label={t(`settings.feeds.${kind}`)}
              text={addresses[kind]}
              hint={kind === 'calendar' ? t('settings.feeds.shownOnce') : ''}
            />
          ))}
        </section>
      )}
    </li>
  );
}
