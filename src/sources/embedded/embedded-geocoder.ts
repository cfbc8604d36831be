import type { Position } from '../../geo/position.js';
import type { PlaceIndex } from '../../geocoding/geocoding-index.js';
import type { FoundRow } from '../../geocoding/place-hit.js';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import { roundDegrees } from '../../geo/coordinates.js';
import type {
  FoundPlace,
  Geocoder,
  KnownPlace,
  NearestPlace,
  PlaceLanguage,
  PlaceRequest,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import { Describer } from '../../geocoding/describe/describer.js';
import { PointFinder } from '../../geocoding/describe/point-finder.js';
import { isPointId, pairOfPointId } from '../point-id.js';
import type { AnsweringData, AnsweringSource } from './dataset/answering-data.js';
import { describedPoint, sentenceLanguage, spokenComponents } from './geocoder/described-point.js';
import { Generations } from '../../arrays/generations.js';
import { refuseOfGeocoder } from '../not-supported.js';
import { RecentPlaces } from './geocoder/recent-places.js';
import { RecentSearches } from './geocoder/recent-searches.js';
import { knownPlace, ofOneSearch, seamPlace } from './geocoder/seam-place.js';
import { answerOfSentence, pointPlace } from './geocoder/sentence-search.js';

/**
 * The maximum number of cached reverse results in each of two generations. The two generations together take
 * at most about 20 MB per process.
 */
const ANSWERS = 15_000;
/** The matches that come before a point: places called as typed, not those that a reading finds. */
const AS_TYPED: ReadonlySet<string> = new Set(['exact', 'beginning', 'words']);

/**
 * Implements the geocoding seam using the dataset in this process. It answers synchronously, without a
 * promise.
 */
export class EmbeddedGeocoder implements Geocoder {
  readonly #dataset: AnsweringSource;
  readonly #radii: Readonly<ReverseRadii>;
  /** Maps each dataset to its caches without keeping the dataset alive. */
  readonly #recent = new WeakMap<AnsweringData, Recent>();

  constructor(dataset: AnsweringSource, options: { radii: Readonly<ReverseRadii> }) {
    this.#dataset = dataset;
    this.#radii = options.radii;
  }

  search(request: SearchRequest): readonly FoundPlace[] {
    refuseOfGeocoder('embedded', request);
    const dataset = this.#dataset.pinned();
    const recent = this.#recentOf(dataset);
    return recent.searches.places(request, ({ text, limit, lang, ...refinement }) => {
      const found = recent.found(lang);
      const find = (): readonly FoundRow[] => dataset.geocoding.find(text, limit, refinement);
      const isInArea = (lon: number, lat: number): boolean => dataset.geocoding.isInNamedArea(text, lon, lat);
      const isHouse = (row: number): boolean => dataset.geocoding.labelOf(row).type === 'address';
      const { rows, points } = answerOfSentence(() => recent.finder, request, { find, isInArea, isHouse });
      const places = rows.map((hit) => {
        const { row, match, at } = hit;
        const place = at === null ? found.place(row, match) : placeAt(dataset.geocoding, hit, at, lang);
        const more = ofOneSearch(hit, place);
        return more === null ? place : Object.freeze({ ...place, ...more });
      });
      if (points.length === 0) return places;
      const strict = rows.filter(({ isStrict, match }) => isStrict && AS_TYPED.has(match)).length;
      const meant = points.map((point) =>
        pointPlace(point, dataset.geocoding, lang, (asked) => this.reverse(asked)),
      );
      return [...places.slice(0, strict), ...meant, ...places.slice(strict)].slice(0, limit);
    });
  }

  reverse(request: ReverseRequest): NearestPlace | null {
    refuseOfGeocoder('embedded', request);
    const { longitude, latitude, lang } = request;
    const dataset = this.#dataset.pinned();
    const { geocoding } = dataset;
    const match = geocoding.nearest(longitude, latitude, this.#radii);
    if (match === null) return null;
    const { row, kind, distance_m } = match;
    // The areas around the point are part of the result, because a street runs through many khoroos.
    const chain = geocoding.chainAt(row, longitude, latitude);
    const key = `${row} ${Array.prototype.join.call(chain, ' ')} ${lang ?? ''}`;
    const place = this.#recentOf(dataset).nearest.get(key, () =>
      Object.freeze(seamPlace(geocoding.place(row, lang, chain), kind)),
    );
    const nearest = nearestOf(place, kind, distance_m);
    if (request.describe === undefined) return nearest;
    const components = spokenComponents(geocoding, row, chain, sentenceLanguage(lang));
    const { describer } = this.#recentOf(dataset);
    return { ...nearest, description: describedPoint(describer, [longitude, latitude], components, lang) };
  }

  place({ id, lang }: PlaceRequest): KnownPlace | null {
    const { geocoding } = this.#dataset.pinned();
    if (isPointId(id)) return this.#pointOf(id, lang);
    const row = geocoding.rowOf(id);
    return row < 0 ? null : knownPlace(geocoding.place(row, lang), geocoding.details(row));
  }

  state(): SourceState {
    return this.#dataset.state();
  }

  /**
   * Creates a place for a point that is not in the data. The name describes where the point is. Such a place
   * exists for every point.
   */
  #pointOf(id: string, lang: PlaceLanguage | undefined): KnownPlace {
    const [longitude, latitude] = pairOfPointId(id).split(',').map(Number);
    const nearest = this.reverse({
      longitude,
      latitude,
      describe: true,
      ...(lang !== undefined && { lang }),
    });
    // There are no places near a point beyond the border, but a sentence may still describe the point by its
    // distance from a place.
    const description =
      nearest?.description ??
      describedPoint(this.#recentOf(this.#dataset.pinned()).describer, [longitude, latitude], {}, lang);
    const place = { id, address: nearest?.address ?? null, longitude, latitude, type: 'place' };
    return {
      ...place,
      name: description.text === '' ? `${latitude}, ${longitude}` : description.text,
      names: {},
      description,
      ...(nearest?.components !== undefined && { components: nearest.components }),
    };
  }

  #recentOf(dataset: AnsweringData): Recent {
    let recent = this.#recent.get(dataset);
    if (recent === undefined) this.#recent.set(dataset, (recent = new Recent(dataset)));
    return recent;
  }
}

/** The fields are copied one by one, because spreading an object costs more than the lookup itself. */
function nearestOf(place: FoundPlace, type: NearestPlace['type'], distance_m: number): NearestPlace {
  const { id, name, address, latitude, longitude } = place;
  const layer = place.layer!;
  const components = place.components!;
  const { bbox } = place;
  return bbox === undefined
    ? { id, name, address, latitude, longitude, type, layer, components, distance_m, place }
    : { id, name, address, latitude, longitude, type, layer, components, bbox, distance_m, place };
}

/**
 * If the query names an area that the street runs through, returns the street's point in that area and the
 * areas around that point.
 */
function placeAt(
  geocoding: PlaceIndex,
  { row, match }: FoundRow,
  [lon, lat]: Position,
  lang: PlaceLanguage | undefined,
): FoundPlace {
  const place = seamPlace(geocoding.place(row, lang, geocoding.chainAt(row, lon, lat)));
  return Object.freeze({ ...place, longitude: roundDegrees(lon), latitude: roundDegrees(lat), match });
}

/** The caches of one dataset. */
class Recent {
  readonly searches = new RecentSearches();
  /** Results of reverse lookups, keyed by place, surrounding areas and language. */
  readonly nearest = new Generations<string, FoundPlace>(ANSWERS);
  readonly #geocoding: PlaceIndex;
  #describer: Describer | null = null;
  #finder: PointFinder | null = null;
  readonly #found = new Map<PlaceLanguage, RecentPlaces>();

  constructor({ geocoding }: AnsweringData) {
    this.#geocoding = geocoding;
  }

  get finder(): PointFinder {
    return (this.#finder ??= new PointFinder(this.#geocoding));
  }

  get describer(): Describer {
    return (this.#describer ??= new Describer(this.#geocoding.parts));
  }

  /** Returns the places that searches found. If no language is given, names are returned as displayed. */
  found(language: PlaceLanguage = 'mn'): RecentPlaces {
    let places = this.#found.get(language);
    if (places === undefined)
      this.#found.set(language, (places = new RecentPlaces(this.#geocoding, language)));
    return places;
  }
}
