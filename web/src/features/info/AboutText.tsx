/** The text of the about page, with links and the version. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { configQuery } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Blocks } from './Blocks.tsx';
import type { InfoText } from './document.ts';

/** Written by `make notices`. */
const noticesFile = '/third-party-notices.txt';

export function AboutText({ text }: { text: InfoText }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery(useApi()));
  return (
    <>
      <p>{text.intro}</p>
      {text.sections.map(({ id, title, blocks }) => (
        <Card key={id} title={title}>
          <Stack>
            <Blocks blocks={blocks} email={config?.support_email ?? ''} />
          </Stack>
        </Card>
      ))}
      <Card title={t('about.more')}>
        <Stack>
          <p>
            <TextLink to={paths.help}>{t('pages.help')}</TextLink> ·{' '}
            <TextLink to={paths.contact}>{t('pages.contact')}</TextLink> ·{' '}
            <TextLink to={paths.privacy}>{t('pages.privacy')}</TextLink> ·{' '}
            <TextLink to={paths.terms}>{t('pages.terms')}</TextLink>
          </p>
          <p>
            <TextLink to={noticesFile} isFile>
              {t('about.notices')}
            </TextLink>
          </p>
          {config && <p>{t('about.version', { version: config.version })}</p>}
        </Stack>
      </Card>
    </>
  );
}
