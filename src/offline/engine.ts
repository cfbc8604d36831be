import { FORMAT_VERSION, type SectionMap } from '../dataset/format.js';
import { OperatingError } from '../errors.js';
import { GeocodingIndex, type PlaceIndex } from '../geocoding/geocoding-index.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from '../geocoding/reverse/reverse-limits.js';
import type { HttpSettings } from '../http/core/settings.js';
import { LocalClock } from '../local-time.js';
import { RoadConditions } from '../routing/current/current-roads.js';
import { readRoutingData } from '../routing/frozen/routing-data.js';
import { RecentArcs } from '../routing/query/recent-arcs.js';
import { RoutingIndex } from '../routing/routing-index.js';
import type { AnsweringData } from '../sources/embedded/answering-data.js';
import { EmbeddedGeocoder } from '../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../sources/embedded/embedded-router.js';
import { byTravelMode, DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../travel-mode.js';
import { Answering } from './answering.js';
import type { OfflineAnswer } from './kept/in-worker.js';
import {
  checkedManifest,
  partsOf,
  type OfflineManifest,
  type OfflinePart,
  type OfflinePartName,
  type OfflineSettings,
} from './kept/manifest.js';
import type { PieceSource } from './kept/piece-source.js';
import { readPart, sectionsOf } from './part-sections.js';

export interface EngineOptions {
  /** All that are there when absent. */
  parts?: readonly OfflinePartName[] | undefined;
  /** Roads that are open at some times only are as they are at this moment; now when absent. */
  now_ms?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Pieces that this browser has kept: they were checked when they came, and are near. A part is read when
   * it is asked for first.
   */
  isKept: boolean;
}

/** Parts of a dataset in the memory of this program, ready to answer. */
export class Engine {
  readonly manifest: OfflineManifest;
  readonly parts: readonly OfflinePartName[];
  readonly #data: OfflineData;
  readonly #answering: Answering;

  private constructor(manifest: OfflineManifest, data: OfflineData) {
    this.manifest = manifest;
    this.parts = data.names;
    this.#data = data;
    const { snap_limit_meters, snap_detour_meters, reverse_radii_meters } = manifest.settings;
    const source = { pinned: () => data, state: () => 'ok' as const };
    const radii: ReverseRadii = { ...DEFAULT_REVERSE_RADII, ...reverse_radii_meters };
    const limits = { snapLimit_m: snap_limit_meters, snapDetour_m: snap_detour_meters };
    this.#answering = new Answering(
      { geocoder: new EmbeddedGeocoder(source, { radii }), router: new EmbeddedRouter(source, limits) },
      httpSettings(manifest.settings),
    );
  }

  /**
   * Reads the parts and makes indexes of them, which are views on the bytes.
   * @throws OfflineError when pieces are missing or are not what the manifest promises
   */
  static async open(source: PieceSource, options: EngineOptions): Promise<Engine> {
    const manifest = checkedManifest(await source.manifest(options.signal), FORMAT_VERSION);
    const parts = partsOf(manifest, options.parts).filter(({ name }) => name !== 'tiles');
    const now = new LocalClock(manifest.settings.time_zone).at(options.now_ms ?? Date.now());
    const read = async (part: OfflinePart): Promise<SectionMap> =>
      sectionsOf(part, await readPart(part, manifest, source, options));
    const data = new OfflineData(parts, read, now);
    if (!options.isKept) for (const name of data.names) await data.load(name);
    return new Engine(manifest, data);
  }

  /**
   * @param target of the interface, such as `/v1/route?origin=106.9,47.9&destination=106.8,47.9`
   * @throws OfflineError when a part that is kept cannot be read any more
   */
  async answer(target: string): Promise<OfflineAnswer> {
    await this.#data.load(partFor(target));
    return await this.#answering.answer(target);
  }
}

/** The part that a target needs. An unknown mode is refused before anybody needs one. */
function partFor(target: string): OfflinePartName {
  if (/^\/v1\/(?:geocode|places)/.test(target)) return 'search';
  const mode = /[?&]mode=([a-z]+)/.exec(target)?.[1];
  return TRAVEL_MODES.find((known) => known === mode) ?? DEFAULT_TRAVEL_MODE;
}

function httpSettings(settings: OfflineSettings): Partial<HttpSettings> {
  return {
    maxRouteDistance_m: settings.max_route_distance_meters,
    maxMatrixCells: settings.max_matrix_cells,
    maxIsochroneMinutes: settings.max_isochrone_minutes,
    isochroneAround_m: settings.isochrone_around_meters,
  };
}

/** Indexes of parts. One that is not there is missed when somebody asks for it. */
class OfflineData implements AnsweringData {
  readonly names: readonly OfflinePartName[];
  readonly routing: AnsweringData['routing'];
  readonly #parts: readonly OfflinePart[];
  readonly #read: (part: OfflinePart) => Promise<SectionMap>;
  readonly #now: ReturnType<LocalClock['at']>;
  readonly #loads = new Map<OfflinePartName, Promise<void>>();
  readonly #roads = new Map<TravelMode, RoutingIndex>();
  #places: GeocodingIndex | null = null;

  constructor(
    parts: readonly OfflinePart[],
    read: (part: OfflinePart) => Promise<SectionMap>,
    now: ReturnType<LocalClock['at']>,
  ) {
    this.#parts = parts;
    this.names = parts.map(({ name }) => name);
    this.#read = read;
    this.#now = now;
    this.routing = Object.defineProperties(
      {},
      byTravelMode((mode) => ({ get: () => this.#roads.get(mode) ?? missing(mode), enumerable: true })),
    ) as AnsweringData['routing'];
  }

  get geocoding(): PlaceIndex {
    return this.#places ?? missing('search');
  }

  /** Once; one that failed may be tried again. */
  async load(name: OfflinePartName): Promise<void> {
    const part = this.#parts.find((own) => own.name === name);
    if (part === undefined) return;
    let load = this.#loads.get(name);
    if (load === undefined) {
      load = this.#read(part).then((sections) => this.#take(name, sections));
      load.catch(() => this.#loads.delete(name));
      this.#loads.set(name, load);
    }
    await load;
  }

  #take(name: OfflinePartName, sections: SectionMap): void {
    if (name === 'search') this.#places = GeocodingIndex.from(sections);
    else if (name !== 'tiles') this.#roads.set(name, this.#roadsOf(sections));
  }

  /** As a service does it in a process of its own: roads with dates are as they are now. */
  #roadsOf(sections: SectionMap): RoutingIndex {
    const index = RoutingIndex.from(sections, new RecentArcs());
    if ((sections['dates.json']?.length ?? 0) === 0) return index;
    const conditions = new RoadConditions(readRoutingData(sections));
    if (conditions.look([], this.#now) === null) return index;
    const { roads } = conditions.at([], this.#now);
    if (roads !== null) index.use({ kind: 'current', roads, changes: [] });
    return index;
  }
}

function missing(part: OfflinePartName): never {
  throw new OperatingError('SERVICE_UNAVAILABLE', `The part "${part}" is not here.`, {
    details: { reason: 'no_part', part },
  });
}
