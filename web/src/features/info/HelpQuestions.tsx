/** Questions and answers, filtered by a search field. */
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import type { InfoText } from './document.ts';
import { findQuestions } from './findQuestions.ts';
import styles from './InfoDocument.module.css';

export function HelpQuestions({ text }: { text: InfoText }) {
  const { t, language } = useTranslation();
  const [search, setSearch] = useState('');
  const groups = findQuestions(text.sections, useDeferredValue(search), language);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);

  return (
    <>
      <Field
        type="search"
        label={t('help.search')}
        name="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <p role="status" className={search ? undefined : 'visually-hidden'}>
        {search && count > 0 && t('help.found', { count })}
        {count === 0 && (
          <>
            {t('help.nothing')} <TextLink to={paths.contact}>{t('help.contact')}</TextLink>
          </>
        )}
      </p>
      {groups.map(({ id, title, questions }) => (
        <Card key={id} title={title}>
          <div className={styles.questions}>
            {questions.map(({ name, text: answer }) => (
              <Disclosure key={name} title={name}>
                <p>{answer}</p>
              </Disclosure>
            ))}
          </div>
        </Card>
      ))}
    </>
  );
}
