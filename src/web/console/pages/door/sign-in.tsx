import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask, RequestFailed } from '../../api/ask.js';
import { getPasskey, hasPasskeys } from '../../api/passkeys.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { Field, CurrentPasswordField, EmailField, Form, secretOf, textOf } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { session, takeSession } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { Door } from './door.js';
import { CheckMail } from './check-mail.js';

/**
 * Shown at the URL of the requested page, so that this page appears right after sign-in. Links cannot name
 * another target.
 */
export function SignInPage() {
  const texts = t().door;
  const { path, query } = useLocation();
  const [unverified, setUnverified] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  if (unverified !== null) return <CheckMail email={unverified} />;
  if (needsCode) return <CodeStep />;

  const signIn = async (data: FormData): Promise<void> => {
    const email = textOf(data, 'email');
    const password = secretOf(data, 'password');
    try {
      takeSession(await ask('POST /api/sign-in', { body: { email, password } }));
    } catch (error) {
      if (RequestFailed.is(error) && error.code === 'email_unverified') setUnverified(email);
      else if (RequestFailed.is(error) && error.code === 'code_needed') setNeedsCode(true);
      else throw error;
    }
  };
  const { providers = [], sign_up } = session.value ?? {};
  const here = path === '/sign-in' ? '/' : path;
  return (
    <Door title={texts.signIn} lead={texts.signInLead}>
      {query['error'] !== undefined && (
        <div class="before-form">
          <Notice kind="bad" alert>
            {providerFailure(query['error'])}
          </Notice>
        </div>
      )}
      <Form onSubmit={signIn} submit={texts.signIn} wide>
        <EmailField label={texts.email} autocomplete="username webauthn" />
        <CurrentPasswordField label={texts.password} />
      </Form>
      <p class="after-form">
        <a href="/forgot">{texts.forgot}</a>
      </p>
      {(hasPasskeys() || providers.length > 0) && (
        <>
          <p class="or" aria-hidden="true">
            {texts.or}
          </p>
          <div class="stack-s">
            {hasPasskeys() && (
              <Button wide onPress={signInWithPasskey}>
                {texts.withPasskey}
              </Button>
            )}
            {providers.map(({ id, name }) => (
              <ButtonLink key={id} wide href={`/api/oidc/${id}?to=${encodeURIComponent(here)}`}>
                {texts.withProvider(name)}
              </ButtonLink>
            ))}
          </div>
        </>
      )}
      <p class="after-form muted">
        {sign_up === 'open' ? (
          <>
            {texts.noAccount} <a href="/sign-up">{texts.signUp}</a>
          </>
        ) : (
          texts.byInvitation
        )}
      </p>
    </Door>
  );
}

/** The second step, for users with one-time codes. */
function CodeStep() {
  const texts = t().safety;
  const send = async (data: FormData): Promise<void> => {
    const code = textOf(data, 'code').replace(/\s/g, '');
    takeSession(await ask('POST /api/sign-in/code', { body: { code } }));
  };
  return (
    <Door title={texts.title} lead={texts.codeLead}>
      <Form onSubmit={send} submit={t().door.signIn} wide>
        <Field name="code" label={texts.code} autocomplete="one-time-code" />
      </Form>
    </Door>
  );
}

/** Describes the error with which an OpenID Connect provider sent the user back. */
function providerFailure(error: string): string {
  const texts = t();
  const known: Record<string, string> = { ...texts.failures, ...texts.door.providerFailures };
  return known[error] ?? texts.door.providerFailures['provider_failed'];
}

async function signInWithPasskey(): Promise<void> {
  const options = await ask('POST /api/passkeys/sign-in/options', { body: {} });
  const credential = await getPasskey(options);
  if (credential === null) return say(t().door.passkeyFailed);
  takeSession(await ask('POST /api/passkeys/sign-in', { body: { credential } }));
}
