/** The accessibility statement. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { configQuery } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Blocks } from './Blocks.tsx';
import type { InfoText } from './document.ts';
import styles from './InfoDocument.module.css';

export function AccessibilityStatement({ text }: { text: InfoText }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery(useApi()));
  return (
    <Card title={t('accessibility.statement.title')}>
      <Stack>
        <p>{text.intro}</p>
        {text.sections.map(({ id, title, blocks }) => (
          <Stack key={id}>
            <h3 className={styles.part}>{title}</h3>
            <Blocks blocks={blocks} email={config?.support_email ?? ''} />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
