import type { Place } from '../ask/answers.js';
import { t } from '../text/texts.js';

/** Names the words of the text that a place lacks; nothing if it has all. */
export function LeftOut({ place: { name, left_out: lost } }: { place: Place }) {
  if (lost === undefined) return null;
  return <p class="quiet">{t().search.lostHere(lost.join(' '), name)}</p>;
}
