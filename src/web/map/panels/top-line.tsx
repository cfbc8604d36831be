import { waysOf } from '../ask/answers.js';
import { chosen, from, panel, route, spot, stops, to, way } from '../state/page-state.js';
import { height, isFolded } from '../state/sheet.js';
import { distance, position } from '../text/format.js';
import { t } from '../text/texts.js';
import { endName } from './end-boxes.js';
import { reachText } from './place-card.js';
import { letterOf, Total } from './route-total.js';

/** Whether there is an answer to show at the top of the sheet. */
export function hasTopLine(): boolean {
  if (panel.value === 'route' && spot.value === null) return (route.value?.answer ?? null) !== null;
  return chosen.value !== null || spot.value !== null;
}

/** A short form of the answer, for a phone that shows the map. */
export function TopLine() {
  const answer = route.value?.answer ?? null;
  if (spot.value !== null || panel.value === 'search') return <PlaceLine />;
  if (answer === null) return null;
  return (
    <div class="top-line">
      <Total route={waysOf(answer)[way.value] ?? answer.route} answer={answer} isShort />
      {isFolded.value && <FoldedEnds />}
    </div>
  );
}

function PlaceLine() {
  const texts = t().place;
  const { point, asked } = spot.value ?? { point: null, asked: null };
  const place = point === null ? chosen.value : (asked?.answer?.results[0] ?? null);
  const away = (point === null ? null : place?.distance_meters) ?? null;
  return (
    <div class="top-line">
      <h2>{place?.name ?? (point === null ? '' : position(point))}</h2>
      <p class="quiet two-lines">
        {away !== null && `${away < 1 ? texts.inside : texts.away(distance(away))} · `}
        {place?.address ?? texts.point}
      </p>
      {reachText() !== null && <p class="quiet">{reachText()}</p>}
    </div>
  );
}

/** Shows the points of the route on one line; clicking it opens their boxes. */
function FoldedEnds() {
  const texts = t().route;
  const ends = [from.value, ...stops.value, to.value].filter((end) => end !== null);
  const open = (): void => {
    isFolded.value = false;
    height.value = 'full';
  };
  return (
    <button type="button" class="folded" onClick={open}>
      <span class="unseen">{texts.unfold}: </span>
      {ends.map((end, i) => (
        <span key={i} class="folded-end">
          <b>{letterOf(i, ends.length)}</b> {endName(end)}
        </span>
      ))}
    </button>
  );
}
