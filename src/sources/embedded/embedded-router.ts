import { toDegrees } from '../../geo/coordinates.js';
import type { Snap, SnapLimits } from '../../routing/routing-index.js';
import type { CurrentDataset } from './current-dataset.js';
import type { SourceState } from '../geocoder.js';
import type { FoundRoute, NoRoute, Router, RouteRequest, SnappedPoint } from '../router.js';

/** The routing seam answered from the dataset in this process: at once, without a promise. */
export class EmbeddedRouter implements Router {
  readonly #dataset: CurrentDataset;
  readonly #limits: SnapLimits;

  constructor(dataset: CurrentDataset, limits: SnapLimits) {
    this.#dataset = dataset;
    this.#limits = limits;
  }

  route(request: RouteRequest): FoundRoute | NoRoute {
    const index = this.#dataset.pinned().routing[request.mode];
    const [originLon, originLat] = request.origin;
    const [destinationLon, destinationLat] = request.destination;
    const limits = this.#limits;
    const found = index.route(originLon, originLat, destinationLon, destinationLat, limits);
    if (found.kind === 'no_path') return found;
    if (found.kind !== 'route') return { ...found, limit_m: limits.snapLimit_m };
    const { kind, distance_m, duration_s, coordinates, origin, destination } = found;
    return {
      kind,
      distance_m,
      duration_s,
      coordinates,
      origin: pointOf(origin),
      destination: pointOf(destination),
    };
  }

  state(): SourceState {
    return this.#dataset.state();
  }
}

function pointOf(snap: Snap): SnappedPoint {
  return {
    longitude: toDegrees(snap.lon7),
    latitude: toDegrees(snap.lat7),
    distance_m: snap.distance_m,
    name: snap.name,
  };
}
