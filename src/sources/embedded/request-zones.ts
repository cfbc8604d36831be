import { OperatingError } from '../../errors.js';
import type { Position } from '../../geo/position.js';
import type { MetChange } from '../../routing/describe/route-detour.js';
import type { DescribedRoute } from '../../routing/describe/route-description.js';
import type { RoadZones, RoutingIndex, SignedRoads } from '../../routing/routing-index.js';
import type { SnapLimits } from '../../routing/route-answers.js';
import { noZones } from '../not-supported.js';
import type { FoundMatrix, MatrixRequest, RoadsAsked, RouteNote } from '../router.js';
import type { ClosedZone, OpenZone, ToldZone, VehicleZones } from '../zones.js';

/**
 * The maximum number of different sets of open zones in one matrix. The roads must be computed separately for
 * each set.
 */
const MOST_SETS = 16;

/** A closed zone, or roads that are closed by signs, for which no details are available. */
type Closed = ClosedZone | SignedRoads;

/** The zones that are closed to a request's vehicle at the requested time. */
export class RequestZones {
  readonly #closed: readonly Closed[];
  /** Zones that are open when the vehicle departs. */
  readonly #open: readonly OpenZone[];
  readonly #index: RoutingIndex;
  readonly #snapping: SnapLimits;
  /** Per point: the OSM ids of the ways nearest to the point. */
  readonly #ways = new Map<Position, readonly number[]>();

  /**
   * @param known null if this deployment has no zones
   * @param limits the limits on the distance to a point's nearest roads
   * @throws OperatingError INVALID_REQUEST for an unknown vehicle
   */
  constructor(
    known: VehicleZones | null,
    { vehicle, departAt }: RoadsAsked,
    { index, limits }: { index: RoutingIndex; limits: SnapLimits },
  ) {
    if (vehicle !== undefined && known === null) throw noZones('vehicle');
    const closed = vehicle === undefined ? null : known!.closedFor(vehicle, departAt ?? null);
    const signed = closed?.sizes.flatMap((size) => index.closedTo(size, closed.time)) ?? [];
    this.#closed = [...(closed?.zones ?? []), ...signed];
    this.#open = closed?.open ?? [];
    [this.#index, this.#snapping] = [index, limits];
  }

  /** Returns the closed zones for a route with the given stops. */
  between(stops: readonly Position[]): ZonesOnWay {
    return new ZonesOnWay(this.#closed, stops, (zone, stop) => this.#liesIn(zone, stop));
  }

  /**
   * Returns notes about zones that close before a route has left them. @param stretches the stretches of a
   * route that begins at the requested time
   */
  closingOn(
    { duration_s, stretches }: Pick<DescribedRoute, 'duration_s' | 'stretches'>,
    stops: readonly Position[],
  ): RouteNote[] {
    return this.#open.flatMap((zone): RouteNote[] => {
      const closing = zone.closing(Math.ceil(duration_s / 60));
      if (closing === null || (zone.isOpenToEnds && stops.some((stop) => this.#liesIn(zone, stop))))
        return [];
      let end_s = 0;
      const later = stretches.filter(
        (own) => (end_s += own.duration_s + own.passing_s) > 60 * closing.after_minutes,
      );
      if (this.#index.changesOn(later, zone.changes).length === 0) return [];
      return [{ kind: 'zone_closes', distance_m: 0, duration_s: 0, zone: closing.told }];
    });
  }

  /**
   * Computes a matrix in which the zones used for each cell depend on the cell's origin and destination.
   * @param run computes a matrix with the same zones in all cells
   * @throws OperatingError INVALID_REQUEST if there are too many sets of zones
   */
  *matrix(
    request: MatrixRequest,
    run: (without: Uint8Array | null, zones: RoadZones | null) => Generator<void, FoundMatrix>,
  ): Generator<void, FoundMatrix> {
    const found = yield* this.#matrix(request, run);
    const closed = this.#closed.filter(isTold).filter(({ isOpenToEnds }) => !isOpenToEnds);
    if (closed.length === 0 || !found.durations_s.includes(Infinity)) return found;
    const at = (points: readonly Position[]): ToldZone[][] =>
      points.map((point) => closed.filter((zone) => this.#liesIn(zone, point)).map((zone) => zone.told()));
    return { ...found, zones: { origins: at(request.origins), destinations: at(request.destinations) } };
  }

  *#matrix(
    { origins, destinations, without }: MatrixRequest,
    run: (without: Uint8Array | null, zones: RoadZones | null) => Generator<void, FoundMatrix>,
  ): Generator<void, FoundMatrix> {
    const allowed = this.#closed.filter(({ isOpenToEnds }) => isOpenToEnds);
    if (allowed.length === 0) return yield* run(without, this.between([]).roads);
    const opens = (points: readonly Position[]): number[][] =>
      points.map((point) => allowed.flatMap((zone, i) => (this.#liesIn(zone, point) ? [i] : [])));
    const [from, to] = [opens(origins), opens(destinations)];
    const sets = new Map<string, { ends: readonly Position[]; without: Uint8Array }>();
    for (const [row, origin] of origins.entries())
      for (const [column, destination] of destinations.entries()) {
        const cell = row * destinations.length + column;
        if (without?.[cell] === 1) continue;
        const key = [...new Set([...from[row], ...to[column]])].sort((a, b) => a - b).join();
        let set = sets.get(key);
        if (set === undefined) {
          set = { ends: [origin, destination], without: new Uint8Array(from.length * to.length).fill(1) };
          sets.set(key, set);
        }
        set.without[cell] = 0;
      }
    if (sets.size > MOST_SETS) throw tooManySets(sets.size);
    let whole: FoundMatrix | null = null;
    for (const { ends, without: others } of sets.values()) {
      const part = yield* run(others, this.between(ends).roads);
      whole = whole === null ? part : merged(whole, part, others);
    }
    return whole ?? (yield* run(without, null));
  }

  #liesIn(zone: Closed | OpenZone, stop: Position): boolean {
    const { ways } = zone;
    if (ways === null) return 'holds' in zone && zone.holds(stop);
    if (ways.size === 0) return false;
    let own = this.#ways.get(stop);
    if (own === undefined) this.#ways.set(stop, (own = this.#index.waysAt(stop, this.#snapping)));
    return own.some((id) => ways.has(id));
  }
}

/**
 * The zones for a route whose ends are known. Zones that may be entered to reach one of these ends are
 * treated as open.
 */
class ZonesOnWay {
  /** The closed roads, or null if there are none. */
  readonly roads: RoadZones | null;
  /** Per road change: the zone or sign that causes it. */
  readonly #ofChange: readonly Closed[];
  /** Each stop that lies in a zone, together with that zone. */
  readonly #ends: readonly { zone: ClosedZone; stop: number }[];

  constructor(
    all: readonly Closed[],
    stops: readonly Position[],
    liesIn: (zone: Closed, stop: Position) => boolean,
  ) {
    const ends = all.flatMap((zone) =>
      stops.flatMap((point, stop) => (liesIn(zone, point) ? [{ zone, stop }] : [])),
    );
    this.#ends = ends.flatMap(({ zone, stop }) => (isTold(zone) ? [{ zone, stop }] : []));
    const open = new Set(ends.map(({ zone }) => zone).filter(({ isOpenToEnds }) => isOpenToEnds));
    const closed = all.filter((zone) => !open.has(zone));
    this.#ofChange = closed.flatMap((zone) => zone.changes.map(() => zone));
    this.roads =
      closed.length === 0
        ? null
        : { key: closed.map(({ key }) => key).join(' '), changes: closed.flatMap(({ changes }) => changes) };
  }

  /** @param longer how much the zones lengthen the route, or null if there is no route without the zones */
  notes(
    longer: { distance_m: number; duration_s: number; changes: readonly MetChange[] } | null,
  ): RouteNote[] {
    const ends = this.#ends.map(({ zone, stop }): RouteNote => ({
      kind: zone.isOpenToEnds ? 'zone_end' : 'zone_end_closed',
      ...{ distance_m: 0, duration_s: 0, stop, zone: zone.told() },
    }));
    if (longer === null) return ends;
    const { distance_m, duration_s, changes } = longer;
    const avoided = this.#met(changes).filter((zone) => !this.#ends.some((end) => end.zone === zone));
    const told = avoided.map((zone): RouteNote => ({
      ...{ kind: 'zone_avoided', distance_m, duration_s, zone: zone.told() },
    }));
    const isLimited = changes.some(({ change }) => !isTold(this.#ofChange[change]));
    const limited: RouteNote = { kind: 'limit_avoided', distance_m, duration_s };
    return [...told, ...(isLimited ? [limited] : []), ...ends];
  }

  /**
   * Returns the zones that may be the reason why there is no route. @param changes the road changes on the
   * route that would exist without the zones
   */
  inTheWay(changes: readonly MetChange[]): ToldZone[] {
    const ends = this.#ends.map(({ zone }) => zone).filter(({ isOpenToEnds }) => !isOpenToEnds);
    return [...new Set([...ends, ...this.#met(changes)])].map((zone) => ({
      ...zone.told(),
      stops: this.#ends.filter((end) => end.zone === zone).map(({ stop }) => stop),
    }));
  }

  #met(changes: readonly MetChange[]): ClosedZone[] {
    return [...new Set(changes.map(({ change }) => this.#ofChange[change]))].filter(isTold);
  }
}

function isTold(closed: Closed): closed is ClosedZone {
  return 'told' in closed;
}

/** Merges the two matrices. @param without per cell: 1 for cells that are missing from `part` */
function merged(whole: FoundMatrix, part: FoundMatrix, without: Uint8Array): FoundMatrix {
  for (let cell = 0; cell < without.length; cell++) {
    if (without[cell] === 1) continue;
    whole.durations_s[cell] = part.durations_s[cell];
    if (whole.distances_m !== null) whole.distances_m[cell] = part.distances_m![cell];
  }
  return { ...whole, farther: [...whole.farther, ...part.farther].sort((a, b) => a.cell - b.cell) };
}

function tooManySets(sets: number): OperatingError {
  const message =
    `The points lie in so many zones that their routes need ${sets} different sets of open zones; at most ` +
    `${MOST_SETS} can be computed at once. Request fewer points at a time.`;
  const details = { field: 'vehicle', reason: 'too_many', sets, max_sets: MOST_SETS };
  return new OperatingError('INVALID_REQUEST', message, { details });
}
