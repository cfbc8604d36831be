import type { Position } from '../../../geo/position.js';
import { appLink } from '../parts/app-link.js';
import type { DriverPlan, DriverStop } from './driver-text.js';
import { planTexts } from './texts.js';

/** A driver's plan, for printing and for a phone, where each stop opens in the phone's navigation app. */
export function DriverSheet({ plan }: { plan: DriverPlan }) {
  const texts = planTexts();
  const { vehicle, day, out, back, home, stops } = plan;
  return (
    <>
      <h2>{texts.vehicle(vehicle)}</h2>
      <p class="quiet">{day}</p>
      {out !== '' && <p>{[texts.out(out), home?.text].filter(Boolean).join(': ')}</p>}
      <ol class="steps" aria-label={texts.stops}>
        {stops.map((stop, i) => (
          <li key={i}>
            <StopText {...{ stop, i }} />
            <Navigate point={stop.point} what={`${i + 1}. ${stop.text}`} />
          </li>
        ))}
      </ol>
      {back !== '' && (
        <p>
          {[texts.back(back), home?.text].filter(Boolean).join(': ')}{' '}
          {home !== null && <Navigate point={home.point} what={home.text} />}
        </p>
      )}
    </>
  );
}

/** Shows a stop: its time, its place, and remarks for the driver. */
export function StopText({ stop, i }: { stop: Omit<DriverStop, 'point'>; i: number }) {
  const texts = planTexts();
  const { arrival, text, window, wait_min, isSure } = stop;
  const hours = window.replaceAll(/00:00-|-24:00/g, '-').replaceAll(',', ', ');
  const notes = [...(wait_min > 0 ? [texts.wait(wait_min)] : []), ...(isSure ? [] : [texts.unsure])];
  return (
    <span>
      {i + 1}. <b>{arrival}</b> {hours !== '' && `(${hours}) `}
      {text}
      {notes.length > 0 && <span class="note"> {notes.join(' · ')}</span>}
    </span>
  );
}

function Navigate({ point, what }: { point: Position; what: string }) {
  const { navigate } = planTexts();
  return (
    <a class="numbers" href={appLink(point)} aria-label={`${navigate}: ${what}`}>
      {navigate}
    </a>
  );
}
