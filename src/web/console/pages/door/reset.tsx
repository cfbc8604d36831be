import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.js';
import { ButtonLink } from '../../parts/button.js';
import { Form, secretOf } from '../../parts/form.js';
import { loadSession } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { Door, takeToken } from './door.js';
import { NewPasswordField } from './sign-up.js';

/** The page of the link for choosing a new password. */
export function ResetPage() {
  const texts = t().door;
  const { route } = useLocation();
  const [token] = useState(takeToken);
  if (token === '')
    return (
      <Door title={texts.resetTitle} lead={texts.needsLink}>
        <ButtonLink href="/forgot">{texts.forgotTitle}</ButtonLink>
      </Door>
    );
  const reset = async (data: FormData): Promise<void> => {
    await ask('POST /api/reset', { body: { token, password: secretOf(data, 'password') } });
    say(texts.resetDone);
    await loadSession();
    route('/');
  };
  return (
    <Door title={texts.resetTitle} lead={texts.resetLead}>
      <Form onSubmit={reset} submit={texts.setPassword} wide>
        <NewPasswordField label={texts.newPassword} />
      </Form>
    </Door>
  );
}
