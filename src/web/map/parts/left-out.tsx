import type { Place } from '../ask/answers.js';
import { t } from '../text/texts.js';

/** Says what of the text a place does not have; nothing where it has all. */
export function LeftOut({ place: { name, left_out: lost } }: { place: Place }) {
  if (lost === undefined) return null;
  return <p class="quiet">{t().search.lostHere(lost.join(' '), name)}</p>;
}
