import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.js';
import { ButtonLink } from '../../parts/button.js';
import { EmailField, Form, NameField, PasswordField, secretOf, textOf } from '../../parts/form.js';
import { language } from '../../../shared/language.js';
import { session, takeSession } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { CheckMail } from './check-mail.js';
import { Door } from './door.js';

export function SignUpPage() {
  const texts = t().door;
  const { route } = useLocation();
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  if (waitsFor !== null) return <CheckMail email={waitsFor} />;
  if (session.value?.sign_up !== 'open')
    return (
      <Door title={texts.signUp} lead={texts.byInvitation}>
        <ButtonLink href="/">{texts.backToSignIn}</ButtonLink>
      </Door>
    );

  const signUp = async (data: FormData): Promise<void> => {
    const email = textOf(data, 'email');
    const made = await ask('POST /api/sign-up', { body: { ...personOf(data), email } });
    if (made.session === null) return setWaitsFor(email);
    takeSession(made.session);
    route('/');
  };
  return (
    <Door title={texts.signUp} lead={session.value.has_mail ? texts.signUpLead : texts.signUpWithoutMail}>
      <Form onSubmit={signUp} submit={texts.signUp} wide>
        <NameField label={texts.name} autocomplete="name" />
        <EmailField label={texts.email} />
        <NewPasswordField />
      </Form>
      <p class="after-form muted">
        {texts.haveAccount} <a href="/">{texts.signIn}</a>
      </p>
    </Door>
  );
}

/** Returns the name, password and language of a new user. */
export function personOf(data: FormData): { name: string; password: string; language: 'mn' | 'en' } {
  return { name: textOf(data, 'name'), password: secretOf(data, 'password'), language: language.value };
}

/** A field for a new password that states the requirements. */
export function NewPasswordField({ label }: { label?: string }) {
  const texts = t().door;
  const limits = session.value?.limits;
  return (
    <PasswordField
      name="password"
      label={label ?? texts.password}
      autocomplete="new-password"
      hint={texts.passwordHint(limits?.password_min ?? 8)}
      minLength={limits?.password_min ?? 8}
      maxLength={limits?.password_max ?? 128}
    />
  );
}
