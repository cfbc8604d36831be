import type { RoutingData } from '../frozen/routing-data.js';
import { ACCESS_ENDS, segmentAccess } from '../frozen/segment-table.js';
import { FERRY, FORD, SEASONAL, UNPAVED_TRACK } from '../frozen/way-flags.js';
import type { Stretch } from './route-stretches.js';

/** What a traveller should know before setting out. */
type NoteKind = 'ferry' | 'ford' | 'seasonal' | 'private' | 'unpaved_track';

/** One note about a route. */
export interface RouteNote {
  kind: NoteKind;
  /** Metres of the route that it is about; 0 for what is only a point, such as a gate. */
  distance_m: number;
}

/** A route with more unpaved track than this has a note. Most yards are reached over some metres of it. */
const LONG_TRACK_M = 1000;

/** What is noteworthy about a route, in the order of `NoteKind`. */
export function routeNotes(
  data: RoutingData,
  stretches: readonly Stretch[],
  cutsThrough: number,
): RouteNote[] {
  const { ways, segments } = data;
  const metresOf = (isMeant: (stretch: Stretch) => boolean): { count: number; distance_m: number } => {
    const meant = stretches.filter(isMeant);
    return {
      count: meant.length,
      distance_m: meant.reduce((sum, { distance_m }) => sum + distance_m, 0),
    };
  };
  const flagged = (flag: number): { count: number; distance_m: number } =>
    metresOf(({ way }) => (ways.flags[way >> 1] & flag) !== 0);
  const [ferry, ford, seasonal, track] = [FERRY, FORD, SEASONAL, UNPAVED_TRACK].map(flagged);
  const isPrivate = metresOf(({ directed }) => segmentAccess(segments, directed) === ACCESS_ENDS);
  const notes: RouteNote[] = [];
  const add = (kind: NoteKind, isNoted: boolean, distance_m: number): void => {
    if (isNoted) notes.push({ kind, distance_m });
  };
  add('ferry', ferry.count > 0, ferry.distance_m);
  add('ford', ford.count > 0 || passesFord(data, stretches), ford.distance_m);
  add('seasonal', seasonal.count > 0, seasonal.distance_m);
  add('private', isPrivate.count > 0 || cutsThrough > 0, isPrivate.distance_m);
  add('unpaved_track', track.distance_m > LONG_TRACK_M, track.distance_m);
  return notes;
}

/** Whether the route passes a node that is a ford. */
function passesFord({ fords }: RoutingData, stretches: readonly Stretch[]): boolean {
  if (fords.length === 0) return false;
  return stretches.some(({ from, to }) => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    // The first ford at `low` or behind it.
    let [begin, end] = [0, fords.length];
    while (begin < end) {
      const middle = (begin + end) >> 1;
      if (fords[middle] < low) begin = middle + 1;
      else end = middle;
    }
    return begin < fords.length && fords[begin] <= high;
  });
}
