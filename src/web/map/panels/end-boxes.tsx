import { waypointsOf } from '../ask/answers.js';
import { PlaceBox } from '../parts/place-box.js';
import {
  addStop,
  from,
  moveStopUp,
  pointOf,
  route,
  setEnd,
  setStop,
  stops,
  swapEnds,
  to,
  view,
  type End,
} from '../state/page-state.js';
import { MOST_POINTS } from '../state/link-format.js';
import { isLocating, locate } from '../state/location.js';
import { position } from '../text/format.js';
import { t } from '../text/texts.js';

/** Shows a box for each point of the route, in travel order. */
export function EndBoxes() {
  const texts = t().route;
  return (
    <>
      <div class="ends">
        <EndBox
          kind="from"
          letter="A"
          label={texts.from}
          end={from.value}
          set={(end) => setEnd('from', end)}
        />
        {stops.value.map((stop, i) => (
          <StopBox key={i} index={i} stop={stop} />
        ))}
        <EndBox kind="to" letter="B" label={texts.to} end={to.value} set={(end) => setEnd('to', end)} />
        <button type="button" class="swap" aria-label={texts.swap} title={texts.swap} onClick={swapEnds}>
          ⇅
        </button>
      </div>
      {from.value === null && (
        <button type="button" class="link" disabled={isLocating.value} onClick={locate}>
          {texts.here}
        </button>
      )}
      {from.value !== null && to.value !== null && stops.value.length < MOST_POINTS - 2 && (
        <button type="button" class="link" onClick={() => addStop()}>
          {texts.addStop}
        </button>
      )}
    </>
  );
}

function StopBox({ index, stop }: { index: number; stop: End | null }) {
  const texts = t().route;
  const number = index + 1;
  return (
    <EndBox
      kind="stop"
      letter={String(number)}
      label={texts.stop(number)}
      end={stop}
      set={(end) => setStop(index, end)}
    >
      <button
        type="button"
        class="square"
        aria-label={texts.stopUp(number)}
        title={texts.stopUp(number)}
        onClick={() => moveStopUp(index)}
      >
        ↑
      </button>
      <button
        type="button"
        class="square"
        aria-label={texts.stopGone(number)}
        title={texts.stopGone(number)}
        onClick={() => setStop(index, undefined)}
      >
        ×
      </button>
    </EndBox>
  );
}

interface EndBoxProps {
  kind: 'from' | 'to' | 'stop';
  letter: string;
  label: string;
  end: End | null;
  set: (end: End | null) => void;
  children?: preact.ComponentChildren;
}

function EndBox({ kind, letter, label, end, set, children }: EndBoxProps) {
  const texts = t().route;
  return (
    <div class="end">
      <span class={`letter letter-${kind}`} aria-hidden="true">
        {letter}
      </span>
      <PlaceBox
        label={label}
        placeholder={label}
        value={end === null ? '' : endText(end)}
        onChoose={(place) => set({ point: pointOf(place), name: place.name })}
        onClear={() => set(null)}
      />
      {end === null && (
        <button
          type="button"
          class="square"
          aria-label={`${label}: ${texts.centre}`}
          title={texts.centre}
          onClick={() => view.peek() !== null && set({ point: view.peek()!.centre, name: null })}
        >
          {/* Few fonts have a character for this icon. */}
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1v14M1 8h14M8 3.5a4.5 4.5 0 1 0 .01 0" />
          </svg>
        </button>
      )}
      {children}
    </div>
  );
}

function endText(end: End): string {
  return endName(end) ?? position(end.point);
}

/**
 * Returns the name of a point on the map, or of the road that it was snapped to; null if neither has a name.
 */
export function endName(end: End): string | null {
  const points = [from.value, ...stops.value, to.value].filter((other) => other !== null);
  const answer = route.value?.answer ?? null;
  const waypoint = answer === null ? undefined : waypointsOf(answer)[points.indexOf(end)];
  return end.name ?? waypoint?.name ?? null;
}
