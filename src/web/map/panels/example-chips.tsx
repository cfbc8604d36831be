import type { Position } from '../../../geo/position.js';
import { batch } from '@preact/signals';
import { about, setEnd } from '../state/page-state.js';
import { t } from '../text/texts.js';

const ULAANBAATAR: Position = [106.9176, 47.9188];
/** Half of the route to this place is unpaved. */
const TERELJ: Position = [107.4639, 47.9889];

/** Shows examples to start with one click: an address, a kind of place nearby, a route. */
export function ExampleChips() {
  const texts = t().search;
  const examples = about.value?.examples;
  if (examples === null || examples === undefined) return null;
  const [lon, lat] = examples.point;
  const isTown = Math.abs(lon - ULAANBAATAR[0]) < 1 && Math.abs(lat - ULAANBAATAR[1]) < 1;
  const isReal = isTown && about.value?.is_sample === false;
  const route = isReal ? { origin: ULAANBAATAR, destination: TERELJ } : examples.route;
  const ownText = about.value?.is_sample === true ? texts.examples.square : examples.search;
  return (
    <section class="chips" aria-label={texts.tryThis}>
      {[isReal ? texts.examples.address : ownText, texts.examples.kind].map((text) => (
        <button key={text} type="button" class="small" onClick={() => type(text)}>
          {text}
        </button>
      ))}
      {route !== null && (
        <button type="button" class="small" onClick={() => show(route)}>
          {isReal ? texts.examples.route : t().route.example}
        </button>
      )}
    </section>
  );
}

/** Types text into the search box. */
function type(text: string): void {
  const field = document.querySelector<HTMLInputElement>('.box-large input');
  if (field === null) return;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function show({ origin, destination }: { origin: Position; destination: Position }): void {
  batch(() => {
    setEnd('from', { point: origin, name: null });
    setEnd('to', { point: destination, name: null });
  });
}
