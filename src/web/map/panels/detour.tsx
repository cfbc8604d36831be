import type { MetClosure, RouteAnswer } from '../ask/answers.js';
import type { Asked } from '../ask/ask.js';
import { distance, travelTime } from '../text/format.js';
import { t } from '../text/texts.js';
import { lastMoment } from '../text/times.js';

/** Shorter detours are not mentioned. */
const LEAST_S = 30;

/** Shows how much longer closures make the route, and which closures are the cause. */
export function Detour({ answer: { detour } }: { answer: RouteAnswer }) {
  if (detour === undefined || detour.duration_seconds < LEAST_S) return null;
  return (
    <>
      <p class="note">{t().route.longer(longerBy(detour))}</p>
      <ClosureList closures={detour.closures} />
    </>
  );
}

/** Returns the detour in a few words, or null if there is none. */
export function shortDetour({ detour }: RouteAnswer): string | null {
  if (detour === undefined || detour.duration_seconds < LEAST_S) return null;
  return t().route.closures(`+${travelTime(detour.duration_seconds)}`);
}

/** Explains that there is no route because of closures. */
export function ClosedWay({ asked: { failure } }: { asked: Asked<RouteAnswer> }) {
  const closures = failure?.details?.['closures'] as MetClosure[] | undefined;
  return closures === undefined ? null : <ClosureList closures={closures} />;
}

/** A street whose ways are separate closures is listed once. */
function ClosureList({ closures }: { closures: readonly MetClosure[] }) {
  return (
    <ul class="closures">
      {[...new Set(closures.map(closureText))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function closureText({ name, reason, until, is_open: isOpen }: MetClosure): string {
  const texts = t().roads;
  const state = isOpen ? texts.slower : texts.closed;
  return [state, name, reason, until === null ? null : texts.until(lastMoment(until))]
    .filter((text) => text !== null)
    .join(' · ');
}

function longerBy({ duration_seconds, distance_meters }: NonNullable<RouteAnswer['detour']>): string {
  const time = travelTime(duration_seconds);
  return distance_meters < 50 ? time : `${time}, ${distance(distance_meters)}`;
}
