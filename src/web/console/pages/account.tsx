import { useState } from 'preact/hooks';
import { useAnswer } from '../api/answers.js';
import { ask } from '../api/ask.js';
import { DangerButton } from '../parts/dialog.js';
import {
  CurrentPasswordField,
  EmailField,
  Form,
  LanguageField,
  languageOf,
  NameField,
  secretOf,
  textOf,
} from '../parts/form.js';
import { Loaded } from '../parts/notice.js';
import { Page, Section } from '../parts/page.js';
import { chooseLanguage } from '../../shared/language.js';
import { account, loadSession, session, takeAccount } from '../state/session.js';
import { say } from '../state/toasts.js';
import { relative } from '../text/format.js';
import { t } from '../text/texts.js';
import { NewPasswordField } from './door/sign-up.js';
import { ChangeEmail } from './new-email.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { Sessions } from './sessions.js';

export function AccountPage() {
  const texts = t().account;
  return (
    <Page title={texts.title} narrow>
      <div class="stack-l">
        <Profile />
        <ChangeEmail />
        <Password />
        <Passkeys />
        <SecondFactor />
        <Identities />
        <Sessions />
        <RemoveAccount />
      </div>
    </Page>
  );
}

function Profile() {
  const texts = t().account;
  const who = account.value!;
  const save = async (data: FormData): Promise<void> => {
    const wanted = languageOf(data);
    takeAccount(await ask('PATCH /api/account', { body: { name: textOf(data, 'name'), language: wanted } }));
    chooseLanguage(wanted);
    say(t().common.saved);
  };
  return (
    <Section title={texts.profile}>
      <Form onSubmit={save} submit={t().common.save}>
        <NameField label={texts.name} value={who.name} autocomplete="name" />
        <EmailField label={texts.email} value={who.email} readOnly />
        <LanguageField label={texts.language} />
      </Form>
    </Section>
  );
}

function Password() {
  const texts = t().account;
  const hasPassword = account.value!.has_password;
  const [round, setRound] = useState(0);
  const change = async (data: FormData): Promise<void> => {
    const password = secretOf(data, 'password');
    const body = hasPassword ? { current: secretOf(data, 'current'), password } : { password };
    await ask('POST /api/account/password', { body });
    takeAccount({ ...account.value!, has_password: true });
    setRound(round + 1);
    say(texts.changed);
  };
  return (
    <Section title={texts.password}>
      <Form key={round} onSubmit={change} submit={hasPassword ? texts.change : texts.set}>
        {hasPassword && <CurrentPasswordField name="current" label={texts.current} />}
        <NewPasswordField label={t().door.newPassword} />
      </Form>
    </Section>
  );
}

/** Lists the providers that this account signs in with. Renders nothing if there are none. */
function Identities() {
  const texts = t().account;
  const identities = useAnswer('GET /api/account/identities', {});
  if (identities.answer?.length === 0 && identities.failure === undefined) return null;
  const nameOf = (id: string): string => session.value?.providers.find((one) => one.id === id)?.name ?? id;
  return (
    <Section title={texts.identities}>
      <Loaded from={identities}>
        {(list) => (
          <ul class="lines">
            {list.map(({ provider, linked_at }) => (
              <li key={provider}>
                <b>{nameOf(provider)}</b> <span class="muted">{texts.linked(relative(linked_at))}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function RemoveAccount() {
  const texts = t().account;
  const remove = async (data: FormData): Promise<void> => {
    const body = {
      email: textOf(data, 'email'),
      ...(account.value!.has_password && { password: secretOf(data, 'password') }),
    };
    await ask('DELETE /api/account', { body });
    say(texts.removed);
    await loadSession();
  };
  return (
    <Section title={texts.remove} lead={texts.removeText}>
      <DangerButton text={texts.remove} title={texts.removeConfirm} onConfirm={remove}>
        <p class="lead">{texts.removeText}</p>
        <EmailField label={texts.typeEmail} autocomplete="off" />
        {account.value!.has_password && <CurrentPasswordField label={texts.password} />}
      </DangerButton>
    </Section>
  );
}
