/** `/contact`: contact details, support hours and a contact form. */
import { useState } from 'react';
import { useHasMail } from '../../api/config.ts';
import { ContactForm } from '../../features/contact/ContactForm.tsx';
import { ContactInfo } from '../../features/contact/ContactInfo.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';

export default function Contact() {
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const hasMail = useHasMail();
  return (
    <Page title={t('pages.contact')}>
      <ContactInfo now={now} />
      {hasMail && (
        <Card title={t('contact.form.title')}>
          <ContactForm />
        </Card>
      )}
    </Page>
  );
}
