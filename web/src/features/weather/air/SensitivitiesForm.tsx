/** Which pollen the user reacts to. This is health data: it stays on the device unless a user stores it in the account. */
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { type Species, speciesNames } from '../../../storage/air.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx';
import { Switch } from '../../../ui/inputs/Switch.tsx';
import styles from './AirView.module.css';
import { capitalized } from './airSentence.ts';
import { useSensitivities } from './useSensitivities.ts';

export function SensitivitiesForm() {
  const { t, format } = useTranslation();
  const { isAuthenticated } = useAuth();
  const { mine, isSynced, setMine, setIsSynced } = useSensitivities();
  const toggle = (species: Species, isChosen: boolean) =>
    setMine(speciesNames.filter((name) => (name === species ? isChosen : mine.includes(name))));
  return (
    <>
      <fieldset className={styles.species}>
        <legend className="visually-hidden">{t('air.mine.label')}</legend>
        <p className={styles.hint}>{t(isSynced ? 'air.mine.hintSynced' : 'air.mine.hint')}</p>
        {speciesNames.map((species) => (
          <Checkbox
            key={species}
            name={species}
            isChecked={mine.includes(species)}
            onChange={(isChosen) => toggle(species, isChosen)}
          >
            {capitalized(t(`air.species.${species}`), format.locale)}
          </Checkbox>
        ))}
      </fieldset>
      {isAuthenticated && (
        <>
          <Switch
            label={t('air.mine.sync')}
            hint={t('air.mine.syncHint')}
            isOn={isSynced}
            onChange={setIsSynced}
          />
          <p>
            <TextLink to={paths.settings}>{t('air.mine.notify')}</TextLink>
          </p>
        </>
      )}
    </>
  );
}
