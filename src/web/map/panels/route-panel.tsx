import { Choices } from '../../shared/choices.js';
import {
  about,
  avoided,
  car,
  clearRoute,
  departure,
  from,
  hasWays,
  route,
  setEnd,
  showsZones,
  spot,
  stops,
  to,
  travel,
  vehicles,
  type Travel,
} from '../state/page-state.js';
import { AVOIDED, type Avoided } from '../state/link-format.js';
import { maySeeSpeeds } from '../state/speeds.js';
import { isFolded, isSheet } from '../state/sheet.js';
import { t } from '../text/texts.js';
import { EndBoxes } from './end-boxes.js';
import { LearnedSpeeds } from './learned-speeds.js';
import { PlaceCard } from './place-card.js';
import { Answer } from './route-answer.js';

const MODES: readonly Travel[] = ['driving', 'walking'];

/** Shows the route from one place to another, with any stops in between. */
export function RoutePanel() {
  const texts = t().route;
  const example = about.value?.examples?.route ?? null;
  const asked = route.value;
  // On a phone, errors appear above the boxes; below them, they would be off the screen.
  const isRefusedFirst = isSheet.value && asked !== null && asked.answer === null;
  const isEmpty = from.value === null && to.value === null && stops.value.length === 0;
  return (
    <>
      {isRefusedFirst && <Answer asked={asked} />}
      {!(isSheet.value && isFolded.value) && (
        <>
          <EndBoxes />
          <Choices
            legend={texts.mode}
            value={travel.value}
            choices={MODES.map((mode) => ({ value: mode, text: texts.modes[mode] }))}
            onChoose={(mode) => (travel.value = mode)}
          />
          {hasWays.value && <Avoid />}
          {hasWays.value && <Departure />}
          {hasWays.value && vehicles.value.length > 0 && <Car />}
          {maySeeSpeeds.value && <LearnedSpeeds />}
        </>
      )}
      {spot.value !== null && <PlaceCard on="route" />}
      {asked !== null && !isRefusedFirst && <Answer asked={asked} />}
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

/** Lets the user choose the departure time, which affects the open roads and the arrival time. */
function Departure() {
  const texts = t().route;
  return (
    <label class="departure">
      {texts.departure}{' '}
      <input
        type="datetime-local"
        value={departure.value}
        onChange={(event) => (departure.value = event.currentTarget.value)}
      />
      {departure.value !== '' && (
        <button type="button" class="small" onClick={() => (departure.value = '')}>
          {texts.now}
        </button>
      )}
    </label>
  );
}

/** Lets the user choose the vehicle, and whether to show zones. */
function Car() {
  const texts = t().route;
  return (
    <div class="departure">
      <label>
        {texts.car}{' '}
        <select value={car.value} onChange={(event) => (car.value = event.currentTarget.value)}>
          <option value="">{texts.anyCar}</option>
          {vehicles.value.map((kind) => (
            <option key={kind} value={kind} selected={kind === car.value}>
              {kind.startsWith('plate:') ? texts.plate(kind.slice(6)) : kind}
            </option>
          ))}
        </select>
      </label>{' '}
      <label>
        <input
          type="checkbox"
          checked={showsZones.value}
          onChange={(event) => (showsZones.value = event.currentTarget.checked)}
        />{' '}
        {texts.zones}
      </label>
    </div>
  );
}

/** Lets the user choose kinds of roads to avoid; collapsed until needed. */
function Avoid() {
  const texts = t().route;
  const choose = (kind: Avoided, isAvoided: boolean): void => {
    avoided.value = AVOIDED.filter((one) => (one === kind ? isAvoided : avoided.peek().includes(one)));
  };
  return (
    <details class="avoid" open={avoided.value.length > 0}>
      <summary>{texts.avoid}</summary>
      {AVOIDED.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={avoided.value.includes(kind)}
            onChange={(event) => choose(kind, event.currentTarget.checked)}
          />{' '}
          {texts.avoided[kind]}
        </label>
      ))}
    </details>
  );
}
