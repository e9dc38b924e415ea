/** Renders one component with the texts, without the app and the network. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { pageTexts } from '../../build/texts.ts';
import { I18nProvider } from '../i18n/I18n.tsx';
import type { Language } from '../i18n/language.ts';

export function renderPart(part: ReactNode, language: Language = 'en') {
  const initial = { language, texts: JSON.parse(pageTexts(language)) };
  // Without a pause between two keys.
  const user = userEvent.setup({ delay: null });
  const view = render(
    <I18nProvider language={language} initial={initial} onChange={() => undefined}>
      {part}
    </I18nProvider>,
  );
  return { user, ...view };
}
