import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.js';
import { ButtonLink } from '../../parts/button.js';
import { Form, secretOf } from '../../parts/form.js';
import { loadSession, takeSession } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { Door, takeToken } from './door.js';
import { NewPasswordField } from './sign-up.js';

/**
 * The page of the link that confirms an email address. It requires a click, because mail scanners also open
 * links, which would use up this one.
 */
export function VerifyPage() {
  const texts = t().door;
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [needsPassword, setNeedsPassword] = useState(false);
  if (token === '')
    return (
      <Door title={texts.verifyTitle} lead={texts.needsLink}>
        <ButtonLink href="/">{texts.backToSignIn}</ButtonLink>
      </Door>
    );
  const verify = async (): Promise<void> => {
    const session = await ask('POST /api/verify', { body: { token } });
    takeSession(session);
    if (session.account?.has_password === false) setNeedsPassword(true);
    else route('/');
  };
  const choose = async (data: FormData): Promise<void> => {
    await ask('POST /api/account/password', { body: { password: secretOf(data, 'password') } });
    await loadSession();
    route('/');
  };
  if (needsPassword)
    return (
      <Door key="password" title={texts.choosePassword} lead={texts.choosePasswordText}>
        <Form onSubmit={choose} submit={texts.setPassword} wide>
          <NewPasswordField label={texts.newPassword} />
        </Form>
      </Door>
    );
  return (
    <Door title={texts.verifyTitle} lead={texts.verifyText}>
      <Form onSubmit={verify} submit={texts.verifyButton} wide />
    </Door>
  );
}
