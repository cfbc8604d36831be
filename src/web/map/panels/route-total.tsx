import type { Route, RouteAnswer } from '../ask/answers.js';
import { departure } from '../state/page-state.js';
import { arrivalTime, distance, travelTime } from '../text/format.js';
import { slotName, speedTexts } from '../text/speed-texts.js';
import { t } from '../text/texts.js';
import { shortDetour } from './detour.js';
import { Bar, unpavedOf } from './surfaces.js';

/** Shows the main facts for a traveler: how long, how far, when, and on which surfaces. */
export function Total({ route, answer, isShort }: { route: Route; answer: RouteAnswer; isShort?: boolean }) {
  const { duration_seconds: seconds, distance_meters: metres } = route;
  const { surfaces = [] } = answer;
  const unpaved = answer.route === route ? unpavedOf(surfaces) : 0;
  const detour = answer.route === route ? shortDetour(answer) : null;
  return (
    <>
      <p class="total" aria-live="polite">
        <strong>{travelTime(seconds)}</strong> <span>{distance(metres)}</span>{' '}
        <span class="arrival">{t().route.arrival(arrivalTime(setsOut(), seconds))}</span>
      </p>
      {isShort === true && detour !== null && <p class="note">{detour}</p>}
      {isShort === true && unpaved > 0 && (
        <div>
          <Bar surfaces={surfaces} />
          <p class="note">{t().route.unpaved(distance(unpaved))}</p>
        </div>
      )}
    </>
  );
}

function setsOut(): Date {
  return departure.value === '' ? new Date() : new Date(departure.value);
}

/**
 * Shows the speeds on which the travel time is based: the time slot, and the share of the route with learned
 * speeds.
 */
export function UsedSpeeds({ answer, isBest }: { answer: RouteAnswer; isBest: boolean }) {
  const { speeds } = answer;
  if (speeds === undefined) return null;
  const { slot, coverage = 0, next_slot: next, next_slot_after_seconds: after = 0 } = speeds;
  const percent = Math.round(100 * coverage);
  const texts = speedTexts();
  // For alternative routes, the share is unknown.
  const isLearned = isBest && percent > 0;
  const name = slotName(slot);
  return (
    <>
      <p class="quiet">{isLearned ? texts.learned(name, percent) : texts.used(name)}</p>
      {next !== undefined && <p class="note">{texts.next(arrivalTime(setsOut(), after), slotName(next))}</p>}
    </>
  );
}

/** Returns the letter or number of a point of the route: A, 1, 2, B. */
export function letterOf(i: number, count: number): string {
  return i === 0 ? 'A' : i === count - 1 ? 'B' : String(i);
}
