import { useState } from 'preact/hooks';
import type { SecondFactorSetup } from '../../../console/api/account-data.js';
import { ask } from '../api/ask.js';
import { Button, CopyButton } from '../parts/button.js';
import { Field, Form, PasswordField, secretOf, textOf } from '../parts/form.js';
import { QrCode } from '../parts/qr-code.js';
import { Section } from '../parts/page.js';
import { account, takeAccount } from '../state/session.js';
import { say } from '../state/toasts.js';
import { t } from '../text/texts.js';

/** Turns one-time codes on or off, and shows the recovery codes. */
export function SecondFactor() {
  const texts = t().safety;
  const who = account.value!;
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const begin = async (data: FormData): Promise<void> => {
    const body = who.has_password ? { password: secretOf(data, 'password') } : {};
    setSetup(await ask('POST /api/account/second-factor', { body }));
  };
  const confirm = async (data: FormData): Promise<void> => {
    const code = textOf(data, 'code').replace(/\s/g, '');
    takeAccount(await ask('POST /api/account/second-factor/confirm', { body: { code } }));
    setSetup(null);
    say(texts.isOn);
  };
  const turnOff = async (): Promise<void> => {
    takeAccount(await ask('DELETE /api/account/second-factor', { body: {} }));
    say(texts.isOff);
  };
  return (
    <Section title={texts.title} lead={texts.lead}>
      {who.has_second_factor ? (
        <>
          <p>{texts.isOn}</p>
          <Button kind="danger" onPress={turnOff}>
            {texts.turnOff}
          </Button>
        </>
      ) : setup === null ? (
        <Form onSubmit={begin} submit={texts.turnOn}>
          {who.has_password && (
            <PasswordField name="password" label={t().door.password} autocomplete="current-password" />
          )}
        </Form>
      ) : (
        <Form onSubmit={confirm} submit={texts.goOn}>
          <p>{texts.scan}</p>
          <QrCode text={setup.uri} label={texts.picture} />
          <p>
            <a href={setup.uri}>{texts.openApp}</a>
          </p>
          <p class="mono">{new URL(setup.uri).searchParams.get('secret')}</p>
          <p>{texts.recovery}</p>
          <ul class="lines mono">
            {setup.recovery_codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <p class="row">
            <CopyButton text={setup.recovery_codes.join('\n')} label={texts.copyCodes} />
            <a
              class="button"
              download="gazarch-recovery-codes.txt"
              href={`data:text/plain,${encodeURIComponent(setup.recovery_codes.join('\n'))}`}
            >
              {texts.saveCodes}
            </a>
          </p>
          <Field name="code" label={texts.code} autocomplete="one-time-code" />
        </Form>
      )}
    </Section>
  );
}
