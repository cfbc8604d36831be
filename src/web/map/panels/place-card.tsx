import type { Position } from '../../../geo/position.js';
import type { Place } from '../ask/answers.js';
import { appLink } from '../parts/app-link.js';
import { CopyButton } from '../parts/copy-button.js';
import { Failure } from '../parts/failure.js';
import { RequestBox } from '../parts/request-box.js';
import { LeftOut } from '../parts/left-out.js';
import { ShareButton, SharedNote } from '../parts/share-button.js';
import { OsmLinks, Words } from '../parts/words.js';
import { WrongHere } from '../parts/wrong-here.js';
import {
  choosePlace,
  chosen,
  found,
  panel,
  pointOf,
  setEnd,
  spot,
  travel,
  type Panel,
} from '../state/page-state.js';
import { askReach, reach, REACH_MINUTES } from '../state/reach.js';
import { isDeveloper } from '../state/developer.js';
import { hasFinger, isSheet } from '../state/sheet.js';
import { distance, position } from '../text/format.js';
import { t } from '../text/texts.js';
import { typeName } from '../text/types.js';

/** Shows the chosen result, or what is at a clicked point. @param on the panel that contains the card */
export function PlaceCard({ on }: { on: Panel }) {
  if (panel.value !== on) return null;
  if (spot.value !== null) return <SpotCard />;
  const place = chosen.value;
  if (place === null) return null;
  return (
    <section class="card" aria-label={place.name}>
      <CardHead place={place} />
      <Actions point={pointOf(place)} name={place.name} />
      <p class="quiet numbers">
        <PositionLink point={pointOf(place)} /> <CopyPosition point={pointOf(place)} />
        {isDeveloper.value && ` · ${place.id}`}
      </p>
      <OsmLinks id={place.id} />
      <WrongHere key={place.id} point={pointOf(place)} place={place} />
      {found.value !== null && found.value.answer !== null && <RequestBox asked={found.value} />}
    </section>
  );
}

function SpotCard() {
  const { point, asked } = spot.value!;
  const texts = t().place;
  const place = asked?.answer?.results[0];
  const away = place?.distance_meters ?? 0;
  return (
    <section class="card" aria-label={texts.nearest} aria-busy={asked === null}>
      <p class="card-lead" aria-live="polite">
        <span>{texts.nearest}</span>
        {place !== undefined && (
          <span class="away">{away < 1 ? texts.inside : texts.away(distance(away))}</span>
        )}
        <Close />
      </p>
      {place !== undefined && <CardText place={place} />}
      {asked !== null && asked.answer !== null && place === undefined && <p>{texts.nothing}</p>}
      {asked !== null && <Failure asked={asked} />}
      <Actions point={point} name={null} words={place?.description?.text} />
      {place?.description !== undefined && <Words description={place.description} point={point} />}
      <p class="quiet numbers">
        {texts.point} <PositionLink point={point} /> <CopyPosition point={point} />
      </p>
      {place !== undefined && <OsmLinks id={place.id} />}
      <WrongHere key={String(point)} point={point} place={place} />
      {asked !== null && asked.status !== 0 && <RequestBox asked={asked} />}
    </section>
  );
}

function Close() {
  return (
    <button type="button" class="clear" aria-label={t().place.close} onClick={() => choosePlace(null)}>
      ×
    </button>
  );
}

function CardHead({ place }: { place: Place }) {
  return (
    <>
      <div class="card-title">
        {isSheet.value ? <Kind place={place} /> : <h2>{place.name}</h2>}
        <Close />
      </div>
      {!isSheet.value && place.address !== null && <p>{place.address}</p>}
      <LeftOut place={place} />
      {!isSheet.value && <Kind place={place} />}
    </>
  );
}

/** On a phone, the name and address are at the top of the sheet. */
function CardText({ place }: { place: Place }) {
  return (
    <>
      {!isSheet.value && <h2>{place.name}</h2>}
      {!isSheet.value && place.address !== null && <p>{place.address}</p>}
      <LeftOut place={place} />
      <Kind place={place} />
    </>
  );
}

function Kind({ place }: { place: Place }) {
  return (
    <p>
      <span class="kind">{typeName(place.type)}</span>
    </p>
  );
}

/** On a phone, links to its own map app and says so, because people do not expect coordinates to open one. */
function PositionLink({ point }: { point: Position }) {
  const { openIn } = t().place;
  if (!hasFinger())
    return (
      <a href={appLink(point)} title={openIn}>
        {position(point)}
      </a>
    );
  return (
    <>
      {position(point)} · <a href={appLink(point)}>{openIn}</a>
    </>
  );
}

/** Latitude comes first, as people read positions and as other programs accept them. */
function CopyPosition({ point: [longitude, latitude] }: { point: Position }) {
  const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  return <CopyButton text={text} label={t().place.copyPoint} />;
}

/** Shows the areas that can be reached from the point in a few minutes. */
function Reach({ point }: { point: Position }) {
  const asked = reach.value;
  return (
    <>
      <button type="button" onClick={() => void askReach(point)}>
        {t().reach.ask}
      </button>
      <p class="quiet" aria-live="polite">
        {reachText()}
      </p>
      {asked !== null && <Failure asked={asked} />}
    </>
  );
}

/** Describes the reachable areas on the map, or returns null if there are none. */
export function reachText(): string | null {
  const mode = t().route.modes[travel.value] ?? travel.value;
  const isThere = (reach.value?.answer ?? null) !== null;
  return isThere ? `${mode}: ${t().reach.minutes(REACH_MINUTES.join(', '))}` : null;
}

/** @param words a sentence describing the location, shared together with the link */
function Actions({
  point,
  name,
  words,
}: {
  point: Position;
  name: string | null;
  words?: string | undefined;
}) {
  const texts = t().place;
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => setEnd('from', { point, name })}>
          {texts.from}
        </button>
        <button type="button" onClick={() => setEnd('to', { point, name })}>
          {texts.to}
        </button>
        <ShareButton title={name ?? position(point)} text={words} />
      </div>
      <Reach point={point} />
      <SharedNote />
    </>
  );
}
