/** Loads a long text and renders it, a skeleton while it loads, or an error. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../../forms/Problem.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';
import { type DocumentName, documentQueries, type InfoText } from './document.ts';

interface WithDocumentProps {
  name: DocumentName;
  children: (text: InfoText) => ReactNode;
}

export function WithDocument({ name, children }: WithDocumentProps) {
  const { t, language } = useTranslation();
  const { data, error, refetch } = useQuery(documentQueries.text(name, language));
  if (data) return children(data);
  // As tall as the screen, so that the content below does not move into view and then away.
  if (!error) return <Skeleton height="100vh" />;
  return (
    <Stack>
      <Problem title={t('info.failed')} />
      <div>
        <Button look="secondary" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </div>
    </Stack>
  );
}
