/** A legal text with its effective date, a table of contents and linkable sections, styled for print. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { configQuery } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Blocks } from './Blocks.tsx';
import type { InfoText } from './document.ts';
import styles from './InfoDocument.module.css';

export function LegalText({ text }: { text: InfoText }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery(useApi()));
  useEffect(() => {
    // The section in the URL was not rendered yet when the browser tried to scroll to it.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  return (
    <article className={styles.article}>
      <div className={styles.head}>
        <p className={styles.effective}>{text.effective}</p>
        <div className={styles.screenOnly}>
          <Button look="secondary" onClick={() => window.print()}>
            {t('info.print')}
          </Button>
        </div>
      </div>
      <p>{text.intro}</p>
      <div className={styles.screenOnly}>
        <Card title={t('info.contents')}>
          <nav aria-label={t('info.contents')}>
            <ol className={styles.contents}>
              {text.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
        </Card>
      </div>
      {text.sections.map(({ id, title, blocks }, index) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            {index + 1}. {title}
          </h2>
          <Blocks blocks={blocks} email={config?.support_email ?? ''} />
        </section>
      ))}
    </article>
  );
}
