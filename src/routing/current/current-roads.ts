import { pack, unpacked, type Packed } from '../../arrays/packed.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { SEVERAL, type Reach } from '../frozen/reach.js';
import type { LocalTime } from '../../local-time.js';
import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { segmentCost_ms, startVertex, type SegmentTable } from '../frozen/segment-table.js';
import { findReach } from '../graph/reach-classes.js';
import { ClosedArea, type AreaPolygons } from './closed-area.js';
import { currentArcs, type CurrentArcs } from './current-arcs.js';
import { DatesNow, turnKey, turnStart, type Blocked } from './dates-now.js';
import { RoadPlaces } from './road-places.js';
import { MOST_MS } from '../hierarchy/customization.js';
import { CLOSED, PairCosts } from './pair-costs.js';

/** One closure, or one place where it is slower or faster now: a way by its OSM id, or an area. */
export interface RoadChange {
  way?: number;
  area?: AreaPolygons;
  /** 0 closes. Otherwise speeds are multiplied by it. */
  factor: number;
}

/**
 * The roads of one mode as they are now: what a search needs in place of the data of the import. All arrays
 * are new, so they can be given to another thread.
 */
export interface CurrentRoads {
  arcs: CurrentArcs;
  segments: Pick<SegmentTable, 'pair_ms' | 'ends'>;
  /** By arc of the base graph; NO_WAY where nobody can drive. */
  arc_ms: Uint32Array;
  /** Arcs of the base graph that cannot be driven although their segment is open: a turn, a gate. */
  blockedArcs: Uint32Array;
  /** Directed segments that cannot be entered, in a graph without turns: the gate before them is closed. */
  blockedTails: Uint32Array;
  /** Classes with these costs. A changed segment has SEVERAL: each place on it is a class of its own. */
  reach: Reach;
  /** By directed segment: 1 where something has changed on it or at its end. */
  isChanged: Uint8Array;
  /** Something is faster than at the import, so the answers of the import are not the best any more. */
  isFaster: boolean;
}

/** What a search without the contraction needs. */
export type CurrentCosts = Omit<CurrentRoads, 'arcs'>;

/** What routes are made of. */
export type RoadState =
  | { kind: 'imported' }
  /** What differs is known, but no costs. A route that has to do with it is refused. */
  | { kind: 'awaited'; marks: RoadMarks }
  /** `changes`: those among them, which hold at other times, too; none where only dates are. */
  | { kind: 'current'; roads: CurrentRoads; changes?: readonly RoadChange[] };

/** What holds at a moment. */
export interface RoadsNow {
  /** Null: everything is as at the import. */
  roads: CurrentRoads | null;
  /** By change: whether the map has roads that it is about. */
  isKnown: boolean[];
}

/** What differs from the import at a moment, without what follows from it. */
export interface RoadMarks {
  /** As in `CurrentRoads`. */
  isChanged: Uint8Array;
  isFaster: boolean;
  /** A text that is the same for the same roads. */
  key: string;
}

/** Works out the roads of one mode as they are at a moment. */
export class RoadConditions {
  readonly #data: RoutingData;
  readonly #places: RoadPlaces;
  readonly #dates: DatesNow;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#places = new RoadPlaces(data);
    this.#dates = new DatesNow(data);
  }

  /** What these changes change. Null: nothing. Takes milliseconds, longer with many closed areas. */
  look(changes: readonly RoadChange[], now: LocalTime | null = null): RoadMarks | null {
    const costs = new PairCosts(this.#data.segments);
    const blocked = now === null ? NOTHING_BLOCKED : this.#dates.apply(now, costs);
    this.#apply(changes, costs);
    if (costs.isEmpty && blocked.heads.size + blocked.turns.size === 0) return null;
    const { isChanged, isFaster } = costs.marks();
    blockedOf(this.#data.graph, blocked, isChanged);
    if (!isChanged.includes(1)) return null;
    const key = JSON.stringify([costs.key(), [...blocked.heads], [...blocked.turns]]);
    return { isChanged, isFaster, key };
  }

  /**
   * What holds with these changes. Takes a second for a country, or nothing where nothing changes.
   * @param now what changes with the time is decided for; without, it is open
   */
  at(changes: readonly RoadChange[], now: LocalTime | null = null): RoadsNow {
    const { costs, isKnown } = this.costsAt(changes, now);
    if (costs === null) return { roads: null, isKnown };
    const { graph, contraction } = this.#data;
    const arcs = currentArcs({ ...graph, arc_ms: costs.arc_ms }, contraction);
    return { roads: { ...costs, arcs }, isKnown };
  }

  /** The same without the arcs of the contraction, in half the time. */
  costsAt(
    changes: readonly RoadChange[],
    now: LocalTime | null,
  ): { costs: CurrentCosts | null; isKnown: boolean[] } {
    const { segments, graph } = this.#data;
    const pairs = new PairCosts(segments);
    const blocked = now === null ? NOTHING_BLOCKED : this.#dates.apply(now, pairs);
    const isKnown = this.#apply(changes, pairs);
    if (pairs.isEmpty && blocked.heads.size + blocked.turns.size === 0) return { costs: null, isKnown };
    const { isChanged, isFaster } = pairs.marks();
    const { blockedArcs, blockedTails } = blockedOf(graph, blocked, isChanged);
    if (!isChanged.includes(1)) return { costs: null, isKnown };
    const { pair_ms, ends } = pairs.table({ isChanged });
    const arc_ms = arcCosts(this.#data, { ...segments, pair_ms, ends }, isChanged);
    for (const arc of blockedArcs) arc_ms[arc] = NO_WAY;
    const costs: CurrentCosts = {
      ...{ arc_ms, blockedArcs, blockedTails, isChanged, isFaster },
      segments: { pair_ms, ends },
      reach: reachOf(this.#data, arc_ms, isChanged),
    };
    return { costs, isKnown };
  }

  /** Closed is closed, whatever else there is. Factors of several changes are multiplied. */
  #apply(changes: readonly RoadChange[], costs: PairCosts): boolean[] {
    const factors = new Map<number, { segment: number; factor: number }>();
    const ofWays = this.#places.ofWays(changes.flatMap(({ way }) => (way === undefined ? [] : [way])));
    const isKnown = changes.map(({ way, area, factor }) => {
      const places =
        area === undefined ? (ofWays.get(way ?? 0) ?? []) : this.#places.in(new ClosedArea(area));
      for (const { segment, position } of places)
        factors.set(position, { segment, factor: factor * (factors.get(position)?.factor ?? 1) });
      return places.length > 0;
    });
    for (const [position, { segment, factor }] of factors) {
      for (const against of [0, 1] as const) {
        const ms = costs.get(segment, position, against);
        if (ms === CLOSED) continue;
        costs.set(
          segment,
          position,
          against,
          factor === 0 ? CLOSED : Math.min(Math.round(ms / factor), MOST_MS),
        );
      }
    }
    return isKnown;
  }
}

const NOTHING_BLOCKED: Blocked = { heads: new Set(), turns: new Set() };

/**
 * The arcs that pass a closed gate or make a turn that is forbidden now. Marks the segments whose end, or in
 * a graph without turns whose beginning, is concerned.
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
  // Nearly all directed segments have neither. To make the keys of all their turns takes 100 ms.
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

/** By arc of the base graph: what it costs with the segments of `table`, of which few differ. */
function arcCosts({ graph, segments }: RoutingData, table: SegmentTable, isChanged: Uint8Array): Uint32Array {
  const arc_ms = graph.arc_ms.slice();
  for (let tail = 0; tail < graph.vertexCount; tail++) {
    for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++) {
      const directed = graph.drivenSegment[graph.hasTurns ? tail : arc];
      if (isChanged[directed] === 0) continue;
      const [before_ms, now_ms] = [segmentCost_ms(segments, directed), segmentCost_ms(table, directed)];
      if (now_ms === CLOSED) arc_ms[arc] = NO_WAY;
      else if (now_ms !== before_ms) arc_ms[arc] += now_ms - before_ms;
    }
  }
  return arc_ms;
}

function reachOf(data: RoutingData, arc_ms: Uint32Array, isChanged: Uint8Array): Reach {
  const { graph, targets, segments } = data;
  const reach = findReach(
    {
      ...withoutClosedArcs(graph, arc_ms),
      startVertex: Uint32Array.from({ length: 2 * segments.count }, (_, d) => startVertex(segments, d)),
      firstTarget: unpacked(targets.first),
      targetVertex: unpacked(targets.vertex),
      target_ms: unpacked(targets.ms),
    },
    segments.count,
  );
  const withChanged = (classes: Packed): Packed =>
    pack(
      unpacked(classes).map((own, segment) =>
        isChanged[2 * segment] + isChanged[2 * segment + 1] > 0 ? SEVERAL : own,
      ),
    );
  return { ...reach, from: withChanged(reach.from), to: withChanged(reach.to) };
}

function withoutClosedArcs(graph: BaseGraph, arc_ms: Uint32Array): BaseGraph {
  const firstArc = new Uint32Array(graph.vertexCount + 1);
  const arcHead = new Uint32Array(graph.arcHead.length);
  let next = 0;
  for (let vertex = 0; vertex < graph.vertexCount; vertex++) {
    for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++)
      if (arc_ms[arc] !== NO_WAY) arcHead[next++] = graph.arcHead[arc];
    firstArc[vertex + 1] = next;
  }
  return { ...graph, firstArc, arcHead };
}
