import { useState } from 'preact/hooks';
import type { Passkey } from '../../../console/api/account-data.js';
import { useAnswer } from '../api/answers.js';
import { ask } from '../api/ask.js';
import { hasPasskeys, makePasskey } from '../api/passkeys.js';
import { Button, RowButton } from '../parts/button.js';
import { Confirm } from '../parts/dialog.js';
import { NameField, textOf } from '../parts/form.js';
import { Loaded } from '../parts/notice.js';
import { Section } from '../parts/page.js';
import { say } from '../state/toasts.js';
import { relative } from '../text/format.js';
import { t } from '../text/texts.js';

/** Lets users add, name and remove the passkeys of their account. */
export function Passkeys() {
  const texts = t().account;
  const passkeys = useAnswer('GET /api/passkeys', {});
  const [asks, setAsks] = useState<'add' | Passkey | null>(null);

  const add = async (data: FormData): Promise<void> => {
    const options = await ask('POST /api/passkeys/options', { body: {} });
    const credential = await makePasskey(options);
    if (credential === null) return say(texts.passkeyFailed);
    await ask('POST /api/passkeys', { body: { name: textOf(data, 'name'), credential } });
    await passkeys.reload();
    say(texts.passkeyAdded);
  };
  const rename = async (data: FormData): Promise<void> => {
    const path = { passkey: (asks as Passkey).id };
    await ask('PATCH /api/passkeys/:passkey', { path, body: { name: textOf(data, 'name') } });
    await passkeys.reload();
    say(t().common.saved);
  };
  const remove = async (passkey: Passkey): Promise<void> => {
    await ask('DELETE /api/passkeys/:passkey', { path: { passkey: passkey.id }, body: {} });
    await passkeys.reload();
    say(texts.passkeyRemoved);
  };
  return (
    <Section title={texts.passkeys} lead={texts.passkeysLead}>
      <div class="stack">
        <Loaded from={passkeys}>
          {(list) => <PasskeyList list={list} onRename={setAsks} onRemove={remove} />}
        </Loaded>
        {hasPasskeys() ? (
          <Button onPress={() => setAsks('add')}>{texts.addPasskey}</Button>
        ) : (
          <p class="muted">{texts.noPasskeySupport}</p>
        )}
      </div>
      {asks !== null && (
        <Confirm
          title={asks === 'add' ? texts.addPasskey : texts.rename}
          confirm={asks === 'add' ? texts.addPasskey : t().common.save}
          onClose={() => setAsks(null)}
          onConfirm={asks === 'add' ? add : rename}
        >
          <NameField
            label={texts.passkeyName}
            placeholder={texts.passkeyPlaceholder}
            value={asks === 'add' ? '' : asks.name}
          />
        </Confirm>
      )}
    </Section>
  );
}

interface PasskeyListProps {
  list: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => Promise<void>;
}

function PasskeyList({ list, onRename, onRemove }: PasskeyListProps) {
  const texts = t().account;
  if (list.length === 0) return <p class="muted">{texts.noPasskeys}</p>;
  return (
    <ul class="lines">
      {list.map((passkey) => (
        <li key={passkey.id}>
          <span>
            <b>{passkey.name}</b> {passkey.is_synced && <span class="badge">{texts.synced}</span>}
            <span class="sub">{relative(passkey.created_at)}</span>
          </span>
          <span class="row">
            <RowButton text={texts.rename} of={passkey.name} onPress={() => onRename(passkey)} />
            <RowButton text={t().common.remove} of={passkey.name} onPress={() => onRemove(passkey)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
