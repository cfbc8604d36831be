import { waypointsOf, waysOf, type RouteAnswer, type Waypoint } from '../ask/answers.js';
import type { Asked } from '../ask/ask.js';
import { Choices } from '../../shared/choices.js';
import { Failure } from '../parts/failure.js';
import { gpxOf, saveFile } from '../parts/gpx.js';
import { RequestBox } from '../parts/request-box.js';
import { ShareButton, SharedNote } from '../parts/share-button.js';
import { Unfold } from '../parts/unfold.js';
import { about, way } from '../state/atlas.js';
import { distance, travelTime } from '../text/format.js';
import { t } from '../text/texts.js';
import { WhyRoute } from './why-route.js';

/** What the service says of the route: its length, its legs, its steps. */
export function Answer({ asked }: { asked: Asked<RouteAnswer> }) {
  const { answer } = asked;
  if (answer === null)
    return (
      <>
        <Failure asked={asked} />
        {asked.status !== 0 && <RequestBox asked={asked} />}
      </>
    );
  const ways = waysOf(answer);
  const shown = ways[way.value] ?? answer.route;
  const { distance_meters: metres, duration_seconds: seconds } = shown;
  const { notes = [] } = answer;
  const texts = t().route;
  const waypoints = waypointsOf(answer);
  const hasStops = waypoints.length > 2;
  return (
    <section class="card" aria-label={t().tabs.route}>
      <p class="total" aria-live="polite">
        <strong>{travelTime(seconds)}</strong> <span>{distance(metres)}</span>
      </p>
      {ways.length > 1 && (
        <Choices
          legend={texts.ways}
          value={String(way.value)}
          choices={ways.map((one, i) => ({ value: String(i), text: travelTime(one.duration_seconds) }))}
          onChoose={(value) => (way.value = Number(value))}
        />
      )}
      <dl class="snaps">
        {waypoints.map((waypoint, i) => (
          <Snap key={i} letter={letterOf(i, waypoints.length)} waypoint={waypoint} />
        ))}
      </dl>
      {hasStops && <Legs legs={answer.route.legs} />}
      {way.value === 0 &&
        notes.map(({ kind, distance_meters: length }) => (
          <p key={kind} class="note">
            {texts.notes[kind]}
            {length > 0 && ` · ${distance(length)}`}
          </p>
        ))}
      {answer.may_leave_area === true && <p class="note">{texts.mayLeaveArea}</p>}
      <div class="actions">
        <ShareButton title={`${travelTime(seconds)}, ${distance(metres)}`} />
        <button type="button" onClick={() => saveFile('gazarch-route.gpx', gpxOf(answer, shown))}>
          {texts.gpx}
        </button>
      </div>
      <SharedNote />
      <Steps steps={way.value === 0 ? (answer.steps ?? []) : (shown.legs?.[0].steps ?? [])} />
      {about.value?.explains.route === true && !hasStops && way.value === 0 && <WhyRoute asked={asked} />}
      <RequestBox asked={asked} />
    </section>
  );
}

function letterOf(i: number, count: number): string {
  return i === 0 ? 'A' : i === count - 1 ? 'B' : String(i);
}

function Legs({ legs = [] }: { legs: RouteAnswer['route']['legs'] }) {
  return (
    <ol class="legs" aria-label={t().route.legs}>
      {legs.map((leg, i) => (
        <li key={i}>
          <span>
            {letterOf(i, legs.length + 1)} → {letterOf(i + 1, legs.length + 1)}
          </span>{' '}
          <span class="numbers">
            {travelTime(leg.duration_seconds)} · {distance(leg.distance_meters)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Steps({ steps }: { steps: NonNullable<RouteAnswer['steps']> }) {
  if (steps.length === 0) return null;
  return (
    <Unfold title={t().route.steps(steps.length)}>
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
  );
}

function Snap({ letter, waypoint }: { letter: string; waypoint: Waypoint }) {
  return (
    <div>
      <dt>{letter}</dt>
      <dd>{t().route.snapped(distance(waypoint.snap_distance_meters), waypoint.name ?? null)}</dd>
    </div>
  );
}
