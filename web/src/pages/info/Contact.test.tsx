/** The contact page: support hours, validation in three languages, and the stored draft. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import { languages } from '../../i18n/language.ts';
import { readStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

async function fillIn() {
  const { user, unmount } = renderApp('/contact');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Rain');
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'It rained.');
  return { user, unmount };
}

// [R2.07]
test('the support hours are shown in Berlin time and in the visitor’s time', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Asia/Tokyo',
  } as Intl.ResolvedDateTimeFormatOptions);
  renderApp('/contact');
  expect(await screen.findByText(/Monday to Friday 9:00-17:00 CEST/)).toBeInTheDocument();
  // Tokyo is seven or eight hours ahead of Berlin.
  expect(screen.getByText(/In your time: (16:00–00:00|17:00–01:00)/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
});

// [R5.02]
describe.each(languages)('in %s', (language) => {
  const { t } = createTranslation({ language, texts: JSON.parse(pageTexts(language)) });

  test('a missing value shows an error beside its field', async () => {
    const { user } = renderApp('/contact', { language });
    await user.click(await screen.findByRole('button', { name: t('contact.form.send') }));
    const description = (label: string) => screen.getByRole('textbox', { name: label });
    expect(description(t('contact.form.name'))).toHaveFocus();
    expect(description(t('contact.form.name'))).toHaveAccessibleDescription(
      t('contact.nameRequired'),
    );
    expect(description(t('contact.form.email'))).toHaveAccessibleDescription(
      t('contact.emailRequired'),
    );
    expect(description(t('contact.form.subject'))).toHaveAccessibleDescription(
      t('contact.subjectRequired'),
    );
    expect(description(t('contact.form.message'))).toHaveAccessibleDescription(
      `${t('contact.form.draft')} ${t('contact.messageRequired')}`,
    );
    await user.type(description(t('contact.form.email')), 'ada@');
    await user.click(screen.getByRole('button', { name: t('contact.form.send') }));
    expect(description(t('contact.form.email'))).toHaveAccessibleDescription(
      t('contact.emailInvalid'),
    );
  });
});

// [R1.20, R3.16, R8.06]
test('a message is sent and confirmed, and its draft is deleted', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post('*/api/contact', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(
    await screen.findByText(
      'Your message has been sent successfully! We will get back to you soon.',
    ),
  ).toBeInTheDocument();
  expect(sent).toEqual([
    { name: 'Ada', email: 'ada@example.org', subject: 'Rain', message: 'It rained.', website: '' },
  ]);
  expect(readStored('contactDraft')).toBeNull();
});

// [R8.06]
test('a message that cannot be sent is kept, even when the page is opened again', async () => {
  network.use(
    http.post('*/api/contact', () => HttpResponse.json({ code: 'internal' }, { status: 500 })),
  );
  const { user, unmount } = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(
    await screen.findByText('There was an error sending your message. Please try again.'),
  ).toBeInTheDocument();
  unmount();
  renderApp('/contact');
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('It rained.');
});

test('name and e-mail of a signed-in user are filled in', async () => {
  signIn();
  renderApp('/contact');
  expect(await screen.findByDisplayValue('Ada Lovelace')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org');
});
