/** The keyboard shortcuts as a list, with the switch that turns them all off. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { useStored } from '../../storage/useStored.ts';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import styles from './ShortcutList.module.css';
import { shortcuts } from './shortcuts.ts';

export function ShortcutList() {
  const { t } = useTranslation();
  const [areOn, setAreOn] = useStored('shortcuts');
  return (
    <Stack>
      <p>{t('shortcuts.text')}</p>
      <dl className={styles.list}>
        {shortcuts.map(({ key, id }) => (
          <div key={key} className={styles.entry}>
            <dt>
              <kbd className={styles.key}>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`shortcuts.${id}`)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('shortcuts.toggle.label')}
        hint={t('shortcuts.toggle.hint')}
        isOn={areOn}
        onChange={setAreOn}
      />
    </Stack>
  );
}
