/** Every validation message of the account forms in three languages, shown beside its field and announced with it. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import { languages } from '../../i18n/language.ts';
import { network } from '../../testing/network.ts';
import { renderApp } from '../../testing/renderApp.tsx';

// [R5.01, R5.02]
describe.each(languages)('in %s', (language) => {
  const { t } = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });
  const email = () => screen.getByRole('textbox', { name: t('auth.form.email') });
  const password = () => screen.getByLabelText(t('auth.form.password'));

  test('an empty registration shows an error beside each field and focuses the first one', async () => {
    const { user } = renderApp('/register', { language });
    await user.click(await screen.findByRole('button', { name: t('auth.form.register') }));
    expect(email()).toHaveFocus();
    expect(email()).toHaveAccessibleDescription(t('contact.emailRequired'));
    expect(password()).toHaveAccessibleDescription(t('auth.passwordTooShort'));
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(t('auth.agreeToTerms'));
    await user.type(email(), 'ada');
    await user.type(screen.getByLabelText(t('auth.form.confirmPassword')), 'x');
    await user.click(screen.getByRole('button', { name: t('auth.form.register') }));
    expect(email()).toHaveAccessibleDescription(t('contact.emailInvalid'));
    expect(screen.getByLabelText(t('auth.form.confirmPassword'))).toHaveAccessibleDescription(
      t('auth.passwordsDiffer'),
    );
  });

  test('a password of 129 characters is too long', async () => {
    const { user } = renderApp('/register', { language });
    await screen.findByRole('button', { name: t('auth.form.register') });
    await user.click(password());
    await user.paste('a'.repeat(129));
    await user.click(screen.getByRole('button', { name: t('auth.form.register') }));
    expect(password()).toHaveAccessibleDescription(t('auth.passwordTooLong'));
  });

  test('errors of the server are shown in the same language', async () => {
    network.use(
      http.post('*/api/auth/register', () =>
        HttpResponse.json(
          { code: 'validation', fields: { password: 'This password is too common' } },
          { status: 422 },
        ),
      ),
    );
    const { user } = renderApp('/register', { language });
    await screen.findByRole('button', { name: t('auth.form.register') });
    await user.type(email(), 'ada@example.org');
    await user.type(password(), 'password1');
    await user.type(screen.getByLabelText(t('auth.form.confirmPassword')), 'password1');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: t('auth.form.register') }));
    await screen.findByText(t('auth.registrationFailed'));
    expect(password()).toHaveAccessibleDescription(t('auth.passwordTooCommon'));
    expect(password()).toHaveFocus();
  });

  test('an empty login shows its errors', async () => {
    const { user } = renderApp('/login', { language });
    await user.click(await screen.findByRole('button', { name: t('auth.form.login') }));
    expect(email()).toHaveAccessibleDescription(t('contact.emailRequired'));
    expect(password()).toHaveAccessibleDescription(t('auth.passwordRequired'));
  });
});
