import type { AccountSession } from '../../../console/api/account-data.js';
import { useAnswer } from '../api/answers.js';
import { ask } from '../api/ask.js';
import { Button, RowButton } from '../parts/button.js';
import { Loaded } from '../parts/notice.js';
import { Section } from '../parts/page.js';
import { Ago } from '../parts/time.js';
import { say } from '../state/toasts.js';
import { deviceName } from './device.js';
import { t } from '../text/texts.js';

/** Lists the account's sessions. Signing out ends the current one. */
export function Sessions() {
  const texts = t().account;
  const sessions = useAnswer('GET /api/account/sessions', {});
  const nameOf = ({ device }: AccountSession): string =>
    device === null ? texts.unknownDevice : deviceName(device);
  const end = async (id: string): Promise<void> => {
    await ask('DELETE /api/account/sessions/:session', { path: { session: id }, body: {} });
    await sessions.reload();
    say(texts.ended);
  };
  const endOthers = async (): Promise<void> => {
    await ask('DELETE /api/account/sessions', { body: {} });
    await sessions.reload();
    say(texts.ended);
  };
  return (
    <Section
      title={texts.sessions}
      actions={
        (sessions.answer?.length ?? 0) > 1 && (
          <Button slim onPress={endOthers}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      <Loaded from={sessions}>
        {(list) => (
          <ul class="lines">
            {list.map((session) => (
              <li key={session.id}>
                <span>
                  <b>{nameOf(session)}</b>{' '}
                  {session.is_current && <span class="badge good">{texts.thisSession}</span>}
                  <span class="sub">
                    {texts.lastSeen} <Ago time={session.last_seen_at} />
                    {session.address !== null && ` · ${session.address}`}
                  </span>
                </span>
                {!session.is_current && (
                  <RowButton text={texts.endSession} of={nameOf(session)} onPress={() => end(session.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
