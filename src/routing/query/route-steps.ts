import { compass } from '../../geo/bearing.js';
import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { startVertex } from '../frozen/segment-table.js';
import { FERRY, ROUNDABOUT } from '../frozen/way-flags.js';
import { AHEAD_DEGREES, STRAIGHT_DEGREES, modifierOf, sideOf, type Modifier } from './manoeuvre-angles.js';
import { passageOf, type Passage } from './passages.js';
import { roadClass, type RoadClass } from './road-classes.js';
import type { Candidate } from './snap.js';
import type { RouteStretches, Stretch } from './route-stretches.js';

/** Kinds of manoeuvres, in the words of OSRM, and `ferry`. */
type ManoeuvreType =
  | 'depart'
  | 'turn'
  | 'new name'
  | 'continue'
  | 'fork'
  | 'on ramp'
  | 'off ramp'
  | 'merge'
  | 'end of road'
  | 'roundabout'
  | 'exit roundabout'
  | 'ferry'
  | 'arrive';

/** A manoeuvre, and the road up to the next one. */
export interface RouteStep {
  type: ManoeuvreType;
  /** Null where there is no direction: at the start. At the end: on which side of the road the point lies. */
  modifier: Modifier | null;
  /** Of a roundabout: which exit to take, counted from 1. Null elsewhere, and where the route ends in it. */
  exit: number | null;
  /** Of the road after the manoeuvre; behind the roundabout, for one. */
  name: string | null;
  ref: string | null;
  /** What a signpost says in front of the road, as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** Number of the exit of a motorway. */
  exits: string | null;
  distance_m: number;
  duration_s: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, 0 to 359; null where there is no road before or after. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}

/** Manoeuvres in front of which a signpost stands. */
const SIGNPOSTED: ReadonlySet<ManoeuvreType> = new Set(['turn', 'fork', 'on ramp', 'off ramp', 'merge']);

/** Where a route begins and ends, for its steps. */
export interface StepEnds {
  origin: Candidate;
  destination: Candidate;
  /** The point that was sent for the end, in degrees. */
  point: readonly [number, number];
  /** Language of the names. English is what the map says, else the name in Latin letters. */
  namesIn: 'mn' | 'en';
}

/** Makes steps of the passages of a route. */
export class RouteSteps {
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;
  /** Texts are decoded once: a city has some thousands. */
  readonly #texts = new Map<number, string>();
  /** By text of a class of roads. */
  readonly #classes = new Map<number, RoadClass>();
  /** What `#findExits` found last. */
  readonly #exits: number[] = [];
  #namesIn: 'mn' | 'en' = 'mn';

  constructor(data: RoutingData, stretches: RouteStretches) {
    this.#data = data;
    this.#stretches = stretches;
  }

  /** Joins stretches where there is nothing to say between them, whatever was said before. */
  join(stretches: readonly Stretch[]): Passage[] {
    const passages: Passage[] = [];
    for (const stretch of stretches) {
      const passage = passages[passages.length - 1];
      if (passage === undefined || !this.#isSilent(passage.end, stretch)) {
        passages.push(passageOf(stretch));
        continue;
      }
      passage.distance_m += stretch.distance_m;
      passage.duration_s += passage.end.passing_s + stretch.duration_s;
      passage.end = stretch;
    }
    return passages;
  }

  #isSilent(before: Stretch, after: Stretch): boolean {
    if (this.#isRing(before) || this.#isRing(after)) return false;
    return (
      this.#isNamedAlike(before.way >> 1, after.way >> 1) && this.#manoeuvre(before, after, false) === null
    );
  }

  /** At least two: the start and the end, whose step has no length. */
  of(passages: readonly Passage[], { origin, destination, point, namesIn }: StepEnds): RouteStep[] {
    this.#namesIn = namesIn;
    // A route that begins or ends at a node may have a piece of no length on one of its roads there.
    const isRoad = ({ distance_m }: Passage): boolean => distance_m > 0;
    const first = Math.max(passages.findIndex(isRoad), 0);
    const end = Math.max(passages.findLastIndex(isRoad), first);
    const last = passages[end].end;
    const steps = [this.#start(passages[first].begin, origin)];
    passages.forEach((passage, i) => {
      let step = steps[steps.length - 1];
      if (i > first && i <= end) {
        const next = this.#between(passages[i - 1].end, passage.begin, step);
        if (next !== null) steps.push((step = next));
      }
      step.distance_m += passage.distance_m;
      step.duration_s += passage.duration_s + passage.end.passing_s;
    });
    const ring = steps[steps.length - 1];
    if (ring.type === 'roundabout' && this.#isRing(last)) ring.exit = null;
    const bearingBefore = this.#bearing(last, last.to, false);
    steps.push({
      ...this.#named('arrive', sideOf(destination, point, bearingBefore), last),
      ...this.#at(destination.lon7 / 1e7, destination.lat7 / 1e7),
      bearingBefore,
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
    const [wasRing, isRing] = [this.#isRing(before), this.#isRing(after)];
    if (wasRing || isRing) return this.#ring(before, after, step);
    return this.#manoeuvre(before, after, before.way >> 1 !== after.way >> 1 && this.#isRenamed(step, after));
  }

  /** The same away from roundabouts. @param isRenamed whether the road has another name than the step */
  #manoeuvre(before: Stretch, after: Stretch, isRenamed: boolean): RouteStep | null {
    const isFerry = this.#isFerry(after);
    const isOther = isFerry !== this.#isFerry(before);
    const count = before.next === -1 ? 0 : this.#findExits(before.directed);
    // Nothing to choose, and nothing to say.
    if (!isRenamed && !isOther && after.directed !== (before.directed ^ 1))
      if (count <= 1 || this.#isPlainlyAhead(before, after)) return null;
    const angle = this.#angle(before, after);
    const begin = (type: ManoeuvreType, modifier = modifierOf(angle)): RouteStep =>
      this.#step(type, modifier, before, after);
    if (isOther) return begin(isFerry ? 'ferry' : 'continue');
    const renamed = isRenamed ? 'new name' : null;
    if (before.next === -1) return renamed && begin(renamed);
    if (after.directed === (before.directed ^ 1)) return begin('continue', 'uturn');
    const others = this.#exits.filter((directed) => directed !== after.directed);
    const ramp = this.#rampType(before, after, angle, others.length);
    if (ramp !== null) return begin(ramp, this.#rampSide(before, angle, others));
    if (others.length === 0) return renamed && begin(renamed);
    if (Math.abs(angle) < AHEAD_DEGREES) {
      const side = this.#forkSide(before, after, angle, others);
      if (side !== null) return begin('fork', side);
      return renamed && begin(renamed);
    }
    return begin(this.#turnType(before, after, angle, others));
  }

  /** Whether a road goes on, and all others at its side look less important. Most junctions are like that. */
  #isPlainlyAhead(before: Stretch, after: Stretch): boolean {
    const { looks, kind } = this.#classOf(after.way >> 1);
    if (kind === 'ramp' || this.#classOf(before.way >> 1).kind === 'ramp') return false;
    for (const exit of this.#exits)
      if (exit !== after.directed && this.#classOf(this.#rowAhead(exit)).looks >= looks) return false;
    return this.#stretches.isAhead(before.directed, after.directed);
  }

  /** Onto a ramp, off a motorway, or from a ramp onto a motorway; null for none of these. */
  #rampType(before: Stretch, after: Stretch, angle: number, others: number): ManoeuvreType | null {
    const [from, to] = [this.#classOf(before.way >> 1).kind, this.#classOf(after.way >> 1).kind];
    if (from === 'ramp') return to === 'motorway' && Math.abs(angle) < AHEAD_DEGREES ? 'merge' : null;
    if (to !== 'ramp' || others === 0) return null;
    return from === 'motorway' ? 'off ramp' : 'on ramp';
  }

  /** On which side of the road ahead a ramp leaves. */
  #rampSide(before: Stretch, angle: number, others: readonly number[]): Modifier {
    const ahead = others.map((exit) => this.#stretches.turn(before.directed, exit));
    const near = ahead.find((other) => Math.abs(other) < AHEAD_DEGREES);
    if (near === undefined || Math.abs(angle) >= AHEAD_DEGREES) return modifierOf(angle);
    return angle > near ? 'slight right' : 'slight left';
  }

  /** Into a roundabout, on in it, or out of it. */
  #ring(before: Stretch, after: Stretch, step: RouteStep): RouteStep | null {
    const angle = this.#angle(before, after);
    const begin = (type: ManoeuvreType): RouteStep => this.#step(type, modifierOf(angle), before, after);
    if (!this.#isRing(before)) return { ...begin('roundabout'), exit: 0 };
    const isInRing = step.type === 'roundabout';
    if (before.next !== -1) this.#findExits(before.directed);
    else this.#exits.length = 0;
    const exits = this.#exits.filter((exit) => this.#isRingExit(this.#rowAhead(exit)));
    if (this.#isRing(after)) {
      if (isInRing) step.exit = step.exit! + exits.length;
      return null;
    }
    if (!isInRing) return begin('exit roundabout');
    // One drives round to the left, so the exits farther to the right come first.
    const earlier = exits.filter((exit) => this.#stretches.turn(before.directed, exit) > angle + 1e-6);
    step.exit = step.exit! + earlier.length + 1;
    const { name, ref } = this.#named('turn', null, after);
    [step.name, step.ref] = [name, ref];
    return null;
  }

  #angle(before: Stretch, after: Stretch): number {
    if (before.next !== -1) return this.#stretches.turn(before.directed, after.directed);
    const change = this.#bearing(after, after.from, true) - this.#bearing(before, before.to, false);
    return ((change + 540) % 360) - 180;
  }

  #turnType(before: Stretch, after: Stretch, angle: number, others: readonly number[]): ManoeuvreType {
    if (this.#sameName(before.way >> 1, after.way >> 1)) return 'continue';
    const angles = others.map((exit) => this.#stretches.turn(before.directed, exit));
    const goesStraight = angles.some((other) => Math.abs(other) < AHEAD_DEGREES);
    const goesOther = angles.some((other) => Math.sign(other) !== Math.sign(angle));
    return !goesStraight && goesOther ? 'end of road' : 'turn';
  }

  /**
   * On which side one keeps at a fork; null where it is clear how the road goes on: it alone keeps its name,
   * and no other goes straighter.
   */
  #forkSide(before: Stretch, after: Stretch, angle: number, others: readonly number[]): Modifier | null {
    const own = this.#classOf(after.way >> 1).looks;
    let nearest: number | null = null;
    let keepsName = this.#sameName(before.way >> 1, after.way >> 1);
    for (const exit of others) {
      const row = this.#rowAhead(exit);
      if (this.#classOf(row).looks < own) continue;
      const other = this.#stretches.turn(before.directed, exit);
      if (Math.abs(other) >= AHEAD_DEGREES) continue;
      if (nearest === null || Math.abs(other - angle) < Math.abs(nearest - angle)) nearest = other;
      keepsName &&= !this.#sameName(before.way >> 1, row);
    }
    if (nearest === null) return null;
    const turnsAside = Math.abs(angle) >= STRAIGHT_DEGREES && Math.abs(nearest) < STRAIGHT_DEGREES;
    if (keepsName && !turnsAside) return null;
    return angle > nearest ? 'slight right' : 'slight left';
  }

  /**
   * Finds the directed segments that may be taken at the end of one, without turning back.
   * @returns how many; they are in `#exits`
   */
  #findExits(directed: number): number {
    const { graph, targets, segments } = this.#data;
    const exits = this.#exits;
    exits.length = 0;
    if (!graph.hasTurns) {
      const start = startVertex(segments, directed);
      if (start !== NO_VERTEX) this.#addExits(start, directed ^ 1);
      return exits.length;
    }
    const end = numberAt(targets.first, directed + 1);
    for (let i = numberAt(targets.first, directed); i < end; i++)
      this.#addExits(numberAt(targets.vertex, i), directed ^ 1);
    return exits.length;
  }

  #addExits(vertex: number, back: number): void {
    const { hasTurns, firstArc, arcHead, drivenSegment } = this.#data.graph;
    for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) {
      const next = drivenSegment[hasTurns ? arcHead[arc] : arc];
      if (next !== back && !this.#exits.includes(next)) this.#exits.push(next);
    }
  }

  /** The row of the way table that a directed segment begins on. */
  #rowAhead(directed: number): number {
    const tail = this.#stretches.head(directed ^ 1);
    const pair = (directed & 1) === 0 ? tail : tail - 1;
    const first = this.#data.segments.firstPosition[directed >> 1];
    return this.#stretches.wayAt(directed >> 1, Math.max(pair, first)) >> 1;
  }

  #step(type: ManoeuvreType, modifier: Modifier | null, before: Stretch, after: Stretch): RouteStep {
    const step = this.#named(type, modifier, after);
    [step.longitude, step.latitude] = this.#stretches.degrees(Math.round(after.from));
    step.bearingBefore = this.#bearing(before, before.to, false);
    step.bearingAfter = this.#bearing(after, after.from, true);
    return step;
  }

  #named(type: ManoeuvreType, modifier: Modifier | null, { way }: Stretch): RouteStep {
    const { ways } = this.#data;
    const row = way >> 1;
    const text = (id: number): string | null => (id === 0 ? null : this.#text(id));
    return {
      type,
      modifier,
      exit: null,
      name: this.#nameOf(row),
      ref: text(numberAt(ways.ref, row)),
      destinations: SIGNPOSTED.has(type) ? text(numberAt(ways.destinations, row)) : null,
      exits: type === 'off ramp' ? text(numberAt(ways.junctionRef, row)) : null,
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
    const name = this.#nameOf(way >> 1);
    if (name !== null) return name !== step.name;
    const ref = numberAt(ways.ref, way >> 1);
    return ref !== 0 && step.name === null && this.#text(ref) !== step.ref;
  }

  #nameOf(row: number): string | null {
    const { ownName, english } = this.#data.ways;
    const own = numberAt(ownName, row);
    if (own === 0) return null;
    const translated = this.#namesIn === 'en' ? numberAt(english, row) : 0;
    return this.#text(translated === 0 ? own : translated);
  }

  #isNamedAlike(row: number, other: number): boolean {
    const { ownName, english, ref } = this.#data.ways;
    return row === other || [ownName, english, ref].every((of) => numberAt(of, row) === numberAt(of, other));
  }

  #sameName(row: number, other: number): boolean {
    const { ownName, ref } = this.#data.ways;
    const [own, others] = [numberAt(ownName, row), numberAt(ownName, other)];
    if (own !== 0 || others !== 0) return own === others;
    return numberAt(ref, row) !== 0 && numberAt(ref, row) === numberAt(ref, other);
  }

  #classOf(row: number): RoadClass {
    const highway = numberAt(this.#data.ways.highway, row);
    let found = this.#classes.get(highway);
    if (found === undefined) this.#classes.set(highway, (found = roadClass(this.#text(highway))));
    return found;
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

  /** Nobody counts the entrance of a yard as an exit. */
  #isRingExit(row: number): boolean {
    return !this.#isRingRow(row) && this.#classOf(row).kind !== 'service';
  }

  /** Roundabouts are for cars. A walker crosses the streets around. */
  #isRingRow(row: number): boolean {
    return this.#data.graph.hasTurns && (this.#data.ways.flags[row] & ROUNDABOUT) !== 0;
  }
}
