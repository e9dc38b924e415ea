/** The code that shows a place on another site, with a preview, and the page for a screen on the wall. */
import { useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { useStored } from '../../storage/useStored.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Copyable } from './Copyable.tsx';
import {
  type EmbedOptions,
  embedQuery,
  embedThemes,
  embedViews,
  frameCode,
  pictureCode,
} from './embedCode.ts';
import styles from './Integrations.module.css';

interface Place {
  name: string;
  /** The place in a link. */
  search: string;
}

export function EmbedCode({ places }: { places: Place[] }) {
  const { t, language } = useTranslation();
  const [units] = useStored('units');
  const [chosen, setChosen] = useState('');
  const [view, setView] = useState<EmbedOptions['view']>('now');
  const [theme, setTheme] = useState<EmbedOptions['theme']>('auto');
  const place = places.find(({ search }) => search === chosen) ?? places[0];
  if (!place)
    return (
      <Stack>
        <p>{t('settings.embed.what')}</p>
        <p>{t('settings.feeds.noPlaces')}</p>
      </Stack>
    );
  const title = t('weather.title', { place: place.name });
  const { search } = place;
  const options = { origin: location.origin, search, title, view, theme, language, units };
  return (
    <Stack>
      <p>{t('settings.embed.what')}</p>
      <Select
        label={t('settings.embed.place')}
        value={search}
        options={places.map(({ name, search: value }) => ({ value, label: name }))}
        onChange={setChosen}
      />
      <SegmentedControl
        label={t('settings.embed.view')}
        value={view}
        options={embedViews.map((value) => ({ value, label: t(`settings.embed.${value}`) }))}
        onChange={setView}
      />
      <Select
        label={t('settings.embed.theme')}
        value={theme}
        options={embedThemes.map((value) => ({ value, label: t(`settings.embed.${value}`) }))}
        onChange={setTheme}
      />
      <img
        className={styles.preview}
        src={`/embed.svg${embedQuery(options)}`}
        alt={t('settings.embed.preview', { title })}
        width="480"
        loading="lazy"
      />
      <Copyable
        label={t('settings.embed.frame')}
        text={frameCode(options)}
        hint={t('settings.embed.frameHint')}
      />
      <Copyable
        label={t('settings.embed.picture')}
        text={pictureCode(options)}
        hint={t('settings.embed.pictureHint')}
      />
      <p>
        {t('settings.embed.wall')}{' '}
        <TextLink to={`${paths.glance}${search}`}>{t('glance.title')}</TextLink>
      </p>
    </Stack>
  );
}
