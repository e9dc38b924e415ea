/** Daily briefing and thresholds of one saved place at a time. */
import { useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { BriefingForm } from './BriefingForm.tsx';
import styles from './Briefings.module.css';
import { ThresholdForm } from './ThresholdForm.tsx';

interface BriefingSettingsProps {
  places: ReadonlyArray<{ id: string; name: string }>;
}

export function BriefingSettings({ places }: BriefingSettingsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  if (!place) return <p className={styles.hint}>{t('settings.briefings.noPlaces')}</p>;
  return (
    <Stack>
      <p className={styles.hint}>{t('settings.briefings.hint')}</p>
      <Select
        label={t('settings.briefings.place')}
        value={place.id}
        options={places.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      <BriefingForm key={`briefing ${place.id}`} place={place.id} />
      <ThresholdForm key={`thresholds ${place.id}`} place={place.id} />
    </Stack>
  );
}
