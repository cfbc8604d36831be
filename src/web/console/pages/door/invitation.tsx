import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import type { InvitationPreview } from '../../../../console/api/project-data.js';
import { ask, failureOf, type RequestFailed } from '../../api/ask.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { failureText } from '../../parts/failure.js';
import { CurrentPasswordField, EmailField, Form, NameField, secretOf } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { account, signOut, takeSession } from '../../state/session.js';
import { relative } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { Door, takeToken } from './door.js';
import { NewPasswordField, personOf } from './sign-up.js';

/** The page of an invitation: the user signs up, signs in, or just accepts. */
export function InvitationPage() {
  const texts = t();
  const [token] = useState(takeToken);
  const [preview, setPreview] = useState<InvitationPreview | undefined>(undefined);
  const [failure, setFailure] = useState<RequestFailed | undefined>(undefined);
  useEffect(() => {
    if (token === '') return;
    ask('POST /api/invitation/preview', { body: { token } }).then(setPreview, (error: unknown) =>
      setFailure(failureOf(error)),
    );
  }, []);

  const title = texts.invitation.title;
  if (token === '' || failure !== undefined)
    return (
      <Door title={title}>
        <Notice kind="bad" alert>
          {failure === undefined ? texts.door.needsLink : failureText(failure)}
        </Notice>
        <p class="after-form">
          <a href="/">{texts.door.backToSignIn}</a>
        </p>
      </Door>
    );
  if (preview === undefined) return <Door title={title} />;
  return (
    <Door title={title} lead={leadOf(preview)}>
      <Answer token={token} preview={preview} />
    </Door>
  );
}

function leadOf({ organisation, role, expires_at }: InvitationPreview): string {
  const texts = t();
  const what =
    organisation === null || role === null
      ? texts.invitation.toService
      : texts.invitation.into(organisation, texts.roles[role].toLowerCase());
  return `${what} ${texts.invitation.expires(relative(expires_at))}`;
}

function Answer({ token, preview }: { token: string; preview: InvitationPreview }) {
  const texts = t();
  const { route } = useLocation();
  const accept = async (): Promise<void> => {
    await ask('POST /api/invitation/accept', { body: { token } });
    route('/');
  };

  if (account.value !== null && account.value.email.toLowerCase() === preview.email.toLowerCase())
    return <Form onSubmit={accept} submit={texts.invitation.accept} wide />;
  if (account.value !== null)
    return (
      <>
        <Notice kind="warn">{texts.invitation.otherAccount(preview.email)}</Notice>
        <div class="form-end">
          <Button onPress={signOut}>{texts.nav.signOut}</Button>
          <ButtonLink kind="bare" href="/">
            {texts.notFound.home}
          </ButtonLink>
        </div>
      </>
    );
  if (preview.has_account) {
    const signIn = async (data: FormData): Promise<void> => {
      const password = secretOf(data, 'password');
      takeSession(await ask('POST /api/sign-in', { body: { email: preview.email, password } }));
      await accept();
    };
    return (
      <>
        <p class="lead">{texts.invitation.signInFirst(preview.email)}</p>
        <Form onSubmit={signIn} submit={texts.invitation.accept} wide>
          <CurrentPasswordField label={texts.door.password} />
        </Form>
      </>
    );
  }
  const signUp = async (data: FormData): Promise<void> => {
    const body = { ...personOf(data), email: preview.email, invitation: token };
    const made = await ask('POST /api/sign-up', { body });
    if (made.session !== null) takeSession(made.session);
    route('/');
  };
  return (
    <Form onSubmit={signUp} submit={texts.invitation.makeAccount} wide>
      <EmailField label={texts.door.email} value={preview.email} readOnly />
      <NameField label={texts.door.name} autocomplete="name" />
      <NewPasswordField />
    </Form>
  );
}
