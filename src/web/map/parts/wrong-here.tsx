import { useState } from 'preact/hooks';
import type { Position } from '../../../geo/position.js';
import { Choices } from '../../shared/choices.js';
import { sharedLink } from '../state/open-link.js';
import { about } from '../state/page-state.js';
import { t } from '../text/texts.js';
import { Notice } from './notice.js';
import { Unfold } from './unfold.js';

interface WrongHereProps {
  point: Position;
  /** The place that the page shows, if there is one. */
  place?: { id: string; name: string } | undefined;
}

/** Asks what is wrong here, if the operator accepts reports. The service stores them. */
export function WrongHere(props: WrongHereProps) {
  if (about.value?.takes_reports !== true) return null;
  return <Unfold title={t().wrong.title}>{() => <WrongForm {...props} />}</Unfold>;
}

type Kind = 'place' | 'road' | 'other';

function WrongForm({ point: [longitude, latitude], place }: WrongHereProps) {
  const texts = t().wrong;
  const [kind, setKind] = useState<Kind>('place');
  const [text, setText] = useState('');
  const [became, setBecame] = useState<'sending' | 'kept' | 'failed' | 'often' | null>(null);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (became === 'sending' || text.trim() === '') return;
    setBecame('sending');
    // The view may be long and is useless without the search.
    const asked = new URL(sharedLink()).hash.slice(0, 1_000);
    const report = { kind, text, longitude, latitude, asked, place_id: place?.id, place_name: place?.name };
    const answer = await fetch('/map/report', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    }).catch(() => null);
    setBecame(answer?.ok === true ? 'kept' : answer?.status === 429 ? 'often' : 'failed');
  };
  if (became === 'kept') return <p role="status">{texts.kept}</p>;
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      <Choices
        legend={texts.title}
        value={kind}
        choices={(['place', 'road', 'other'] as const).map((value) => ({ value, text: texts.kinds[value] }))}
        onChoose={setKind}
      />
      <label>
        {texts.text}
        <textarea
          rows={3}
          maxLength={500}
          required
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="quiet">{texts.privacy}</p>
      {became !== null && became !== 'sending' && <Notice kind="bad">{texts[became]}</Notice>}
      <button type="submit">{texts.send}</button>
    </form>
  );
}
