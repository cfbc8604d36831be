import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask } from '../api/ask.js';
import { ButtonLink } from '../parts/button.js';
import { CurrentPasswordField, EmailField, Form, secretOf, textOf } from '../parts/form.js';
import { Notice } from '../parts/notice.js';
import { Page, Section } from '../parts/page.js';
import { account, session, takeAccount } from '../state/session.js';
import { say } from '../state/toasts.js';
import { t } from '../text/texts.js';
import { takeToken } from './door/door.js';

/** Requests a link to change the email address, on the account page. */
export function ChangeEmail() {
  const texts = t().newEmail;
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const send = async (data: FormData): Promise<void> => {
    const email = textOf(data, 'email');
    const password = account.value!.has_password ? { password: secretOf(data, 'password') } : {};
    await ask('POST /api/account/email', { body: { email, ...password } });
    setAskedFor(email);
  };
  return (
    <Section title={texts.title} lead={texts.lead}>
      {askedFor === null ? (
        <Form onSubmit={send} submit={texts.send}>
          <EmailField label={texts.email} autocomplete="email" />
          {account.value!.has_password && <CurrentPasswordField label={t().account.current} />}
        </Form>
      ) : (
        <Notice kind="good" alert>
          {session.value?.has_mail === true ? texts.sent(askedFor) : texts.atOperator}
        </Notice>
      )}
    </Section>
  );
}

/** The page that the link opens. Without a session, sign-in comes first, at the same URL. */
export function NewEmailPage() {
  const texts = t().newEmail;
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const confirm = async (): Promise<void> => {
    takeAccount(await ask('POST /api/account/email/confirm', { body: { token } }));
    say(texts.changed);
    route('/account');
  };
  return (
    <Page title={texts.confirmTitle} lead={token === '' ? t().door.needsLink : texts.confirmText} narrow>
      {token === '' ? (
        <ButtonLink href="/account">{t().account.title}</ButtonLink>
      ) : (
        <Form onSubmit={confirm} submit={texts.confirm} />
      )}
    </Page>
  );
}
