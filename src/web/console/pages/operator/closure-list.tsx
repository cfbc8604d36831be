import { useState } from 'preact/hooks';
import type { ClosureState } from '../../../../console/api/closure-data.js';
import { ask } from '../../api/ask.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Table } from '../../parts/table.js';
import { say } from '../../state/toasts.js';
import { dateTime } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { effectText, TermsFields, termsOf } from './closure-terms.js';

const KINDS: Readonly<Record<ClosureState['state'], string>> = {
  ...{ in_force: 'bad', planned: 'warn', over: '', no_road: 'warn' },
};

interface Asked {
  closure: ClosureState;
  to: 'edit' | 'remove';
}

interface ListProps {
  closures: readonly ClosureState[];
  onChange: () => Promise<void>;
}

/** Lists all closures, with buttons to edit and remove them. */
export function ClosureList({ closures, onChange }: ListProps) {
  const texts = t().closures;
  const [asked, setAsked] = useState<Asked | null>(null);
  if (closures.length === 0) return <p class="muted">{texts.none}</p>;
  const done: Done = async (text) => {
    await onChange();
    say(text);
  };
  return (
    <>
      <Table
        label={texts.list}
        rows={closures}
        keyOf={({ id }) => id}
        columns={[
          [
            texts.what,
            (closure) => (
              <>
                {closureName(closure)}{' '}
                <span class={`badge ${KINDS[closure.state]}`}>{texts.states[closure.state]}</span>
                {closure.reason !== '' && <span class="sub">{closure.reason}</span>}
                <span class="sub slim-only">{effectText(closure)}</span>
                <span class="sub slim-only">
                  <span class="nowrap">{fromText(closure)}</span>{' '}
                  <span class="nowrap">{endText(closure)}</span>
                </span>
              </>
            ),
          ],
          [texts.effect, effectText, 'wide'],
          [texts.from, (closure) => fromText(closure) || '–', 'wide'],
          [texts.until, untilText, 'wide'],
          [
            t().common.actions,
            (closure) => (
              <span class="row">
                <RowButton
                  text={t().common.edit}
                  of={closureName(closure)}
                  onPress={() => setAsked({ closure, to: 'edit' })}
                />
                <RowButton
                  text={t().common.remove}
                  of={closureName(closure)}
                  onPress={() => setAsked({ closure, to: 'remove' })}
                />
              </span>
            ),
            'unseen',
          ],
        ]}
      />
      {asked !== null && <Question {...asked} onClose={() => setAsked(null)} onDone={done} />}
    </>
  );
}

/** Asks for the new terms, or whether to remove the closure. */
function Question({ closure, to, onClose, onDone }: Asked & { onClose: () => void; onDone: Done }) {
  const texts = t().closures;
  const path = { closure: String(closure.id) };
  if (to === 'edit')
    return (
      <Confirm
        title={closureName(closure)}
        confirm={t().common.save}
        onClose={onClose}
        onConfirm={async (data) => {
          await ask('PATCH /api/operator/closures/:closure', { path, body: termsOf(data) });
          await onDone(t().common.saved);
        }}
      >
        <TermsFields terms={closure} />
      </Confirm>
    );
  return (
    <Confirm
      title={texts.removeConfirm(closureName(closure))}
      confirm={t().common.remove}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await ask('DELETE /api/operator/closures/:closure', { path, body: {} });
        await onDone(texts.removed);
      }}
    >
      <p class="lead">{texts.removeText}</p>
    </Confirm>
  );
}

type Done = (text: string) => Promise<void>;

/** Describes a closure's end, which follows its start on the same line. */
function endText(closure: ClosureState): string {
  const until = untilText(closure);
  return closure.from === null && closure.until === null ? until : `– ${until}`;
}

function fromText({ from }: ClosureState): string {
  return from === null ? '' : dateTime(from);
}

function untilText({ until }: ClosureState): string {
  return until === null ? t().closures.forever : dateTime(until);
}

function closureName({ way, name }: ClosureState): string {
  const texts = t().closures;
  return way === null ? texts.anArea : (name ?? texts.way(way));
}
