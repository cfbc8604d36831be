import { waypointsOf, waysOf, type RouteAnswer, type Waypoint } from '../ask/answers.js';
import type { Asked } from '../ask/ask.js';
import { Choices } from '../../shared/choices.js';
import { PrintMap, printRoute } from '../map/print-map.js';
import { appLink } from '../parts/app-link.js';
import { Failure } from '../parts/failure.js';
import { gpxOf, saveFile } from '../parts/gpx.js';
import { RequestBox } from '../parts/request-box.js';
import { ShareButton, SharedNote } from '../parts/share-button.js';
import { WrongHere } from '../parts/wrong-here.js';
import { about, from, stops, to, way, type End } from '../state/page-state.js';
import { isDeveloper } from '../state/developer.js';
import { hasFinger, isSheet } from '../state/sheet.js';
import { distance, travelTime } from '../text/format.js';
import { t } from '../text/texts.js';
import { ClosedWay, Detour } from './detour.js';
import { letterOf, Total, UsedSpeeds } from './route-total.js';
import { NotAvoided, SurfaceBar } from './surfaces.js';
import { WhyRoute } from './why-route.js';

/** Shows the service's answer: the route's length, legs and steps. */
export function Answer({ asked }: { asked: Asked<RouteAnswer> }) {
  const { answer } = asked;
  if (answer === null)
    return (
      <>
        <Failure asked={asked} />
        <ClosedWay asked={asked} />
        {asked.status !== 0 && <RequestBox asked={asked} />}
      </>
    );
  const ways = waysOf(answer);
  const shown = ways[way.value] ?? answer.route;
  const { distance_meters: metres, duration_seconds: seconds } = shown;
  const { notes = [], surfaces = [] } = answer;
  const texts = t().route;
  const waypoints = waypointsOf(answer);
  const hasStops = waypoints.length > 2;
  return (
    <section class="card" aria-label={t().tabs.route}>
      <PrintMap />
      <p class="print-only">{namesOf(waypoints).map(labelOf).join(' → ')}</p>
      {!isSheet.value && <Total route={shown} answer={answer} />}
      <UsedSpeeds answer={answer} isBest={way.value === 0} />
      {ways.length > 1 && (
        <Choices
          legend={texts.ways}
          value={String(way.value)}
          choices={ways.map((one, i) => ({ value: String(i), text: travelTime(one.duration_seconds) }))}
          onChoose={(value) => (way.value = Number(value))}
        />
      )}
      {way.value === 0 && surfaces.length > 0 && <SurfaceBar surfaces={surfaces} />}
      {way.value === 0 && <Detour answer={answer} />}
      {way.value === 0 && <NotAvoided answer={answer} />}
      {way.value === 0 &&
        notes.map(({ kind, distance_meters: length, zone }, i) => (
          <p key={i} class="note">
            {texts.notes[kind]}
            {zone !== undefined && ` · ${zone.name}`}
            {length > 0 && ` · ${distance(length)}`}
          </p>
        ))}
      {answer.may_leave_area === true && <p class="note">{texts.mayLeaveArea}</p>}
      {hasStops && <LegTimes legs={answer.route.legs} names={namesOf(waypoints)} />}
      <Snaps waypoints={waypoints} />
      {hasFinger() && <InAnApp waypoints={waypoints} />}
      <div class="actions">
        <ShareButton title={`${travelTime(seconds)}, ${distance(metres)}`} />
        <button type="button" onClick={() => saveFile('gazarch-route.gpx', gpxOf(answer, shown))}>
          {texts.gpx}
        </button>
        <button type="button" onClick={() => void printRoute()}>
          {texts.print}
        </button>
      </div>
      <SharedNote />
      <Steps legs={shown.legs} all={way.value === 0 ? answer.steps : undefined} names={namesOf(waypoints)} />
      {isDeveloper.value && about.value?.explains.route === true && !hasStops && way.value === 0 && (
        <WhyRoute asked={asked} />
      )}
      {to.value !== null && <WrongHere key={String(to.value.point)} point={to.value.point} />}
      <RequestBox asked={asked} />
    </section>
  );
}

/**
 * Returns each point's name: the place that the user chose, or else the road's name, or null if neither has
 * one.
 */
function namesOf(waypoints: readonly Waypoint[]): (string | null)[] {
  const ends = chosenEnds();
  return waypoints.map(({ name }, i) => ends[i]?.name ?? name ?? null);
}

function chosenEnds(): End[] {
  return [from.value, ...stops.value, to.value].filter((end) => end !== null);
}

/** Returns a label such as `A Sükhbaatar Square`. */
function labelOf(name: string | null, i: number, all: readonly unknown[]): string {
  return [letterOf(i, all.length), name ?? ''].join(' ').trim();
}

/** Returns a name such as `A Sükhbaatar Square → 1`. */
function legName(i: number, names: Names): string {
  return `${labelOf(names[i], i, names)} → ${labelOf(names[i + 1], i + 1, names)}`;
}

type Legs = RouteAnswer['route']['legs'];
type Names = readonly (string | null)[];
type StepList = NonNullable<RouteAnswer['steps']>;

function LegTimes({ legs = [], names }: { legs: Legs; names: Names }) {
  return (
    <ol class="legs" aria-label={t().route.legs}>
      {legs.map((leg, i) => (
        <li key={i}>
          <span>{legName(i, names)}</span>{' '}
          <span class="numbers">
            {travelTime(leg.duration_seconds)} · {distance(leg.distance_meters)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Opens the next stop in a navigation app, which gives spoken directions and accepts one stop at a time. */
function InAnApp({ waypoints }: { waypoints: readonly Waypoint[] }) {
  const names = namesOf(waypoints);
  const ends = chosenEnds();
  return (
    <p class="in-an-app">
      {t().place.openIn}:{' '}
      {ends.slice(1).map(({ point }, i) => (
        <a key={i} href={appLink(point)}>
          {labelOf(names[i + 1] ?? null, i + 1, ends)}
        </a>
      ))}
    </p>
  );
}

/** Shows the steps of the route. If there are stops, each leg's steps follow the leg's name. */
function Steps({ legs = [], all, names }: { legs: Legs; all: StepList | undefined; names: Names }) {
  const perLeg = legs.map(({ steps = [] }) => steps);
  const steps = all ?? perLeg.flat();
  if (steps.length === 0) return null;
  const isByLeg = names.length > 2 && perLeg.flat().length === steps.length;
  return (
    <>
      <h2 class="sub">{t().route.steps(steps.length)}</h2>
      {(isByLeg ? perLeg : [steps]).map((own, i) => (
        <section key={i} aria-label={isByLeg ? legName(i, names) : undefined}>
          {isByLeg && <h3 class="leg-name">{legName(i, names)}</h3>}
          <ol class="steps">
            {own.map((step, j) => (
              <li key={j}>
                <span>{step.instruction}</span>
                {step.distance_meters > 0 && (
                  <span class="numbers quiet">{distance(step.distance_meters)}</span>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

/** If the road is closer than this, the distance is not mentioned. */
const NEAR_ROAD_M = 50;

/** Shows the distance between each point and its road, which has to be walked. */
function Snaps({ waypoints }: { waypoints: readonly Waypoint[] }) {
  const said = waypoints.map(({ snap_distance_meters: away }) => isDeveloper.value || away >= NEAR_ROAD_M);
  if (!said.includes(true)) return null;
  return (
    <dl class="snaps">
      {waypoints.map(({ snap_distance_meters: away, name = null }, i) =>
        said[i] ? (
          <div key={i}>
            <dt>{letterOf(i, waypoints.length)}</dt>
            <dd>{t().route.snapped(distance(away), name)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
