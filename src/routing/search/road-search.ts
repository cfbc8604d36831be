import type { CurrentCosts, RoadMarks, RoadState } from '../current/current-roads.js';
import { OperatingError } from '../../errors.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';
import { Alternatives, type AlternativePath } from './alternatives.js';
import { ChangedArcs } from './changed-arcs.js';
import { CurrentSearch } from './current-search.js';
import { HierarchySearch } from './hierarchy-search.js';
import type { PathUnpacking } from '../paths/path-unpacking.js';
import type { PathSearch } from './path-search.js';
import { ClimbPaths, isChangedSegment, keptClimb, type PointClimbs } from './point-climbs.js';
import { avoidableFlags, avoidedRoads, isAvoidedSegment } from './avoided-roads.js';
import { GUIDED_BYTES } from './guided-search.js';
import { KeptByBytes } from './kept-by-bytes.js';
import { LowerBounds } from './lower-bounds.js';
import { OnDemandSearch } from './on-demand-search.js';
import { RoadsAtTimes } from './roads-at-times.js';
import type { ArcPath, RouteLine } from '../paths/route-line.js';
import { RouteSearch, type ChangedEnds, type FoundPath } from './route-search.js';
import type { Candidate } from '../ends/snap.js';

/** What differs from the import. */
export interface Marks {
  isChanged: Uint8Array;
  isFaster: boolean;
  changedArcs: ChangedArcs;
}

/** The roads of a moment, and who searches on them. */
interface Roads {
  data: RoutingData;
  /** Null: nothing differs from the import. */
  changed: (Marks & { search: RouteSearch; ends: ChangedEnds }) | null;
  /** The same for the same roads, until they are others with `use`. */
  key: string;
  readonly bytes: number;
}

/** Who searches where something is avoided. */
interface Avoiding {
  search: RouteSearch;
  readonly bytes: number;
}

/**
 * Combinations of what is avoided are kept up to so many bytes. For a country one takes 20 MB, and 60 when
 * its contraction is worked out.
 */
const MOST_BYTES = 128 * 2 ** 20;

/** Bytes of what is not the import's, and of a search on it that needs no preparation. */
function bytesOf({ segments, graph }: RoutingData): number {
  const costs = segments.ends.byteLength + segments.pair_ms.words.byteLength + graph.arc_ms.byteLength;
  return costs + GUIDED_BYTES * graph.vertexCount;
}
/** The roads of a moment, as they are. */
export interface RoadsOfNow {
  data: RoutingData;
  /** Null: nothing differs from the import. */
  ends: ChangedEnds | null;
}

function notYet(): OperatingError {
  return new OperatingError(
    'SERVICE_UNAVAILABLE',
    'Closures and dates of roads are being worked out. Try again in a moment.',
    { details: { reason: 'loading' } },
  );
}

/**
 * Finds the cheapest routes with the roads of now, or of another time. The hierarchy is that of the import,
 * where everything is as open and as fast as it ever is. So its route is the best one now, too, if nothing on
 * it has changed. Only otherwise there is a second search, with the costs of now.
 */
export class RoadSearch {
  /** The data with the costs of the import. */
  readonly imported: RoutingData;
  readonly #hierarchy: HierarchySearch;
  readonly #first: RouteSearch;
  /** From the targets of the first search. */
  readonly #bounds: LowerBounds;
  readonly #alternatives: Alternatives;
  readonly #atTimes: RoadsAtTimes<Roads>;
  readonly #asImported: Roads;
  /** By the roads and the way flags that are avoided. */
  readonly #avoiding = new KeptByBytes<Avoiding>(MOST_BYTES);
  /** All flags that any way has: nothing else can be avoided. */
  readonly #flagsOfWays: number;
  #now: Roads;
  /** Those of now, or those of the time that is asked about. */
  #roads: Roads;
  /** What has changed, as long as nobody knows the costs of now. */
  #awaited: Marks | null = null;
  /** Who has found the last path. */
  #last: RouteSearch;
  /** How often the roads have changed. */
  version = 0;

  constructor(data: RoutingData) {
    this.imported = data;
    this.#hierarchy = new HierarchySearch(data.hierarchy, data.graph);
    this.#bounds = new LowerBounds(data.hierarchy, this.#hierarchy);
    this.#first = this.#last = new RouteSearch(data, this.#hierarchy);
    this.#alternatives = new Alternatives(data, this.#hierarchy, this.#first);
    this.#atTimes = new RoadsAtTimes(data, (costs, key) => this.#roadsOf(costs, `at ${key}`));
    this.#asImported = { data, changed: null, key: 'imported', bytes: 0 };
    this.#flagsOfWays = avoidableFlags(data);
    this.#now = this.#roads = this.#asImported;
  }

  /** What the arcs of paths are unpacked with. */
  get unpacking(): PathUnpacking {
    return this.#hierarchy.unpacking;
  }

  /** The data with the costs of the roads that are searched on. */
  get data(): RoutingData {
    return this.#roads.data;
  }

  /** The roads are like this from the next search on. */
  use(roads: RoadState): void {
    this.version++;
    this.#avoiding.clear();
    if (roads.kind === 'awaited') {
      this.#awaited = this.#marks(roads.marks);
      return;
    }
    this.#awaited = null;
    this.#atTimes.use(roads.kind === 'current' ? (roads.changes ?? []) : []);
    if (roads.kind === 'imported') this.#now = this.#asImported;
    else {
      const { arcs } = roads.roads;
      const { contraction } = this.imported;
      this.#now = this.#roadsOf(
        roads.roads,
        'now',
        (data) => new CurrentSearch(contraction, arcs, data.graph),
      );
    }
    this.#roads = this.#now;
    this.#last = this.#first;
  }

  /** Searches are on the roads of a time from now on; null: of now. */
  lookAt(time: LocalTime | null): void {
    if (time !== null && this.#awaited !== null) throw notYet();
    this.#roads = time === null ? this.#now : (this.#atTimes.at(time) ?? this.#asImported);
  }

  #marks({ isChanged, isFaster }: Pick<RoadMarks, 'isChanged' | 'isFaster'>): Marks {
    const arcCount = this.imported.hierarchy.arcPlace.length;
    return { isChanged, isFaster, changedArcs: new ChangedArcs(this.unpacking, arcCount, isChanged) };
  }

  /** @param searchOn who finds paths there; one that needs no preparation when absent */
  #roadsOf(costs: CurrentCosts, key: string, searchOn?: (data: RoutingData) => PathSearch): Roads {
    const imported = this.imported;
    const { isChanged, isFaster, arc_ms, reach } = costs;
    const data: RoutingData = {
      ...imported,
      segments: { ...imported.segments, ...costs.segments },
      graph: { ...imported.graph, arc_ms },
      reach,
    };
    const ends: ChangedEnds = {
      isChanged,
      blockedArcs: new Set(costs.blockedArcs),
      blockedTails: new Set(costs.blockedTails),
      imported,
    };
    const onDemand = searchOn === undefined ? new OnDemandSearch(data, isFaster ? null : this.#bounds) : null;
    const search = new RouteSearch(data, onDemand ?? searchOn!(data), ends);
    return {
      data,
      changed: { ...this.#marks(costs), search, ends },
      key,
      get bytes() {
        return bytesOf(data) + (onDemand?.bytes ?? 0);
      },
    };
  }

  /** The cheapest route from any of the origins to any of the destinations; null when there is none. */
  cheapest(origins: readonly Candidate[], destinations: readonly Candidate[]): FoundPath | null {
    this.#last = this.#first;
    const found = this.#first.cheapest(origins, destinations);
    const awaited = this.#awaited;
    if (awaited !== null && (awaited.isFaster || this.#hasChanged(awaited, found))) throw notYet();
    const { changed } = this.#roads;
    if (changed === null || !(changed.isFaster || this.#hasChanged(changed, found))) return found;
    this.#last = changed.search;
    return changed.search.cheapest(origins, destinations);
  }

  /**
   * The same where ways with some flags count as slower than they are, by avoided-roads.ts. The time of the
   * route is the real one. A route without such ways is also the cheapest one now.
   */
  cheapestAvoiding(
    origins: readonly Candidate[],
    destinations: readonly Candidate[],
    kinds: number,
  ): FoundPath | null {
    const found = this.cheapest(origins, destinations);
    const flags = kinds & this.#flagsOfWays;
    if (found === null || flags === 0) return found;
    const driven = found.kind === 'path' ? this.driven() : [];
    const segments = [found.origin.segment, found.destination.segment, ...driven.map((own) => own >> 1)];
    if (!segments.some((segment) => isAvoidedSegment(this.data, segment, flags))) return found;
    if (this.#awaited !== null) throw notYet();
    const search = this.#searchAvoiding(flags);
    const other = search.cheapest(origins, destinations);
    if (other === null) return found;
    this.#last = search;
    return { ...other, duration_ms: search.duration_ms(other, this.data) };
  }

  #searchAvoiding(flags: number): RouteSearch {
    const { data: own, changed, key } = this.#roads;
    const made = (): Avoiding => {
      const data = avoidedRoads(own, flags);
      const onDemand = new OnDemandSearch(data, changed?.isFaster === true ? null : this.#bounds);
      return {
        search: new RouteSearch(data, onDemand, changed?.ends ?? null),
        get bytes() {
          return bytesOf(data) + onDemand.bytes;
        },
      };
    };
    return this.#avoiding.get(`${flags} ${key}`, made).search;
  }

  /**
   * Other routes between the same candidates than the best one, by docs/routing-requests.md, 15.
   * Roads that have changed since the import, or are avoided, are no part of them.
   */
  alternativesTo(
    best: AlternativePath,
    { origins, destinations }: { origins: readonly Candidate[]; destinations: readonly Candidate[] },
    { count, avoided }: { count: number; avoided: number },
  ): AlternativePath[] {
    if (best.found.kind === 'along') return [];
    const isChanged = (this.#awaited ?? this.#roads.changed)?.isChanged;
    const isLeftOut = (directed: number): boolean =>
      isChanged?.[directed] === 1 || (avoided !== 0 && isAvoidedSegment(this.data, directed >> 1, avoided));
    return this.#alternatives.to(best, { origins, destinations, count, isLeftOut });
  }

  /**
   * What has changed since the import; null: nothing.
   * @throws OperatingError SERVICE_UNAVAILABLE while it is not known what that means for costs
   */
  get changes(): Readonly<Marks> | null {
    if (this.#awaited !== null) throw notYet();
    return this.#roads.changed;
  }

  /**
   * The roads that are searched on.
   * @throws OperatingError SERVICE_UNAVAILABLE while they are worked out
   */
  get now(): RoadsOfNow {
    const { changes } = this;
    return { data: this.data, ends: changes === null ? null : this.#roads.changed!.ends };
  }

  /** The climbs of one end of many routes, with the costs of the import. */
  climbsOf(candidates: readonly Candidate[], direction: 'out' | 'in'): PointClimbs {
    const search = this.#hierarchy;
    search.reset();
    if (direction === 'out') this.#first.addOrigins(candidates);
    else this.#first.addDestinations(candidates);
    const { climbs, least_ms } = search.climbsOf(direction);
    return {
      candidates,
      climbs: climbs.map((climb) => keptClimb(climb, this.imported.hierarchy.cells)),
      least_ms,
    };
  }

  /** Tells how far the climbs go. @param line measures parts of segments */
  climbPaths(line: RouteLine): ClimbPaths {
    const { hierarchy, segments } = this.imported;
    return new ClimbPaths(hierarchy, this.#hierarchy, { segments, line });
  }

  /** Whether one candidate is ahead of another on the same segment, in a direction that is open. */
  isAhead(origin: Candidate, destination: Candidate): boolean {
    return (this.#roads.changed?.search ?? this.#first).isAhead(origin, destination);
  }

  /** The directed segments that the path of the last search drives. */
  driven(): number[] {
    return this.#last.driven();
  }

  /** The path of the last search, if it goes along arcs of the hierarchy, with the costs of the import. */
  arcs(): ArcPath | null {
    const { path, arcCount } = this.#hierarchy;
    return this.#last === this.#first ? { arcs: path, count: arcCount, isCut: this.#first.isCut } : null;
  }

  /** Draws the path of the last search. */
  draw(line: RouteLine): void {
    const path = this.arcs();
    if (path === null) line.followSegments(this.#last.driven());
    else line.follow(path);
  }

  #hasChanged(marks: Marks, found: FoundPath | null): boolean {
    if (found === null) return false;
    const { changedArcs } = marks;
    for (const { segment } of [found.origin, found.destination])
      if (isChangedSegment(marks, segment)) return true;
    if (found.kind === 'along') return false;
    const { path, arcCount } = this.#hierarchy;
    for (let i = 0; i < arcCount; i++) if (changedArcs.has(path[i])) return true;
    return false;
  }
}
