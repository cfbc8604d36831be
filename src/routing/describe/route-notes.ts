import { hasBetween, type RoutingData } from '../frozen/routing-data.js';
import { ACCESS_ENDS, segmentAccess } from '../frozen/segment-table.js';
import { FERRY, FORD, ICE, SEASONAL, TOLL, UNPAVED_TRACK } from '../frozen/way-flags.js';
import type { Stretch } from './route-stretches.js';

/** Facts that a traveler should know before setting out. */
type NoteKind = 'ferry' | 'ford' | 'ice' | 'toll' | 'seasonal' | 'private' | 'unpaved_track';

/** One note about a route. */
export interface RouteNote {
  kind: NoteKind;
  /**
   * The length in meters of the part of the route to which the note applies; 0 for a single point, such as a
   * gate.
   */
  distance_m: number;
  /** The duration of that part of the route. */
  duration_s: number;
}

/**
 * A route with more meters of unpaved track than this gets a note. Shorter tracks get no note, because most
 * yards are reached via a short track.
 */
const LONG_TRACK_M = 1000;

/** Returns the notes about a route, in the order of `NoteKind`. */
export function routeNotes(
  data: RoutingData,
  stretches: readonly Stretch[],
  cutsThrough: number,
): RouteNote[] {
  const { ways, segments } = data;
  const notes: RouteNote[] = [];
  const add = (kind: NoteKind, meant: readonly Stretch[], isNoted = meant.length > 0): void => {
    if (!isNoted) return;
    const distance_m = meant.reduce((sum, stretch) => sum + stretch.distance_m, 0);
    const duration_s = meant.reduce((sum, stretch) => sum + stretch.duration_s, 0);
    notes.push({ kind, distance_m, duration_s });
  };
  const flagged = (flag: number): Stretch[] =>
    stretches.filter(({ way }) => (ways.flags[way >> 1] & flag) !== 0);
  add('ferry', flagged(FERRY));
  const ford = flagged(FORD);
  add('ford', ford, ford.length > 0 || passes(data.fords, stretches));
  add('ice', flagged(ICE));
  const toll = flagged(TOLL);
  add('toll', toll, toll.length > 0 || passes(data.tolls, stretches));
  add('seasonal', flagged(SEASONAL));
  const isPrivate = stretches.filter(({ directed }) => segmentAccess(segments, directed) === ACCESS_ENDS);
  add('private', isPrivate, isPrivate.length > 0 || cutsThrough > 0);
  const track = flagged(UNPAVED_TRACK);
  add('unpaved_track', track, track.reduce((sum, { distance_m }) => sum + distance_m, 0) > LONG_TRACK_M);
  return notes;
}

/**
 * Whether the route passes any of the given nodes. @param positions the nodes' positions in ascending order
 */
function passes(positions: Uint32Array, stretches: readonly Stretch[]): boolean {
  return stretches.some(({ from, to }) => hasBetween(positions, from, to));
}
