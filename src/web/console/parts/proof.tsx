import { signal } from '@preact/signals';
import { ask, onProofNeeded, RequestFailed } from '../api/ask.js';
import { getPasskey, hasPasskeys } from '../api/passkeys.js';
import { account, takeSession } from '../state/session.js';
import { say } from '../state/toasts.js';
import { t } from '../text/texts.js';
import { Button } from './button.js';
import { Confirm } from './dialog.js';
import { PasswordField, secretOf } from './form.js';

/** Called when the user has entered the password again, or has given up. */
const waiting = signal<((isShown: boolean) => void) | null>(null);

onProofNeeded(
  () =>
    new Promise((resolve) => {
      waiting.value?.(false);
      waiting.value = resolve;
    }),
);

/** Asks for the password or a passkey before a dangerous action, if the user last entered it long ago. */
export function Proof() {
  const texts = t().safety;
  const resolve = waiting.value;
  if (resolve === null || account.value === null) return null;
  const end = (isShown: boolean): void => {
    resolve(isShown);
    waiting.value = null;
  };
  const withPasskey = async (): Promise<void> => {
    const options = await ask('POST /api/passkeys/sign-in/options', { body: {} });
    const credential = await getPasskey(options);
    if (credential === null) return say(t().door.passkeyFailed);
    const before = account.value!.id;
    const session = await ask('POST /api/passkeys/sign-in', { body: { credential } });
    takeSession(session);
    end(session.account?.id === before);
  };
  const show = async (data: FormData): Promise<void> => {
    if (!account.value!.has_password) throw new RequestFailed('proof_needed');
    await ask('POST /api/account/proof', { body: { password: secretOf(data, 'password') } });
    end(true);
  };
  return (
    <Confirm
      title={texts.proofTitle}
      confirm={texts.goOn}
      onClose={() => waiting.value !== null && end(false)}
      onConfirm={show}
    >
      <p class="lead">{account.value.has_password ? texts.proofText : texts.proofWithoutPassword}</p>
      {account.value.has_password && (
        <PasswordField name="password" label={t().door.password} autocomplete="current-password" />
      )}
      {hasPasskeys() && <Button onPress={withPasskey}>{t().door.withPasskey}</Button>}
    </Confirm>
  );
}
