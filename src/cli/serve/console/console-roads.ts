import type { Position } from '../../../geo/position.js';
import type { ConsoleOptions } from '../../../console/run-console.js';
import { servedDataset } from '../../../dataset/dataset-folder.js';
import { openDataset } from '../../../dataset/open-dataset.js';
import { partOf } from '../../../dataset/read-dataset.js';
import type { Verify } from '../../../dataset/verified-files.js';
import type { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';

type Roads = ConsoleOptions['roads'];
type Road = NonNullable<Awaited<ReturnType<Roads['at']>>>;
type Indexes = Readonly<Record<TravelMode, RoutingIndex>> & { places: GeocodingIndex };

/**
 * The roads are unloaded when nobody has drawn closures for this long. Mongolia's roads take 12 MB of the
 * console's memory if the dataset is mapped, and 200 MB if it is read.
 */
const IDLE_MS = 5 * 60_000;

/** The roads of the dataset that is served from a folder, opened at the first request. */
export class ConsoleRoads implements Roads {
  readonly #folder: string;
  readonly #verify: Verify | null;
  #read: { path: string; indexes: Promise<Indexes> } | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param verify `null` if the dataset is read into memory instead of mapped */
  constructor(folder: string, verify: Verify | null) {
    this.#folder = folder;
    this.#verify = verify;
  }

  async at(point: Position, within_m: number): Promise<Road | null> {
    const indexes = await this.#indexes();
    if (indexes === null) return null;
    const limits = { snapLimit_m: within_m, snapDetour_m: 0 };
    const nearest = TRAVEL_MODES.flatMap(
      (mode) => indexes[mode].explain({ origin: point, destination: point }, limits).origins[0] ?? [],
    ).sort((a, b) => a.distance_m - b.distance_m)[0];
    return nearest === undefined ? null : (roadsOf(indexes, [nearest.way.id]).get(nearest.way.id) ?? null);
  }

  async ofWays(ids: readonly number[]): Promise<Map<number, Road> | null> {
    if (ids.length === 0) return new Map();
    const indexes = await this.#indexes();
    return indexes === null ? null : roadsOf(indexes, ids);
  }

  async named(road: string, near: string): Promise<Road[] | 'no_place' | null> {
    const indexes = await this.#indexes();
    if (indexes === null) return null;
    const { namedWays, placeNamed } = await import('../../commands/roads/named-ways.js');
    const place = placeNamed(indexes.places, near);
    if (place === null) return 'no_place';
    const { here } = namedWays(
      TRAVEL_MODES.map((mode) => indexes[mode]),
      road,
      place,
    );
    return [...roadsOf(indexes, here).values()];
  }

  /** Returns the indexes of the points outside the map's area; none if there is no map. */
  async outside(points: readonly Position[]): Promise<number[]> {
    const indexes = await this.#indexes();
    if (indexes === null) return [];
    return points.flatMap(([lon, lat], i) => (indexes.places.reverse(lon, lat) === null ? [i] : []));
  }

  /** Returns `null` if the folder contains no dataset, or if the dataset cannot be read. */
  async #indexes(): Promise<Indexes | null> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#read = null), IDLE_MS).unref();
    try {
      const path = servedDataset(this.#folder)?.path;
      if (path === undefined) return null;
      if (this.#read?.path !== path) this.#read = { path, indexes: readIndexes(path, this.#verify) };
      return await this.#read.indexes;
    } catch {
      this.#read = null;
      return null;
    }
  }
}

async function readIndexes(path: string, verify: Verify | null): Promise<Indexes> {
  const { sections } = await openDataset(path, verify);
  // These modules are loaded here, because most consoles serve only accounts and keys.
  const [{ GeocodingIndex }, { RoutingIndex }] = await Promise.all([
    import('../../../geocoding/geocoding-index.js'),
    import('../../../routing/routing-index.js'),
  ]);
  return {
    ...byTravelMode((mode) => RoutingIndex.from(partOf(sections, mode))),
    places: GeocodingIndex.from(partOf(sections, 'geocoding')),
  };
}

/**
 * Returns each road with the lines that are open to drivers, and each footway with the lines that are open to
 * pedestrians.
 */
function roadsOf(indexes: Indexes, ids: readonly number[]): Map<number, Road> {
  const found = [...TRAVEL_MODES].reverse().flatMap((mode) => indexes[mode].wayLines(ids));
  return new Map(found.map(({ id, name, lines }) => [id, { way: id, name, lines }]));
}
