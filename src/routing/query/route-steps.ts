import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { startVertex } from '../frozen/segment-table.js';
import { FERRY, ROUNDABOUT } from '../frozen/way-flags.js';
import type { Candidate } from './snap.js';
import type { RouteStretches, Stretch } from './route-stretches.js';

/** Kinds of manoeuvres, in the words of OSRM, and `ferry`. */
type ManoeuvreType =
  | 'depart'
  | 'turn'
  | 'new name'
  | 'continue'
  | 'fork'
  | 'end of road'
  | 'roundabout'
  | 'exit roundabout'
  | 'ferry'
  | 'arrive';

export type Modifier =
  'uturn' | 'sharp right' | 'right' | 'slight right' | 'straight' | 'slight left' | 'left' | 'sharp left';

/** A manoeuvre, and the road up to the next one. */
export interface RouteStep {
  type: ManoeuvreType;
  /** Null where there is no direction: at the start and the end. */
  modifier: Modifier | null;
  /** Of a roundabout: which exit to take, counted from 1. Null elsewhere, and where the route ends in it. */
  exit: number | null;
  /** Of the road after the manoeuvre; behind the roundabout, for one. */
  name: string | null;
  ref: string | null;
  distance_m: number;
  duration_s: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, 0 to 359; null where there is no road before or after. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}

/** Up to this angle one goes straight on. */
const STRAIGHT_DEGREES = 20;
/** A road that leaves at less than this could be taken for the way on. */
const AHEAD_DEGREES = 45;
const SHARP_DEGREES = 125;
const U_TURN_DEGREES = 165;

/** How important a road looks where it forks; 1 for all that are not here. */
const LOOKS: ReadonlyMap<string, number> = new Map([
  ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].flatMap((highway) => [
    [highway, 3] as const,
    [`${highway}_link`, 3] as const,
  ]),
  ...['unclassified', 'residential', 'living_street', 'road'].map((highway) => [highway, 2] as const),
]);

/** A road that one could take at a node. */
interface Exit {
  directed: number;
  angle: number;
  row: number;
}

/** Makes steps of the stretches of a route. */
export class RouteSteps {
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;
  /** Texts are decoded once: a city has some thousands. */
  readonly #texts = new Map<number, string>();

  constructor(data: RoutingData, stretches: RouteStretches) {
    this.#data = data;
    this.#stretches = stretches;
  }

  /** At least two: the start and the end, whose step has no length. */
  of(stretches: readonly Stretch[], origin: Candidate, destination: Candidate): RouteStep[] {
    // A route that begins or ends at a node may have a piece of no length on one of its roads there.
    const isRoad = ({ distance_m }: Stretch): boolean => distance_m > 0;
    const first = Math.max(stretches.findIndex(isRoad), 0);
    const end = Math.max(stretches.findLastIndex(isRoad), first);
    const last = stretches[end];
    const steps = [this.#start(stretches[first], origin)];
    stretches.forEach((stretch, i) => {
      let step = steps[steps.length - 1];
      if (i > first && i <= end) {
        const next = this.#between(stretches[i - 1], stretch, step);
        if (next !== null) steps.push((step = next));
      }
      step.distance_m += stretch.distance_m;
      step.duration_s += stretch.duration_s + stretch.passing_s;
    });
    const ring = steps[steps.length - 1];
    if (ring.type === 'roundabout' && this.#isRing(last)) ring.exit = null;
    steps.push({
      ...this.#named('arrive', null, last),
      ...this.#at(destination.lon7 / 1e7, destination.lat7 / 1e7),
      bearingBefore: this.#bearing(last, last.to, false),
    });
    return steps;
  }

  #start(first: Stretch, origin: Candidate): RouteStep {
    return {
      ...this.#named('depart', null, first),
      ...this.#at(origin.lon7 / 1e7, origin.lat7 / 1e7),
      bearingAfter: this.#bearing(first, first.from, true),
    };
  }

  /** The step that begins between two stretches; null when one just goes on. */
  #between(before: Stretch, after: Stretch, step: RouteStep): RouteStep | null {
    const begin = (type: ManoeuvreType, modifier: Modifier | null): RouteStep =>
      this.#step(type, modifier, before, after);
    const angle = this.#angle(before, after);
    const exits = before.next === -1 ? [] : this.#exits(before.directed);
    const isInRing = step.type === 'roundabout' && this.#isRing(before);
    if (this.#isRing(after)) {
      if (!this.#isRing(before)) return { ...begin('roundabout', modifierOf(angle)), exit: 0 };
      if (isInRing) step.exit = step.exit! + exits.filter((exit) => !this.#isRingRow(exit.row)).length;
      return null;
    }
    if (this.#isRing(before)) {
      if (!isInRing) return begin('exit roundabout', modifierOf(angle));
      // One drives round to the left, so the exits farther to the right come first.
      const earlier = exits.filter((exit) => !this.#isRingRow(exit.row) && exit.angle > angle + 1e-6);
      step.exit = step.exit! + earlier.length + 1;
      const { name, ref } = this.#named('turn', null, after);
      [step.name, step.ref] = [name, ref];
      return null;
    }
    if (this.#isFerry(after) !== this.#isFerry(before))
      return begin(this.#isFerry(after) ? 'ferry' : 'continue', modifierOf(angle));
    const renamed = this.#isRenamed(step, after) ? begin('new name', modifierOf(angle)) : null;
    if (before.next === -1) return renamed;
    if (after.directed === (before.directed ^ 1)) return begin('continue', 'uturn');
    const others = exits.filter(({ directed }) => directed !== after.directed);
    if (others.length === 0) return renamed;
    if (Math.abs(angle) < AHEAD_DEGREES) {
      const side = this.#forkSide(before, after, angle, others);
      return side === null ? renamed : begin('fork', side);
    }
    const type = this.#turnType(before, after, angle, others);
    return begin(type, modifierOf(angle));
  }

  #angle(before: Stretch, after: Stretch): number {
    if (before.next !== -1) return this.#stretches.turn(before.directed, after.directed);
    const change = this.#bearing(after, after.from, true) - this.#bearing(before, before.to, false);
    return ((change + 540) % 360) - 180;
  }

  #turnType(before: Stretch, after: Stretch, angle: number, others: readonly Exit[]): ManoeuvreType {
    if (this.#sameName(before.way >> 1, after.way >> 1)) return 'continue';
    const goesStraight = others.some((exit) => Math.abs(exit.angle) < AHEAD_DEGREES);
    const goesOther = others.some((exit) => Math.sign(exit.angle) !== Math.sign(angle));
    return !goesStraight && goesOther ? 'end of road' : 'turn';
  }

  /** On which side one keeps at a fork; null where it is clear how the road goes on. */
  #forkSide(before: Stretch, after: Stretch, angle: number, others: readonly Exit[]): Modifier | null {
    const rivals = others.filter(
      (exit) => Math.abs(exit.angle) < AHEAD_DEGREES && this.#looks(exit.row) >= this.#looks(after.way >> 1),
    );
    const nearest = rivals.sort((a, b) => Math.abs(a.angle - angle) - Math.abs(b.angle - angle))[0];
    if (nearest === undefined) return null;
    const keepsName = this.#sameName(before.way >> 1, after.way >> 1);
    if (keepsName && rivals.every((exit) => !this.#sameName(before.way >> 1, exit.row))) return null;
    return angle > nearest.angle ? 'slight right' : 'slight left';
  }

  /** The roads that may be taken at the end of a directed segment, without turning back. */
  #exits(directed: number): Exit[] {
    const { graph, targets, segments } = this.#data;
    const found = new Set<number>();
    const leave = (vertex: number): void => {
      for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++)
        found.add(graph.drivenSegment[graph.hasTurns ? graph.arcHead[arc] : arc]);
    };
    if (graph.hasTurns) {
      const end = numberAt(targets.first, directed + 1);
      for (let i = numberAt(targets.first, directed); i < end; i++) leave(numberAt(targets.vertex, i));
    } else if (startVertex(segments, directed) !== NO_VERTEX) leave(startVertex(segments, directed));
    found.delete(directed ^ 1);
    return [...found].map((next) => {
      const tail = this.#stretches.head(next ^ 1);
      const pair = (next & 1) === 0 ? tail : tail - 1;
      return {
        directed: next,
        angle: this.#stretches.turn(directed, next),
        row: this.#stretches.wayAt(next >> 1, Math.max(pair, segments.firstPosition[next >> 1])) >> 1,
      };
    });
  }

  #step(type: ManoeuvreType, modifier: Modifier | null, before: Stretch, after: Stretch): RouteStep {
    const [longitude, latitude] = this.#stretches.degrees(Math.round(after.from));
    return {
      ...this.#named(type, modifier, after),
      longitude,
      latitude,
      bearingBefore: this.#bearing(before, before.to, false),
      bearingAfter: this.#bearing(after, after.from, true),
    };
  }

  #named(type: ManoeuvreType, modifier: Modifier | null, { way }: Stretch): RouteStep {
    const { ways } = this.#data;
    const text = (id: number): string | null => (id === 0 ? null : this.#text(id));
    return {
      type,
      modifier,
      exit: null,
      name: text(numberAt(ways.ownName, way >> 1)),
      ref: text(numberAt(ways.ref, way >> 1)),
      distance_m: 0,
      duration_s: 0,
      longitude: 0,
      latitude: 0,
      bearingBefore: null,
      bearingAfter: null,
    };
  }

  #at(longitude: number, latitude: number): { longitude: number; latitude: number } {
    return { longitude, latitude };
  }

  /** Of the road that a place of a stretch lies on, ahead of it or behind it. */
  #bearing({ directed }: Stretch, place: number, ahead: boolean): number {
    const { segments } = this.#data;
    const along = (directed & 1) === 0;
    const first = segments.firstPosition[directed >> 1];
    const last = segments.firstPosition[(directed >> 1) + 1] - 2;
    // Ahead along a segment, or behind against it, lies the pair that begins at the place.
    const pair = ahead === along ? Math.floor(place) : Math.ceil(place) - 1;
    const a = Math.min(Math.max(pair, first), last);
    const [from, to] = along ? [a, a + 1] : [a + 1, a];
    return compass(this.#stretches.degrees(from), this.#stretches.degrees(to));
  }

  /** Whether a road has a name or number, and another one than the step. */
  #isRenamed(step: RouteStep, { way }: Stretch): boolean {
    const { ways } = this.#data;
    const name = numberAt(ways.ownName, way >> 1);
    if (name !== 0) return this.#text(name) !== step.name;
    const ref = numberAt(ways.ref, way >> 1);
    return ref !== 0 && step.name === null && this.#text(ref) !== step.ref;
  }

  #sameName(row: number, other: number): boolean {
    const { ownName, ref } = this.#data.ways;
    const [own, others] = [numberAt(ownName, row), numberAt(ownName, other)];
    if (own !== 0 || others !== 0) return own === others;
    return numberAt(ref, row) !== 0 && numberAt(ref, row) === numberAt(ref, other);
  }

  #looks(row: number): number {
    return LOOKS.get(this.#text(numberAt(this.#data.ways.highway, row))) ?? 1;
  }

  #text(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) this.#texts.set(id, (text = this.#data.ways.strings.get(id)));
    return text;
  }

  #isFerry({ way }: Stretch): boolean {
    return (this.#data.ways.flags[way >> 1] & FERRY) !== 0;
  }

  #isRing({ way }: Stretch): boolean {
    return this.#isRingRow(way >> 1);
  }

  /** Roundabouts are for cars. A walker crosses the streets around. */
  #isRingRow(row: number): boolean {
    return this.#data.graph.hasTurns && (this.#data.ways.flags[row] & ROUNDABOUT) !== 0;
  }
}

function modifierOf(angle: number): Modifier {
  const size = Math.abs(angle);
  if (size < STRAIGHT_DEGREES) return 'straight';
  if (size > U_TURN_DEGREES) return 'uturn';
  const side = angle > 0 ? 'right' : 'left';
  if (size < AHEAD_DEGREES) return `slight ${side}`;
  return size > SHARP_DEGREES ? `sharp ${side}` : side;
}

/** Whole degrees clockwise from north of a short line. */
function compass([lon1, lat1]: [number, number], [lon2, lat2]: [number, number]): number {
  const x = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return (Math.round((Math.atan2(x, lat2 - lat1) * 180) / Math.PI) + 360) % 360;
}
