/** The language, each by its own name. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { type Language, languages } from '../../i18n/language.ts';
import { Select } from '../../ui/inputs/Select.tsx';

const names: Record<Language, string> = { en: 'English', de: 'Deutsch', tr: 'Türkçe' };

export function LanguageSelect() {
  const { t, language, setLanguage } = useTranslation();
  return (
    <Select
      label={t('settings.language.label')}
      value={language}
      options={languages.map((value) => ({ value, label: names[value] }))}
      onChange={setLanguage}
    />
  );
}
