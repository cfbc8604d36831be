import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.js';
import { ButtonLink } from '../../parts/button.js';
import { EmailField, Form, NameField, textOf } from '../../parts/form.js';
import { session, takeSession } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { Door, takeToken } from './door.js';
import { NewPasswordField, personOf } from './sign-up.js';

/** The page behind the printed link: creates the first administrator. */
export function SetupPage() {
  const texts = t();
  const { route } = useLocation();
  const [token] = useState(takeToken);
  if (session.value?.needs_setup === false)
    return (
      <Door title={texts.setup.title} lead={texts.conflicts.already_set_up}>
        <ButtonLink href="/">{texts.door.backToSignIn}</ButtonLink>
      </Door>
    );
  if (token === '') return <WaitingForSetup />;
  const setUp = async (data: FormData): Promise<void> => {
    const body = {
      ...personOf(data),
      token,
      email: textOf(data, 'email'),
      organisation: textOf(data, 'organisation'),
    };
    takeSession(await ask('POST /api/setup', { body }));
    route('/');
  };
  return (
    <Door title={texts.setup.title} lead={texts.setup.lead}>
      <Form onSubmit={setUp} submit={texts.setup.submit} wide>
        <NameField label={texts.door.name} autocomplete="name" />
        <EmailField label={texts.door.email} />
        <NewPasswordField />
        <NameField
          name="organisation"
          label={texts.setup.organisation}
          hint={texts.setup.organisationHint}
          autocomplete="organization"
        />
      </Form>
    </Door>
  );
}

/** Shown to everyone until there is an administrator. */
export function WaitingForSetup() {
  const texts = t().setup;
  return <Door title={texts.waiting} lead={texts.waitingText} />;
}
