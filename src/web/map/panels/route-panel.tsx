import type { RouteAnswer, Waypoint } from '../ask/answers.js';
import type { Asked } from '../ask/ask.js';
import { Choices } from '../../shared/choices.js';
import { Failure } from '../parts/failure.js';
import { PlaceBox } from '../parts/place-box.js';
import { RequestBox } from '../parts/request-box.js';
import { Unfold } from '../parts/unfold.js';
import {
  about,
  clearRoute,
  from,
  pointOf,
  route,
  setEnd,
  spot,
  swapEnds,
  to,
  travel,
  view,
  type End,
  type Travel,
} from '../state/atlas.js';
import { distance, position, travelTime } from '../text/format.js';
import { t } from '../text/texts.js';
import { PlaceCard } from './place-card.js';
import { WhyRoute } from './why-route.js';

const MODES: readonly Travel[] = ['driving', 'walking'];

/** From one place to another. */
export function RoutePanel() {
  const texts = t().route;
  const example = about.value?.examples?.route ?? null;
  const isEmpty = from.value === null && to.value === null;
  return (
    <>
      <div class="ends">
        <EndBox which="from" letter="A" />
        <EndBox which="to" letter="B" />
        <button type="button" class="swap" aria-label={texts.swap} title={texts.swap} onClick={swapEnds}>
          ⇅
        </button>
      </div>
      <Choices
        legend={texts.mode}
        value={travel.value}
        choices={MODES.map((mode) => ({ value: mode, text: texts.modes[mode] }))}
        onChoose={(mode) => (travel.value = mode)}
      />
      {spot.value !== null && <PlaceCard on="route" />}
      {route.value !== null && <Answer asked={route.value} />}
      {(from.value === null || to.value === null) && <p class="quiet">{texts.hint}</p>}
      {isEmpty && example !== null && (
        <button
          type="button"
          onClick={() => {
            setEnd('from', { point: example.origin, name: null });
            setEnd('to', { point: example.destination, name: null });
          }}
        >
          {texts.example}
        </button>
      )}
      {!isEmpty && (
        <button type="button" class="link" onClick={clearRoute}>
          {texts.clear}
        </button>
      )}
    </>
  );
}

function EndBox({ which, letter }: { which: 'from' | 'to'; letter: string }) {
  const texts = t().route;
  const end = which === 'from' ? from.value : to.value;
  return (
    <div class="end">
      <span class={`letter letter-${which}`} aria-hidden="true">
        {letter}
      </span>
      <PlaceBox
        label={texts[which]}
        placeholder={`${texts[which]}: ${texts.placeholder}`}
        value={end === null ? '' : endText(which, end)}
        onChoose={(place) => setEnd(which, { point: pointOf(place), name: place.name })}
        onClear={() => setEnd(which, null)}
      />
      {end === null && (
        <button
          type="button"
          class="centre"
          aria-label={`${texts[which]}: ${texts.centre}`}
          title={texts.centre}
          onClick={() => view.peek() !== null && setEnd(which, { point: view.peek()!.centre, name: null })}
        >
          ⌖
        </button>
      )}
    </div>
  );
}

/** A point of the map is named by the road that it was moved to. */
function endText(which: 'from' | 'to', end: End): string {
  const waypoint = route.value?.answer?.waypoints[which === 'from' ? 0 : 1];
  return end.name ?? waypoint?.name ?? position(end.point);
}

function Answer({ asked }: { asked: Asked<RouteAnswer> }) {
  const { answer } = asked;
  if (answer === null)
    return (
      <>
        <Failure asked={asked} />
        {asked.status !== 0 && <RequestBox asked={asked} />}
      </>
    );
  const { distance_meters: metres, duration_seconds: seconds } = answer.route;
  const { steps = [], notes = [] } = answer;
  const texts = t().route;
  return (
    <section class="card" aria-label={t().tabs.route}>
      <p class="total" aria-live="polite">
        <strong>{travelTime(seconds)}</strong> <span>{distance(metres)}</span>
      </p>
      <dl class="snaps">
        {answer.waypoints.map((waypoint, i) => (
          <Snap key={i} letter={i === 0 ? 'A' : 'B'} waypoint={waypoint} />
        ))}
      </dl>
      {notes.map(({ kind, distance_meters: length }) => (
        <p key={kind} class="note">
          {texts.notes[kind]}
          {length > 0 && ` · ${distance(length)}`}
        </p>
      ))}
      {steps.length > 0 && (
        <Unfold title={texts.steps(steps.length)}>
          {() => (
            <ol class="steps">
              {steps.map((step, i) => (
                <li key={i}>
                  <span>{step.instruction}</span>
                  {step.distance_meters > 0 && (
                    <span class="numbers quiet">{distance(step.distance_meters)}</span>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Unfold>
      )}
      {about.value?.explains.route === true && <WhyRoute asked={asked} />}
      <RequestBox asked={asked} />
    </section>
  );
}

function Snap({ letter, waypoint }: { letter: string; waypoint: Waypoint }) {
  return (
    <div>
      <dt>{letter}</dt>
      <dd>{t().route.snapped(distance(waypoint.snap_distance_meters), waypoint.name)}</dd>
    </div>
  );
}
