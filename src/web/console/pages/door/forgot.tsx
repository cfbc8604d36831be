import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.js';
import { EmailField, Form, textOf } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { language } from '../../../shared/language.js';
import { session } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { Door } from './door.js';

export function ForgotPage() {
  const texts = t().door;
  const [isSent, setSent] = useState(false);
  const send = async (data: FormData): Promise<void> => {
    await ask('POST /api/reset/send', { body: { email: textOf(data, 'email'), language: language.value } });
    setSent(true);
  };
  return (
    <Door title={texts.forgotTitle} lead={isSent ? undefined : texts.forgotLead}>
      {isSent ? (
        <Notice kind="good" alert>
          {session.value?.has_mail === false ? texts.linkAtOperator : texts.linkSent}
        </Notice>
      ) : (
        <Form onSubmit={send} submit={texts.sendLink} wide>
          <EmailField label={texts.email} />
        </Form>
      )}
      <p class="after-form">
        <a href="/">{texts.backToSignIn}</a>
      </p>
    </Door>
  );
}
