import { packInSteps, unpackedInSteps, type Packed } from '../../arrays/packed.js';
import { atOnce, type Steps } from '../../arrays/steps.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { SEVERAL, type Reach } from '../frozen/reach.js';
import type { LocalTime } from '../../local-time.js';
import { WAY_DIRECTIONS, type WayDirection } from '../profiles/vehicle-limits.js';
import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { segmentCost_ms, startVertex, type SegmentTable } from '../frozen/segment-table.js';
import { findReach } from '../graph/reach-classes.js';
import { ClosedArea, type AreaPolygons } from './closed-area.js';
import { updateArcs, type ArcsBefore } from './arc-update.js';
import { currentArcs, type CurrentArcs } from './current-arcs.js';
import { DatesNow, turnKey, turnStart, type Blocked } from './dates-now.js';
import type { LearnedSpeeds } from './learned-speeds.js';
import { RoadPlaces } from './road-places.js';
import { MOST_MS } from '../hierarchy/customization.js';
import { CLOSED, PairCosts } from './pair-costs.js';
import { WeekSpeeds } from './week-speeds.js';

/**
 * A single road change (a closure, or a higher or lower speed) that affects a way given by its OSM id, an
 * area, or a node.
 */
export interface RoadChange {
  way?: number;
  /** The one direction of the way that changes; by default, both directions change. */
  direction?: WayDirection;
  area?: AreaPolygons;
  /** The directed segments that end at an impassable node. */
  heads?: readonly number[];
  /** 0 closes the road. Any other value is a factor for the road's speed. */
  factor: number;
}

/** Road changes that apply only to some requests, in addition to the changes that apply to all requests. */
export interface RoadZones {
  /** A key that is identical for identical changes. */
  key: string;
  changes: readonly RoadChange[];
}

/**
 * One mode's current roads, which a search uses instead of the imported data. All arrays are new, so they can
 * be transferred to another thread.
 */
export interface CurrentRoads {
  arcs: CurrentArcs;
  segments: Pick<SegmentTable, 'pair_ms' | 'ends'>;
  /** Per arc of the base graph: its cost; NO_WAY if it is impassable. */
  arc_ms: Uint32Array;
  /** The base-graph arcs that are closed by a turn restriction or a gate although their segment is open. */
  blockedArcs: Uint32Array;
  /**
   * In a graph without turns, the directed segments that cannot be entered because the gate at their start is
   * closed.
   */
  blockedTails: Uint32Array;
  /**
   * The segment classes for these costs. A changed segment has the class SEVERAL, because each position on it
   * may belong to a different class.
   */
  reach: Reach;
  /** Per directed segment: 1 if anything has changed on the segment or at its end. */
  isChanged: Uint8Array;
  /**
   * Whether any road is faster than at import time, in which case answers based on the imported data may not
   * be optimal.
   */
  isFaster: boolean;
}

/** The current roads without the data that only the contraction needs. */
export type CurrentCosts = Omit<CurrentRoads, 'arcs'>;

/** The state of the roads used for a route search. */
export type RoadState =
  /** `now`: the current time, if known. */
  | { kind: 'imported'; now?: LocalTime }
  /**
   * Only the differences from the imported roads at a given time are known. The costs are computed on first
   * use.
   */
  | { kind: 'awaited'; marks: RoadMarks; changes: readonly RoadChange[]; now: LocalTime }
  /**
   * `changes`: the changes that also apply at other times. `changes` is absent if roads change only because
   * of dates.
   */
  | { kind: 'current'; roads: CurrentRoads; changes?: readonly RoadChange[]; now?: LocalTime };

/** The roads at a given moment. */
export interface RoadsNow {
  /** Null if the roads are the same as the imported ones. */
  roads: CurrentRoads | null;
  /** Per change: whether the map contains the roads that the change refers to. */
  isKnown: boolean[];
}

/** The differences from the imported roads at a given moment, without the resulting costs. */
export interface RoadMarks {
  /** The same as `CurrentRoads.isChanged`. */
  isChanged: Uint8Array;
  isFaster: boolean;
  /** A key that is identical for identical roads. */
  key: string;
}

/** Computes one mode's roads for a given moment. */
export class RoadConditions {
  readonly #data: RoutingData;
  readonly #places: RoadPlaces;
  readonly #dates: DatesNow;
  /** The road speeds in each week slot. */
  readonly week: WeekSpeeds;

  /** @param learned the learned speeds in week slots; null if none are known */
  constructor(data: RoutingData, learned: LearnedSpeeds | null = null) {
    this.#data = data;
    this.week = new WeekSpeeds(data, learned);
    this.#places = new RoadPlaces(data);
    this.#dates = new DatesNow(data);
  }

  /**
   * Finds the roads affected by changes and dates, ignoring the slot's speeds. Returns null if no roads are
   * affected. This takes a few milliseconds, or longer if there are many closed areas.
   */
  look(changes: readonly RoadChange[], now: LocalTime | null = null): RoadMarks | null {
    const costs = new PairCosts(this.#data.segments);
    const blocked = now === null ? nothingBlocked() : this.#dates.apply(now, costs);
    this.#apply(changes, costs, blocked);
    if (costs.isEmpty && blocked.heads.size + blocked.turns.size === 0) return null;
    const { isChanged, isFaster } = atOnce(costs.marks());
    blockedOf(this.#data.graph, blocked, isChanged);
    if (!isChanged.includes(1)) return null;
    const key = JSON.stringify([costs.key(), [...blocked.heads], [...blocked.turns]]);
    return { isChanged, isFaster, key };
  }

  /** Like `look`, but includes the slot's speeds, which may change any road. */
  lookInSlot(changes: readonly RoadChange[], now: LocalTime): RoadMarks | null {
    const look = this.look(changes, now);
    const speeds = this.week.keyAt(now);
    if (speeds === '') return look;
    const { isChanged = new Uint8Array(2 * this.#data.segments.count), key = '' } = look ?? {};
    return { isChanged, isFaster: true, key: `${speeds} ${key}` };
  }

  /**
   * Computes the roads with the given changes applied. This takes half a second for a country, and almost no
   * time if nothing changes.
   * @param now determines the state of time-dependent roads; without it, these roads are treated as open
   * @param before the arcs at another moment; reusing their costs saves work. This method overwrites these
   * arcs and returns them.
   */
  at(
    changes: readonly RoadChange[],
    now: LocalTime | null = null,
    before: ArcsBefore | null = null,
  ): RoadsNow {
    const { costs, isKnown } = atOnce(this.costsAt(changes, now));
    if (costs === null) return { roads: null, isKnown };
    const { contraction } = this.#data;
    const graph = { ...this.#data.graph, arc_ms: costs.arc_ms };
    if (before === null) return { roads: { ...costs, arcs: currentArcs(graph, contraction) }, isKnown };
    updateArcs(graph, contraction, before);
    return { roads: { ...costs, arcs: before.arcs }, isKnown };
  }

  /** Like `at`, but without the contraction's arcs and in half the time. */
  *costsAt(
    changes: readonly RoadChange[],
    now: LocalTime | null,
  ): Steps<{ costs: CurrentCosts | null; isKnown: boolean[] }> {
    const { segments, graph } = this.#data;
    const pairs = new PairCosts(segments);
    const blocked = now === null ? nothingBlocked() : this.#dates.apply(now, pairs);
    if (now !== null) yield* this.week.apply(now, pairs);
    const isKnown = this.#apply(changes, pairs, blocked);
    if (pairs.isEmpty && blocked.heads.size + blocked.turns.size === 0) return { costs: null, isKnown };
    yield;
    const { isChanged, isFaster } = yield* pairs.marks();
    const { blockedArcs, blockedTails } = blockedOf(graph, blocked, isChanged);
    if (!isChanged.includes(1)) return { costs: null, isKnown };
    yield;
    const { pair_ms, ends } = yield* pairs.table({ isChanged });
    yield;
    const arc_ms = yield* arcCosts(this.#data, { ...segments, pair_ms, ends }, isChanged);
    yield;
    for (const arc of blockedArcs) arc_ms[arc] = NO_WAY;
    const costs: CurrentCosts = {
      ...{ arc_ms, blockedArcs, blockedTails, isChanged, isFaster },
      segments: { pair_ms, ends },
      reach: yield* reachOf(this.#data, arc_ms, isChanged),
    };
    return { costs, isKnown };
  }

  /**
   * Applies the changes. A closure takes precedence over everything else, and the factors of several changes
   * are multiplied.
   */
  #apply(changes: readonly RoadChange[], costs: PairCosts, blocked: Blocked): boolean[] {
    const { firstPosition } = this.#data.segments;
    /**
     * Factors keyed by position * 2 (plus 1 against the segment's direction), in the order in which they were
     * found.
     */
    const factors = new Map<number, number>();
    const ofWays = this.#places.ofWays(changes.flatMap(({ way }) => (way === undefined ? [] : [way])));
    const isKnown = changes.map(({ way, direction, area, heads = [], factor }) => {
      for (const head of heads) blocked.heads.add(head);
      const places =
        area === undefined ? (ofWays.get(way ?? 0) ?? []) : this.#places.in(new ClosedArea(area));
      for (const { position, isAgainst } of places)
        for (let side = 2 * position; side < 2 * position + 2; side++)
          if (direction === undefined || direction === WAY_DIRECTIONS[(side & 1) ^ isAgainst])
            factors.set(side, factor * (factors.get(side) ?? 1));
      return places.length + heads.length > 0;
    });
    let segment = 0;
    for (const [side, factor] of factors) {
      const position = side >> 1;
      // Consecutive entries are usually on the same segment.
      if (position < firstPosition[segment] || position >= firstPosition[segment + 1])
        segment = lastNotAbove(firstPosition, position);
      const place = position - firstPosition[segment];
      const own = costs.of(segment)[side & 1];
      if (own[place] !== CLOSED)
        own[place] = factor === 0 ? CLOSED : Math.min(Math.round(own[place] / factor), MOST_MS);
    }
    return isKnown;
  }
}

function nothingBlocked(): Blocked {
  return { heads: new Set(), turns: new Set() };
}

/**
 * Finds the arcs that pass through a closed gate or make a turn that is currently forbidden. Marks the
 * segments whose end is affected or, in a graph without turns, the segments whose start is affected.
 */
function blockedOf(
  graph: BaseGraph,
  { heads, turns }: Blocked,
  isChanged: Uint8Array,
): Pick<CurrentRoads, 'blockedArcs' | 'blockedTails'> {
  if (heads.size + turns.size === 0)
    return { blockedArcs: new Uint32Array(0), blockedTails: new Uint32Array(0) };
  const { hasTurns, vertexCount, firstArc, arcHead, drivenSegment } = graph;
  const blockedArcs: number[] = [];
  // Nearly all directed segments have neither a closed gate nor a forbidden turn, and creating the keys of
  // all their turns would take 100 ms.
  const concerned = new Set(heads);
  for (const turn of turns) concerned.add(turnStart(turn));
  for (let tail = 0; tail < vertexCount; tail++) {
    if (hasTurns && !concerned.has(drivenSegment[tail])) continue;
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
      const directed = drivenSegment[hasTurns ? tail : arc];
      const isBlocked = hasTurns
        ? heads.has(directed) || (turns.size > 0 && turns.has(turnKey(directed, drivenSegment[arcHead[arc]])))
        : heads.has(directed ^ 1);
      if (isBlocked) blockedArcs.push(arc);
    }
  }
  const blockedTails = hasTurns ? [] : Array.from(heads, (directed) => directed ^ 1);
  for (const directed of blockedTails) isChanged[directed] = 1;
  for (const arc of hasTurns ? blockedArcs : []) isChanged[drivenSegment[tailOf(graph, arc)]] = 1;
  return { blockedArcs: Uint32Array.from(blockedArcs), blockedTails: Uint32Array.from(blockedTails) };
}

function tailOf({ firstArc }: BaseGraph, arc: number): number {
  return lastNotAbove(firstArc, arc);
}

/** The number of vertices handled per step. */
const VERTICES_OF_STEP = 2 ** 13;

/**
 * Returns the cost of each arc in the base graph, computed from `table`, in which only a few segments have
 * changed.
 */
function* arcCosts(
  { graph, segments }: RoutingData,
  table: SegmentTable,
  isChanged: Uint8Array,
): Steps<Uint32Array> {
  const { hasTurns, vertexCount, firstArc, drivenSegment } = graph;
  const arc_ms = graph.arc_ms.slice();
  for (let tail = 0; tail < vertexCount; tail++) {
    if (tail % VERTICES_OF_STEP === 0) yield;
    if (hasTurns && isChanged[drivenSegment[tail]] === 0) continue;
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
      const directed = drivenSegment[hasTurns ? tail : arc];
      if (isChanged[directed] === 0) continue;
      const [before_ms, now_ms] = [segmentCost_ms(segments, directed), segmentCost_ms(table, directed)];
      if (now_ms === CLOSED) arc_ms[arc] = NO_WAY;
      else if (now_ms !== before_ms) arc_ms[arc] += now_ms - before_ms;
    }
  }
  return arc_ms;
}

function* reachOf(data: RoutingData, arc_ms: Uint32Array, isChanged: Uint8Array): Steps<Reach> {
  const reach = arc_ms.includes(NO_WAY) ? yield* reachWithout(data, arc_ms) : data.reach;
  return {
    ...reach,
    from: yield* withSeveral(reach.from, isChanged),
    to: yield* withSeveral(reach.to, isChanged),
  };
}

/**
 * Returns the segment classes for the graph without its closed arcs. If roads are only slower and none are
 * closed, these classes are not needed.
 */
function* reachWithout({ graph, targets, segments }: RoutingData, arc_ms: Uint32Array): Steps<Reach> {
  const startVertices = new Uint32Array(2 * segments.count);
  for (let directed = 0; directed < startVertices.length; directed++) {
    if (directed % VERTICES_OF_STEP === 0) yield;
    startVertices[directed] = startVertex(segments, directed);
  }
  const open = yield* openArcs(graph, arc_ms);
  return yield* findReach(
    {
      ...open,
      vertexCount: graph.vertexCount,
      startVertex: startVertices,
      firstTarget: yield* unpackedInSteps(targets.first),
      targetVertex: yield* unpackedInSteps(targets.vertex),
    },
    segments.count,
  );
}

function* withSeveral(classes: Packed, isChanged: Uint8Array): Steps<Packed> {
  const own = yield* unpackedInSteps(classes);
  for (let segment = 0; segment < own.length; segment++)
    if (isChanged[2 * segment] + isChanged[2 * segment + 1] > 0) own[segment] = SEVERAL;
  yield;
  return yield* packInSteps(own);
}

function* openArcs(graph: BaseGraph, arc_ms: Uint32Array): Steps<Pick<BaseGraph, 'firstArc' | 'arcHead'>> {
  const firstArc = new Uint32Array(graph.vertexCount + 1);
  const arcHead = new Uint32Array(graph.arcHead.length);
  let next = 0;
  for (let vertex = 0; vertex < graph.vertexCount; vertex++) {
    if (vertex % VERTICES_OF_STEP === 0) yield;
    for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++)
      if (arc_ms[arc] !== NO_WAY) arcHead[next++] = graph.arcHead[arc];
    firstArc[vertex + 1] = next;
  }
  return { firstArc, arcHead };
}
