import {
  askedKilometre,
  askedPoint,
  askedSide,
  hasDash,
  mayBeCrossing,
  mayBeSentence,
  type AskedPoint,
} from '../../../geocoding/describe/sentence-query.js';
import { askedCrossing } from '../../../geocoding/describe/crossing.js';
import { sentenceOf } from '../../../geocoding/describe/sentence.js';
import { spokenName } from '../../../geocoding/describe/spoken-kinds.js';
import type { FoundPoint, PointFinder } from '../../../geocoding/describe/point-finder.js';
import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { FoundRow } from '../../../geocoding/place-hit.js';
import { isInBox } from '../../../geocoding/forward/refinement.js';
import { roundDegrees, toUnits } from '../../../geo/coordinates.js';
import type {
  FoundPlace,
  NearestPlace,
  PlaceLanguage,
  ReverseRequest,
  SearchRequest,
} from '../../geocoder.js';
import { pointId } from '../../point-id.js';
import { sentenceLanguage } from './described-point.js';

/** The points that a sentence adds to the rows found by a search. */
export interface SentenceAnswer {
  rows: readonly FoundRow[];
  /** Points that the sentence describes. These points come after the strict matches. */
  points: readonly FoundPoint[];
}

/** The index functions that sentences need. */
export interface SentenceIndex {
  find: () => readonly FoundRow[];
  /** Whether a point in degrees is in the area that the query names. */
  isInArea: (lon: number, lat: number) => boolean;
  isHouse: (row: number) => boolean;
}

/** Interprets a query as a sentence: «200 m north of Nomin», «the pharmacy south of the market». */
export function answerOfSentence(
  finder: () => PointFinder,
  { text, near, types, bbox }: SearchRequest,
  { find: search, isInArea, isHouse }: SentenceIndex,
): SentenceAnswer {
  if (!mayBeSentence(text)) return { rows: search(), points: [] };
  let known: readonly FoundRow[] | null = null;
  const find = (): readonly FoundRow[] => (known ??= search());
  const isWanted = bbox === undefined ? () => true : isIn(bbox);
  const asked = types === undefined ? askedPoint(text) : null;
  // A measurement from a second landmark is more informative than borders, because different sources draw
  // borders differently.
  const isThere = ({ longitude, latitude }: FoundPoint): boolean =>
    isMeasured(asked!) || isInArea(longitude, latitude);
  const points =
    asked === null
      ? []
      : finder()
          .points(asked, near)
          .filter((point) => isWanted(point) && isThere(point));
  if (points.length > 0 && asked!.rest !== '' && !hasDistance(asked!)) {
    const rows = find();
    // «Дэнж 63-р гудамж 30, Номин дэлгүүрийн хойно» means the house, and «Номингийн урд, Хаан банк» means the
    // bank there.
    const hasRest = rows.length > 0 && hasWordsOf(asked!, rows[0]);
    const isTold = hasRest || (rows.length > 0 && isHouse(rows[0].row));
    return { rows, points: isTold ? [] : points };
  }
  const mayBeMet = points.length === 0 && types === undefined;
  const mayMeet = mayBeMet && (mayBeCrossing(text) || (hasDash(text) && !isName(find())));
  const crossing = mayMeet ? askedCrossing(text) : null;
  const anywhere = crossing === null ? [] : finder().crossings(crossing, near);
  const met = anywhere.length > 0 || !mayMeet ? anywhere : finder().crossingsInArea(text, near);
  if (met.length > 0) return { rows: find(), points: met.filter(isWanted).slice(0, 1) };
  // No name resembles a sentence that measures from several landmarks, and searching for such a name would
  // take long.
  if (points.length > 0) return { rows: isMeasured(asked!) ? [] : find(), points };
  const found = find();
  const kilometre = types === undefined ? askedKilometre(text) : null;
  const onRoad = kilometre === null ? null : finder().kilometre(kilometre);
  if (onRoad !== null) return { rows: found, points: [onRoad].filter(isWanted) };
  const side = found.length < 2 ? null : askedSide(text);
  if (side === null) return { rows: found, points };
  const rows = found.map(({ row }) => row);
  const sorted = finder().bySide(rows, side, near);
  return { rows: sorted.map((row) => found[rows.indexOf(row)]), points };
}

/** Whether the search found a place with the query as its name. */
function isName(found: readonly FoundRow[]): boolean {
  return found.length > 0 && !['partial', 'words'].includes(found[0].match);
}

/**
 * Whether a sentence contains a measurement. «Алтай хотхон зүүн, Баянгол дүүрэг» does not: this may be a name
 * and the surrounding area.
 */
function isMeasured({ landmarks, area }: AskedPoint): boolean {
  const says = landmarks.some(({ wind, distance_m }) => wind !== null && distance_m !== null);
  return landmarks.length > 1 || (area !== '' && says);
}

/** Whether a row contains any of the query words that are not part of a landmark. */
function hasWordsOf({ rest }: AskedPoint, { leftOut }: FoundRow): boolean {
  const told = rest.split(/[\s,]+/).filter((word) => /\p{L}{3}/u.test(word));
  return told.length === 0 || told.some((word) => !leftOut.includes(word));
}

function hasDistance({ landmarks }: AskedPoint): boolean {
  return landmarks.some(({ distance_m }) => distance_m !== null && distance_m > 0);
}

function isIn(bbox: NonNullable<SearchRequest['bbox']>): (point: FoundPoint) => boolean {
  return ({ longitude, latitude }) => isInBox(Int32Array.of(toUnits(longitude), toUnits(latitude)), bbox)(0);
}

/** Address components of a house that do not apply to a point beside the house. */
const OF_A_HOUSE: readonly string[] = ['house_number', 'street', 'postcode'];

/**
 * Returns a point in the format of a search result. The address of the point consists of the surrounding
 * areas.
 */
export function pointPlace(
  { longitude, latitude, landmarks, kilometre, crossing }: FoundPoint,
  geocoding: PlaceIndex,
  lang: PlaceLanguage | undefined,
  reverse: (request: ReverseRequest) => NearestPlace | null,
): FoundPlace {
  const language = sentenceLanguage(lang);
  const said = landmarks.map(({ row, wind, distance_m }) => {
    const { name, type } = geocoding.place(row, language);
    return { name: spokenName(name, type, language), wind, distance_m };
  });
  const sentence = sentenceOf({ areas: [], inside: null, landmarks: said, street: null }, language);
  const [lon, lat] = [roundDegrees(longitude), roundDegrees(latitude)];
  const around = reverse({ longitude: lon, latitude: lat, ...(lang !== undefined && { lang }) });
  const components = Object.fromEntries(
    Object.entries(around?.components ?? {}).filter(([part]) => !OF_A_HOUSE.includes(part)),
  );
  return Object.freeze({
    id: pointId(lon, lat),
    name:
      kilometre !== undefined
        ? kilometreText(geocoding.parts[0], kilometre, language)
        : crossing !== undefined
          ? crossing.map((row) => geocoding.parts[0].place(row, language).name).join(' – ')
          : sentence,
    address: around?.address ?? null,
    longitude: lon,
    latitude: lat,
    type: 'place',
    match: 'derived',
    components,
  });
}

function kilometreText(
  map: PlaceIndex,
  { row, km }: NonNullable<FoundPoint['kilometre']>,
  language: 'mn' | 'en',
): string {
  return `${map.place(row, language).name}, ${km} ${language === 'mn' ? 'км' : 'km'}`;
}
