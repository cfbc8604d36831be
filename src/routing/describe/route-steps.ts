import type { Position } from '../../geo/position.js';
import { compass } from '../../geo/bearing.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { JunctionExits } from './junction-exits.js';
import {
  AHEAD_DEGREES,
  ASIDE_DEGREES,
  BEND_DEGREES,
  CLEARLY_STRAIGHTER,
  STRAIGHT_DEGREES,
  modifierOf,
  sideOf,
  type Modifier,
} from './manoeuvre-angles.js';
import { passageOf, type Passage } from './passages.js';
import { isMerge, STREET_LOOKS } from './road-classes.js';
import type { Candidate } from '../ends/snap.js';
import type { RouteStretches, Stretch } from './route-stretches.js';
import { StepRoads } from './step-roads.js';
import type { ManoeuvreType, RouteStep } from './route-step.js';
import { leadsBack, turnBack } from './turning-back.js';

/** The maneuvers that may have a signpost before them. */
const SIGNPOSTED: ReadonlySet<ManoeuvreType> = new Set(['turn', 'fork', 'on ramp', 'off ramp', 'merge']);

/** The data about a route's two ends that its steps depend on. */
export interface StepEnds {
  origin: Candidate;
  destination: Candidate;
  /** The requested end point of the route, in degrees. */
  point: Position;
  /** The language of the names. English names come from the map or are transliterated. */
  namesIn: 'mn' | 'en';
}

/** Creates a route's steps from its passages. */
export class RouteSteps {
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;
  readonly #roads: StepRoads;
  readonly #exits: JunctionExits;
  #namesIn: 'mn' | 'en' = 'mn';

  constructor(data: RoutingData, stretches: RouteStretches) {
    this.#data = data;
    this.#stretches = stretches;
    this.#roads = new StepRoads(data);
    this.#exits = new JunctionExits(data, stretches);
  }

  /** Joins stretches that never need an instruction between them, whatever the previous steps are. */
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
      this.#roads.areNamedAlike(before.way >> 1, after.way >> 1) &&
      this.#manoeuvre(before, after, false) === null
    );
  }

  /** Returns at least two steps: the start and the end. The last step has zero length. */
  of(passages: readonly Passage[], { origin, destination, point, namesIn }: StepEnds): RouteStep[] {
    this.#namesIn = namesIn;
    // A route that begins or ends at a node may have a zero-length piece on one of the roads there.
    const isRoad = ({ distance_m }: Passage): boolean => distance_m > 0;
    const first = Math.max(passages.findIndex(isRoad), 0);
    const end = Math.max(passages.findLastIndex(isRoad), first);
    const last = passages[end].end;
    const steps = [this.#start(passages[first].begin, origin)];
    // The stretch before the latest step, and the row of the road that gives the step its name.
    let left: Stretch | null = null;
    let road = passages[first].begin.way >> 1;
    passages.forEach((passage, i) => {
      if (i > first && i <= end) {
        const [before, after, step] = [passages[i - 1].end, passage.begin, steps[steps.length - 1]];
        const next = this.#between(before, after, { step, road });
        if (next !== null && left !== null && this.#turnsBack(left, step, next, after)) turnBack(step, next);
        else if (next !== null) {
          steps.push(next);
          left = before;
        }
        const isLeavingRing = this.#isRing(before) && !this.#isRing(after);
        if (next !== null || isLeavingRing) road = after.way >> 1;
      }
      const step = steps[steps.length - 1];
      step.distance_m += passage.distance_m;
      step.duration_s += passage.duration_s + passage.end.passing_s;
    });
    const ring = steps[steps.length - 1];
    if (ring.type === 'roundabout' && this.#isRing(last)) ring.exit = null;
    const bearingBefore = this.#bearing(last, last.to, false);
    steps.push({
      ...this.#named('arrive', sideOf(destination, point, bearingBefore), last),
      longitude: destination.lon7 / 1e7,
      latitude: destination.lat7 / 1e7,
      bearingBefore,
    });
    return steps;
  }

  #start(first: Stretch, origin: Candidate): RouteStep {
    return {
      ...this.#named('depart', null, first),
      longitude: origin.lon7 / 1e7,
      latitude: origin.lat7 / 1e7,
      bearingAfter: this.#bearing(first, first.from, true),
    };
  }

  /**
   * Returns the step that starts where two stretches meet, or null if the driver continues without an
   * instruction.
   * @param last the latest step, and the row of the road that gives the step its name
   */
  #between(before: Stretch, after: Stretch, last: { step: RouteStep; road: number }): RouteStep | null {
    const [wasRing, isRing] = [this.#isRing(before), this.#isRing(after)];
    if (wasRing || isRing) return this.#ring(before, after, last.step);
    const isRenamed = before.way >> 1 !== after.way >> 1 && this.#roads.isRenamed(last.road, after.way >> 1);
    return this.#manoeuvre(before, after, isRenamed);
  }

  /**
   * Whether a step crosses the gap in a dual carriageway and the next step turns onto the other carriageway.
   */
  #turnsBack(left: Stretch, gap: RouteStep, next: RouteStep, after: Stretch): boolean {
    return (
      leadsBack(gap, next) &&
      this.#exits.isOneWay(left.directed) &&
      this.#exits.isOneWay(after.directed) &&
      this.#roads.couldBeOne(left.way >> 1, after.way >> 1)
    );
  }

  /**
   * Returns the step between two stretches outside roundabouts, or null if none is needed. @param isRenamed
   * whether the road's name differs from the step's name
   */
  #manoeuvre(before: Stretch, after: Stretch, isRenamed: boolean): RouteStep | null {
    const isFerry = this.#isFerry(after);
    const isOther = isFerry !== this.#isFerry(before);
    const count = before.next === -1 ? 0 : this.#exits.find(before.directed);
    // The driver has no choice here, and there is nothing to announce.
    if (!isRenamed && !isOther && after.directed !== (before.directed ^ 1))
      if (count <= 1 ? this.#onlyGoesOn(before, after) : this.#isPlainlyAhead(before, after)) return null;
    const angle = this.#angle(before, after);
    const begin = (type: ManoeuvreType, modifier = modifierOf(angle)): RouteStep =>
      this.#step(type, modifier, before, after);
    if (isOther) return begin(isFerry ? 'ferry' : 'continue');
    const renamed = isRenamed ? 'new name' : null;
    if (before.next === -1) return renamed && begin(renamed);
    if (after.directed === (before.directed ^ 1)) return begin('continue', 'uturn');
    const others = this.#exits.found.filter((directed) => directed !== after.directed);
    const ramp = this.#rampType(before, after, angle, others.length);
    if (ramp !== null) return begin(ramp, this.#rampSide(before, angle, others));
    const bend = this.#stretches.bend(before.directed, after.directed);
    if (others.length === 0) {
      if (Math.abs(bend) >= AHEAD_DEGREES)
        return begin(this.#turnType(before, after, bend, others), modifierOf(bend));
      return renamed && begin(renamed);
    }
    if (Math.abs(angle) < AHEAD_DEGREES) {
      const side = this.#forkSide(before, after, others);
      if (side === null ? this.#leavesStreet(before, after) : Math.abs(bend) >= AHEAD_DEGREES)
        return begin(this.#turnType(before, after, bend, others), modifierOf(bend));
      if (side !== null) return begin('fork', side);
      return renamed && begin(renamed);
    }
    if (this.#isFollowed(before, after, angle, others)) return renamed && begin(renamed);
    return begin(this.#turnType(before, after, angle, others));
  }

  /** Whether a road keeps its name around a bend, and all other roads are minor and turn off more sharply. */
  #isFollowed(before: Stretch, after: Stretch, angle: number, others: readonly number[]): boolean {
    const size = Math.abs(angle);
    if (size >= BEND_DEGREES || !this.#roads.haveOneName(before.way >> 1, after.way >> 1)) return false;
    const { looks } = this.#roads.classOf(after.way >> 1);
    return others.every(
      (exit) =>
        this.#roads.classOf(this.#exits.rowOf(exit)).looks < looks &&
        Math.abs(this.#stretches.turn(before.directed, exit)) > size,
    );
  }

  /**
   * Whether a road bends sharply where a street branches off, or bends slightly where the street continues
   * straighter than the road.
   */
  #leavesStreet(before: Stretch, after: Stretch): boolean {
    const size = Math.abs(this.#stretches.bend(before.directed, after.directed));
    if (size < STRAIGHT_DEGREES) return false;
    return this.#exits.found.some(
      (exit) =>
        exit !== after.directed &&
        this.#roads.classOf(this.#exits.rowOf(exit)).looks >= STREET_LOOKS &&
        (size >= BEND_DEGREES ||
          CLEARLY_STRAIGHTER * Math.abs(this.#stretches.bend(before.directed, exit)) <= size),
    );
  }

  /**
   * Whether the only road open to the driver needs no instruction. If the road bends at a junction, the
   * driver also sees the other roads there, which are one-way in the opposite direction.
   */
  #onlyGoesOn(before: Stretch, after: Stretch): boolean {
    if (this.#merges(before, after)) return false;
    return (
      before.next === -1 || Math.abs(this.#stretches.bend(before.directed, after.directed)) < AHEAD_DEGREES
    );
  }

  /**
   * Whether a road goes straight on and all roads that branch off look less important. Most junctions are of
   * this kind.
   */
  #isPlainlyAhead(before: Stretch, after: Stretch): boolean {
    const { looks, kind } = this.#roads.classOf(after.way >> 1);
    if (kind === 'ramp' || this.#roads.classOf(before.way >> 1).kind === 'ramp') return false;
    for (const exit of this.#exits.found)
      if (exit !== after.directed && this.#roads.classOf(this.#exits.rowOf(exit)).looks >= looks)
        return false;
    return this.#stretches.isAhead(before.directed, after.directed) && !this.#leavesStreet(before, after);
  }

  /**
   * Returns the type of a step onto a ramp, off a motorway, or from a ramp onto a motorway, or null for any
   * other step.
   */
  #rampType(before: Stretch, after: Stretch, angle: number, others: number): ManoeuvreType | null {
    const [from, to] = [this.#roads.classOf(before.way >> 1).kind, this.#roads.classOf(after.way >> 1).kind];
    if (from === 'ramp')
      return this.#merges(before, after) && Math.abs(angle) < AHEAD_DEGREES ? 'merge' : null;
    if (to !== 'ramp' || others === 0) return null;
    return from === 'motorway' ? 'off ramp' : 'on ramp';
  }

  #merges(before: Stretch, after: Stretch): boolean {
    return isMerge(this.#roads.classOf(before.way >> 1), this.#roads.classOf(after.way >> 1));
  }

  /** Returns the side on which a ramp leaves the road ahead. */
  #rampSide(before: Stretch, angle: number, others: readonly number[]): Modifier {
    const ahead = others.map((exit) => this.#stretches.turn(before.directed, exit));
    const near = ahead.find((other) => Math.abs(other) < AHEAD_DEGREES);
    if (near === undefined || Math.abs(angle) >= AHEAD_DEGREES) return modifierOf(angle);
    return angle > near ? 'slight right' : 'slight left';
  }

  /** Creates or updates the step for entering, following or leaving a roundabout. */
  #ring(before: Stretch, after: Stretch, step: RouteStep): RouteStep | null {
    const angle = this.#angle(before, after);
    const begin = (type: ManoeuvreType): RouteStep => this.#step(type, modifierOf(angle), before, after);
    if (!this.#isRing(before)) return { ...begin('roundabout'), exit: 0 };
    const isInRing = step.type === 'roundabout';
    if (before.next !== -1) this.#exits.find(before.directed);
    else this.#exits.found.length = 0;
    const exits = this.#exits.found.filter((exit) => this.#isRingExit(this.#exits.rowOf(exit)));
    if (this.#isRing(after)) {
      if (isInRing) step.exit = step.exit! + exits.length;
      return null;
    }
    if (!isInRing) return begin('exit roundabout');
    // Traffic goes around the roundabout to the left, so the exits farther to the right come first.
    const earlier = exits.filter((exit) => this.#stretches.turn(before.directed, exit) > angle + 1e-6);
    step.exit = step.exit! + earlier.length + 1;
    ({ name: step.name, ref: step.ref } = this.#named('turn', null, after));
    return null;
  }

  #angle(before: Stretch, after: Stretch): number {
    if (before.next !== -1) return this.#stretches.turn(before.directed, after.directed);
    const change = this.#bearing(after, after.from, true) - this.#bearing(before, before.to, false);
    return ((change + 540) % 360) - 180;
  }

  #turnType(before: Stretch, after: Stretch, angle: number, others: readonly number[]): ManoeuvreType {
    if (this.#roads.haveOneName(before.way >> 1, after.way >> 1)) return 'continue';
    const angles = others.map((exit) => this.#stretches.turn(before.directed, exit));
    const goesStraight = angles.some((other) => Math.abs(other) < AHEAD_DEGREES);
    const goesOther = angles.some((other) => Math.sign(other) !== Math.sign(angle));
    return !goesStraight && goesOther ? 'end of road' : 'turn';
  }

  /**
   * Returns the side to keep to at a fork, or null if the continuation is clear: the road keeps its name, and
   * all similar roads turn away at clearly larger angles.
   */
  #forkSide(before: Stretch, after: Stretch, others: readonly number[]): Modifier | null {
    const [row, ahead] = [before.way >> 1, after.way >> 1];
    const own = this.#roads.classOf(ahead);
    const angle = this.#stretches.bend(before.directed, after.directed);
    const size = Math.abs(angle);
    let nearest: number | null = null;
    const keepsName = this.#roads.haveOneName(row, ahead);
    let isClear = keepsName;
    for (const exit of others) {
      const otherRow = this.#exits.rowOf(exit);
      const { looks, isLink } = this.#roads.classOf(otherRow);
      const other = this.#stretches.bend(before.directed, exit);
      if (looks < own.looks) continue;
      // Skips turning lanes and roads that are drawn twice on the map.
      if (keepsName && isLink && !own.isLink && size < STRAIGHT_DEGREES) continue;
      if (Math.abs(other - angle) < 1 && this.#roads.haveOneName(row, otherRow)) continue;
      if (Math.abs(other) >= Math.max(AHEAD_DEGREES, CLEARLY_STRAIGHTER * size)) continue;
      if (nearest === null || Math.abs(other - angle) < Math.abs(nearest - angle)) nearest = other;
      isClear &&= Math.abs(other) >= Math.max(ASIDE_DEGREES, CLEARLY_STRAIGHTER * size);
    }
    if (nearest === null || isClear) return null;
    return angle > nearest ? 'slight right' : 'slight left';
  }

  #step(type: ManoeuvreType, modifier: Modifier | null, before: Stretch, after: Stretch): RouteStep {
    const step = this.#named(type, modifier, after);
    [step.longitude, step.latitude] = this.#stretches.degrees(Math.round(after.from));
    step.bearingBefore = this.#bearing(before, before.to, false);
    step.bearingAfter = this.#bearing(after, after.from, true);
    return step;
  }

  #named(type: ManoeuvreType, modifier: Modifier | null, { way }: Stretch): RouteStep {
    const row = way >> 1;
    return {
      type,
      modifier,
      exit: null,
      name: this.#roads.name(row, this.#namesIn),
      ref: this.#roads.ref(row),
      destinations: SIGNPOSTED.has(type) ? this.#roads.destinations(row) : null,
      exits: type === 'off ramp' ? this.#roads.exits(row) : null,
      distance_m: 0,
      duration_s: 0,
      longitude: 0,
      latitude: 0,
      bearingBefore: null,
      bearingAfter: null,
    };
  }

  /** Returns the road's bearing just ahead of a place on a stretch, or just behind that place. */
  #bearing({ directed }: Stretch, place: number, ahead: boolean): number {
    const { segments } = this.#data;
    const along = (directed & 1) === 0;
    const first = segments.firstPosition[directed >> 1];
    const last = segments.firstPosition[(directed >> 1) + 1] - 2;
    // When looking ahead along the segment or back against it, the pair starts at the place; otherwise, the
    // pair ends there.
    const pair = ahead === along ? Math.floor(place) : Math.ceil(place) - 1;
    const a = Math.min(Math.max(pair, first), last);
    const [from, to] = along ? [a, a + 1] : [a + 1, a];
    return compass(this.#stretches.degrees(from), this.#stretches.degrees(to));
  }

  #isFerry({ way }: Stretch): boolean {
    return this.#roads.isFerry(way >> 1);
  }

  #isRing({ way }: Stretch): boolean {
    return this.#roads.isRing(way >> 1);
  }

  /** Whether drivers count the road as an exit. Drivers do not count yard entrances as exits. */
  #isRingExit(row: number): boolean {
    return !this.#roads.isRing(row) && this.#roads.classOf(row).kind !== 'service';
  }
}
