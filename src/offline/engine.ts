import { FORMAT_VERSION, type SectionMap } from '../dataset/format.js';
import { OperatingError } from '../errors.js';
import { GeocodingIndex, type PlaceIndex } from '../geocoding/geocoding-index.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from '../geocoding/reverse/reverse-limits.js';
import type { HttpSettings } from '../http/core/settings.js';
import { RESULT_ENDPOINTS } from '../http/result-endpoints.js';
import { LocalClock, type LocalTime } from '../local-time.js';
import { RoadConditions } from '../routing/current/current-roads.js';
import { readRoutingData } from '../routing/frozen/routing-data.js';
import { RecentArcs } from '../routing/paths/recent-arcs.js';
import { RoutingIndex } from '../routing/routing-index.js';
import type { AnsweringData } from '../sources/embedded/dataset/answering-data.js';
import { EmbeddedGeocoder } from '../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../sources/embedded/embedded-router.js';
import { readQuery } from '../wire/query-string.js';
import { byTravelMode, DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../travel-mode.js';
import { AreaAnswers } from './area.js';
import { Answering, asSent, pathBefore } from './answering.js';
import type { OfflineAnswer } from './kept/in-worker.js';
import {
  checkedManifest,
  partsOf,
  type OfflineManifest,
  type OfflinePart,
  type OfflinePartName,
  type OfflineSettings,
} from './kept/manifest.js';
import { OfflineError } from './kept/offline-error.js';
import type { PieceSource } from './kept/piece-source.js';
import { readManifest } from './kept/read-manifest.js';
import { readPart, sectionsOf } from './part-sections.js';

export interface EngineOptions {
  /** The parts to include; by default, all available parts. */
  parts?: readonly OfflinePartName[] | undefined;
  /** The time for which roads with opening hours are evaluated; by default, now. */
  now_ms?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Whether the pieces are stored in this browser. Stored pieces were checked when they arrived and are quick
   * to read, so a part is read only when it is first used.
   */
  isKept: boolean;
}

/** A limit that exceeds the number of matrix cells that any client requests. */
const ANY_CELLS = 10_000_000;

/** The parts of a dataset in this program's memory, ready to answer. */
export class Engine {
  readonly manifest: OfflineManifest;
  readonly parts: readonly OfflinePartName[];
  readonly #data: OfflineData;
  readonly #answering: Answering;
  readonly #area: AreaAnswers | null;

  private constructor(manifest: OfflineManifest, data: OfflineData) {
    this.manifest = manifest;
    this.parts = data.names;
    this.#data = data;
    const { snap_limit_meters, snap_detour_meters, reverse_radii_meters } = manifest.settings;
    const source = { pinned: () => data, state: () => 'ok' as const };
    const radii: ReverseRadii = { ...DEFAULT_REVERSE_RADII, ...reverse_radii_meters };
    const limits = { snapLimit_m: snap_limit_meters, snapDetour_m: snap_detour_meters };
    const sources = {
      geocoder: new EmbeddedGeocoder(source, { radii }),
      // Trips are planned centrally, where all vehicles are known, rather than by individual drivers.
      router: Object.assign(new EmbeddedRouter(source, limits), { trip: undefined }),
    };
    const settings = httpSettings(manifest.settings);
    this.#answering = new Answering(sources, settings);
    const matrices = new Answering(sources, { ...settings, maxMatrixCells: ANY_CELLS });
    this.#area =
      manifest.area &&
      new AreaAnswers(
        manifest.area,
        (target) => this.#answering.answer(target),
        (target) => matrices.answer(target),
      );
  }

  /**
   * Reads the parts and builds indexes, which are views of their bytes.
   * @throws OfflineError if pieces are missing or do not match the manifest
   */
  static async open(source: PieceSource, options: EngineOptions): Promise<Engine> {
    const { signal, isKept } = options;
    const manifest = isKept
      ? checkedManifest(await source.manifest(signal), FORMAT_VERSION)
      : await readManifest(source, signal);
    const parts = partsOf(manifest, options.parts).filter(({ name }) => name !== 'tiles');
    const { now_ms = Date.now() } = options;
    const read = async (part: OfflinePart): Promise<SectionMap> =>
      sectionsOf(part, await readPart(part, manifest, source, options));
    const data = new OfflineData(parts, read, () => clockOf(manifest).at(now_ms));
    if (!isKept) for (const name of data.names) await data.load(name);
    return new Engine(manifest, data);
  }

  /**
   * @param target an API target, such as `/v1/route?origin=106.9,47.9&destination=106.8,47.9`
   * @throws OfflineError if a stored part has become unreadable
   */
  async answer(target: string): Promise<OfflineAnswer> {
    for (const part of partsFor(target)) await this.#data.load(part);
    const values = this.#area === null ? null : valuesOf(target);
    if (this.#area === null || values === null) return await this.#answering.answer(target);
    return await this.#area.answer(pathBefore(target), target, values);
  }
}

/** Returns the stored parts that a target needs; none if the request will be refused before using them. */
function partsFor(target: string): OfflinePartName[] {
  const path = pathBefore(target);
  if (path === '/v1/geocode' || path === '/v1/places') return ['search'];
  if (!RESULT_ENDPOINTS.some((endpoint) => endpoint.path === path)) return [];
  const values = valuesOf(target);
  const mode = values?.get('mode') ?? DEFAULT_TRAVEL_MODE;
  const roads = TRAVEL_MODES.filter((known) => known === mode);
  // Steps name the places where the driver turns.
  return values?.get('steps') === 'true' ? [...roads, 'search'] : roads;
}

/**
 * Returns a target's parameters, or null if they cannot be read, in which case the endpoint reports the
 * error.
 */
function valuesOf(target: string): ReadonlyMap<string, string> | null {
  try {
    return readQuery(asSent(target)).values;
  } catch {
    return null;
  }
}

/** @throws OfflineError `damaged` for an unknown time zone */
function clockOf({ settings }: OfflineManifest): LocalClock {
  return orDamaged('the time zone of the manifest', () => new LocalClock(settings.time_zone));
}

function orDamaged<T>(what: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new OfflineError('damaged', `${what} cannot be used: download it again, or export it again.`, {
      cause,
    });
  }
}

function httpSettings(settings: OfflineSettings): Partial<HttpSettings> {
  return {
    maxRouteDistance_m: settings.max_route_distance_meters,
    maxMatrixCells: settings.max_matrix_cells,
    maxIsochroneMinutes: settings.max_isochrone_minutes,
    isochroneAround_m: settings.isochrone_around_meters,
  };
}

/** The indexes of all parts. A missing part is detected when it is first used. */
class OfflineData implements AnsweringData {
  readonly names: readonly OfflinePartName[];
  readonly routing: AnsweringData['routing'];
  readonly #parts: readonly OfflinePart[];
  readonly #read: (part: OfflinePart) => Promise<SectionMap>;
  readonly #now: () => LocalTime;
  readonly #loads = new Map<OfflinePartName, Promise<void>>();
  readonly #roads = new Map<TravelMode, RoutingIndex>();
  #places: GeocodingIndex | null = null;

  constructor(
    parts: readonly OfflinePart[],
    read: (part: OfflinePart) => Promise<SectionMap>,
    now: () => LocalTime,
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

  get landmarks(): PlaceIndex | null {
    return this.#places;
  }

  /** Loads a part once. After a failure, the part may be loaded again. */
  async load(name: OfflinePartName): Promise<void> {
    const part = this.#parts.find((own) => own.name === name);
    if (part === undefined) return;
    let load = this.#loads.get(name);
    if (load === undefined) {
      load = this.#read(part).then((sections) =>
        orDamaged(`The part ${name}`, () => this.#take(name, sections)),
      );
      load.catch(() => this.#loads.delete(name));
      this.#loads.set(name, load);
    }
    await load;
  }

  #take(name: OfflinePartName, sections: SectionMap): void {
    if (name === 'search') this.#places = GeocodingIndex.from(sections);
    else if (name !== 'tiles') this.#roads.set(name, this.#roadsOf(sections));
  }

  /** Evaluates roads with opening dates for the current time, as the service does. */
  #roadsOf(sections: SectionMap): RoutingIndex {
    const index = RoutingIndex.from(sections, new RecentArcs());
    if (['dates.json', 'slots.json'].every((name) => (sections[name]?.length ?? 0) === 0)) return index;
    const conditions = new RoadConditions(readRoutingData(sections));
    // The clock is created only when needed, because a browser takes longer to create one than to answer a
    // search.
    const now = this.#now();
    if (conditions.lookInSlot([], now) === null) return index;
    const { roads } = conditions.at([], now);
    if (roads !== null) index.use({ kind: 'current', roads, changes: [] });
    return index;
  }
}

function missing(part: OfflinePartName): never {
  throw new OperatingError('SERVICE_UNAVAILABLE', `The part "${part}" is not available.`, {
    details: { reason: 'no_part', part },
  });
}
