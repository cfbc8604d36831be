import { ask } from '../../api/ask.js';
import { Button } from '../../parts/button.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { Door } from './door.js';

/** Shown after sign-up, because the email address must be confirmed first. */
export function CheckMail({ email }: { email: string }) {
  const texts = t().door;
  if (session.value?.has_mail === false)
    return <Door title={texts.askOperator} lead={texts.askOperatorText} />;
  const sendAgain = async (): Promise<void> => {
    await ask('POST /api/verify/send', { body: { email } });
    say(texts.sentAgain);
  };
  return (
    <Door title={texts.checkMail} lead={texts.checkMailText(email)}>
      <Button onPress={sendAgain}>{texts.sendAgain}</Button>
    </Door>
  );
}
