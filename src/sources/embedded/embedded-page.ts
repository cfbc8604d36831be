import type { Position } from '../../geo/position.js';
import { explainSearch, type SearchExplanation } from '../../geocoding/explain-search.js';
import type { RouteExplanation, SnapLimits } from '../../routing/route-answers.js';
import type { Steps } from '../../arrays/steps.js';
import type { LearnedSpeeds } from '../../routing/current/learned-speeds.js';
import type { RoadChange } from '../../routing/current/current-roads.js';
import { OperatingError } from '../../errors.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import type { Asker } from '../asker.js';
import type { SearchRequest } from '../geocoder.js';
import {
  MOST_ROADS,
  type MapPage,
  type PageExamples,
  type PageFacts,
  type ShownRoad,
  type ShownSpeeds,
} from '../map-page.js';
import { notSupported } from '../not-supported.js';
import type { RouteRequest } from '../router.js';
import type { ShownZone, ShownZones } from '../zones.js';
import type { CurrentDataset } from './dataset/current-dataset.js';
import { exampleRequests } from './example-requests.js';
import type { LoadedDataset } from './dataset/loaded-dataset.js';
import { Slices } from './slices.js';

/** A road closure set by an operator, as used for the map page and for routes. */
export interface HoldingClosure {
  /** The OSM id, or null if the closure covers an area. */
  wayId: number | null;
  /** The coordinates of the closure's MultiPolygon. */
  area: readonly (readonly (readonly Position[])[])[] | null;
  mode: TravelMode | null;
  factor: number;
  reason: string;
  until_ms: number | null;
  /** The closure's effect on the roads. */
  change: RoadChange;
}

export interface EmbeddedPageOptions extends SnapLimits {
  /** Null if no source uses a dataset. */
  dataset: CurrentDataset | null;
  /** Whether searches are answered from the dataset. */
  searches: boolean;
  /** Whether routes are computed from the dataset. */
  routes: boolean;
  /** Returns the closures that are in force now. */
  closures: () => readonly HoldingClosure[];
  /** Null if there are no zones. */
  zones: ShownZones | null;
}

const NO_SPEEDS: ShownSpeeds = { slots: [], slot: null, roads: [] };

/**
 * The minimum interval between updates of the roads on the page, so that frequent requests do not increase
 * the load.
 */
const ROADS_MS = 1_000;

/** Answers the map page's requests using the dataset in this process. */
export class EmbeddedPage implements MapPage {
  readonly #options: EmbeddedPageOptions;
  readonly #slices = new Slices();
  readonly #examples = new WeakMap<LoadedDataset, PageExamples | null>();
  readonly #seasonal = new WeakMap<LoadedDataset, readonly number[]>();
  /** The speeds returned by the last request, which take up one or two megabytes. */
  #speeds: { of: LoadedDataset; learned: LearnedSpeeds; shown: ShownSpeeds } | null = null;
  #roads: { of: LoadedDataset; until_ms: number; roads: readonly ShownRoad[] } | null = null;

  constructor(options: EmbeddedPageOptions) {
    this.#options = options;
  }

  facts(): PageFacts {
    const { dataset, searches, routes, zones } = this.#options;
    const loaded = dataset?.isLoaded === true ? dataset.pinned() : null;
    return {
      isSample: loaded !== null && isSample(loaded.metaText),
      explainsSearches: searches,
      explainsRoutes: routes,
      vehicles: routes ? (zones?.kinds() ?? []) : [],
      hasSpeeds: routes && this.#learned !== null,
      examples: loaded === null ? null : this.#examplesOf(loaded),
    };
  }

  explainSearch(
    { text, limit, ...refinement }: SearchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): SearchExplanation | Promise<SearchExplanation> {
    const { dataset, searches } = this.#options;
    if (dataset === null || !searches)
      throw notSupported(
        'q',
        'In this deployment, searches are answered by an engine that does not explain its results.',
      );
    const explain = (): SearchExplanation =>
      explainSearch(dataset.pinned().geocoding, text, limit, refinement);
    return this.#slices.whole(explain, signal, asker);
  }

  explainRoute(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): RouteExplanation | Promise<RouteExplanation> {
    const { dataset, routes, ...limits } = this.#options;
    if (dataset === null || !routes)
      throw notSupported(
        'origin',
        'In this deployment, routes are answered by an engine that does not explain its results.',
      );
    const explain = (): RouteExplanation => dataset.pinned().routing[request.mode].explain(request, limits);
    return this.#slices.whole(explain, signal, asker);
  }

  roads(): readonly ShownRoad[] {
    const { dataset, routes, closures } = this.#options;
    if (dataset?.isLoaded !== true || !routes) return [];
    const loaded = dataset.pinned();
    const now_ms = performance.now();
    if (this.#roads === null || this.#roads.of !== loaded || this.#roads.until_ms < now_ms) {
      const roads = [...closedRoads(loaded, closures()), ...this.#seasonalRoads(loaded)].slice(0, MOST_ROADS);
      this.#roads = { of: loaded, until_ms: now_ms + ROADS_MS, roads };
    }
    return this.#roads.roads;
  }

  zones(): readonly ShownZone[] {
    return (this.#options.zones?.areas() ?? []).slice(0, MOST_ROADS);
  }

  speeds(slot: string | null, signal?: AbortSignal, asker?: Asker): ShownSpeeds | Promise<ShownSpeeds> {
    const learned = this.#learned;
    if (learned === null) return NO_SPEEDS;
    return this.#slices.work(this.#shownSpeeds(learned, slot), signal, asker);
  }

  get #learned(): LearnedSpeeds | null {
    const { dataset, routes } = this.#options;
    return routes ? (dataset?.speeds.learned ?? null) : null;
  }

  *#shownSpeeds(learned: LearnedSpeeds, wanted: string | null): Steps<ShownSpeeds> {
    const loaded = this.#options.dataset!.pinned();
    const index = loaded.routing[DEFAULT_TRAVEL_MODE];
    const slots = learned.slots.map(({ name }) => name);
    // If no time is given, the slot that covers the most hours is used.
    const place = slots.indexOf(wanted ?? index.speedsAt(null)?.slot ?? slots[slots.length - 1]);
    if (place < 0)
      throw new OperatingError('INVALID_REQUEST', `slot must be one of ${slots.join(', ')}.`, {
        details: { field: 'slot', reason: 'unknown_value' },
      });
    const last = this.#speeds;
    const isKnown = last?.of === loaded && last.learned === learned && last.shown.slot === slots[place];
    if (isKnown) return last.shown;
    const shown = { slots, slot: slots[place], roads: yield* index.learnedLines(learned, place) };
    this.#speeds = { of: loaded, learned, shown };
    return shown;
  }

  #examplesOf(loaded: LoadedDataset): PageExamples | null {
    let examples = this.#examples.get(loaded);
    if (examples === undefined) {
      const found = exampleRequests(loaded);
      const { latitude = 0, longitude = 0 } = found?.reverse ?? {};
      examples =
        found === null ? null : { search: found.search, point: [longitude, latitude], route: found.route };
      this.#examples.set(loaded, examples);
    }
    return examples;
  }

  #seasonalRoads(loaded: LoadedDataset): ShownRoad[] {
    const { driving } = loaded.routing;
    let ids = this.#seasonal.get(loaded);
    if (ids === undefined) this.#seasonal.set(loaded, (ids = driving.seasonalWays().slice(0, MOST_ROADS)));
    return driving.wayLines(ids).map(({ name, isOpen, lines }) => ({
      ...{ kind: 'season', isOpen, factor: 1, mode: null, name, reason: null, until_ms: null },
      shape: { kind: 'lines', lines },
    }));
  }
}

function closedRoads(loaded: LoadedDataset, closures: readonly HoldingClosure[]): ShownRoad[] {
  const shown = closures.slice(0, MOST_ROADS);
  const ids = shown.flatMap(({ wayId }) => (wayId === null ? [] : [wayId]));
  // Ways that are only for pedestrians are not among the roads for drivers.
  const ways = new Map(
    [...TRAVEL_MODES]
      .reverse()
      .flatMap((mode) => loaded.routing[mode].wayLines(ids))
      .map((way) => [way.id, way]),
  );
  return shown.flatMap(({ wayId, area, mode, factor, reason, until_ms }): ShownRoad[] => {
    const way = wayId === null ? undefined : ways.get(wayId);
    const facts = { kind: 'closure', isOpen: factor > 0, factor, mode, reason, until_ms } as const;
    if (way !== undefined) return [{ ...facts, name: way.name, shape: { kind: 'lines', lines: way.lines } }];
    if (area !== null) return [{ ...facts, name: null, shape: { kind: 'area', polygons: area } }];
    return [];
  });
}

/** Whether the dataset is marked as the made-up sample. @param metaText JSON; may be empty */
function isSample(metaText: string): boolean {
  if (metaText === '') return false;
  const { sources = [] } = JSON.parse(metaText) as { sources?: { invented?: boolean }[] };
  return sources.some(({ invented }) => invented === true);
}
