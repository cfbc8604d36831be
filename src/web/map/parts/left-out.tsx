import type { Place } from '../ask/answers.js';
import { t } from '../text/texts.js';

/** Names the words of the search that the place does not match. Shows nothing if it matches all of them. */
export function LeftOut({ place: { name, left_out: lost } }: { place: Place }) {
  if (lost === undefined) return null;
  return <p class="quiet">{t().search.lostHere(lost.join(' '), name)}</p>;
}
