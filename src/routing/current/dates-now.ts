import { numberAt } from '../../arrays/packed.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { LocalTime } from '../../local-time.js';
import { readDatedRoads, type DatedRoads, type DatedWay } from '../frozen/dated-roads.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { isOpen } from '../frozen/segment-table.js';
import { conditionsOf, restrictionAt, tagsAt } from '../profiles/dates.js';
import { ferryKmh } from '../profiles/ferry.js';
import type { Profile } from '../profiles/profile.js';
import { profilesWith } from '../profiles/profiles.js';
import { CLOSED, type PairCosts } from './pair-costs.js';

/** Gates and turns that are currently closed although their roads are open. */
export interface Blocked {
  /** The directed segments that have a closed gate at their end. */
  heads: Set<number>;
  /** Turns from one directed segment to another, as keys created by `turnKey`. */
  turns: Set<string>;
}

export function turnKey(from: number, to: number): string {
  return `${from} ${to}`;
}

/** Returns the directed segment where a turn begins. */
export function turnStart(key: string): number {
  return parseInt(key, 10);
}

/** Determines the state of all time-dependent roads, gates and turns at a given moment. */
export class DatesNow {
  readonly #data: RoutingData;
  readonly #dates: DatedRoads | null;
  readonly #profile: Profile | null;
  /** Per row of the way table: the runs that belong to it. */
  readonly #runs = new Map<number, { segment: number; run: number }[]>();

  constructor(data: RoutingData) {
    this.#data = data;
    this.#dates = readDatedRoads(data.dates);
    this.#profile = this.#dates === null ? null : profilesWith(this.#dates.driving)[this.#dates.mode];
    const { segments } = data;
    for (const { row } of this.#dates?.ways ?? []) this.#runs.set(row, []);
    if (this.#runs.size === 0) return;
    for (let segment = 0; segment < segments.count; segment++) {
      const end = numberAt(segments.firstRun, segment + 1);
      for (let run = numberAt(segments.firstRun, segment); run < end; run++)
        this.#runs.get(numberAt(segments.runWay, run) >> 1)?.push({ segment, run });
    }
  }

  /** Writes the costs at a given moment wherever they differ from the imported costs. */
  apply(now: LocalTime, costs: PairCosts): Blocked {
    const blocked: Blocked = { heads: new Set(), turns: new Set() };
    if (this.#dates === null || this.#profile === null) return blocked;
    const profile = this.#profile;
    for (const way of this.#dates.ways) this.#applyWay(way, profile, now, costs);
    for (const { tags, heads } of this.#dates.nodes)
      if (profile.node(tagsAt(tags, conditionsOf(tags), now))?.access === 'none')
        for (const head of heads) blocked.heads.add(head);
    for (const turn of this.#dates.turns) {
      const rule = restrictionAt(profile, turn.tags, now);
      if (rule === 'no') blocked.turns.add(turnKey(turn.from, turn.to));
      if (rule === 'only') this.#blockOthers(turn.from, turn.to, blocked);
    }
    return blocked;
  }

  #applyWay({ row, tags, surroundings }: DatedWay, profile: Profile, now: LocalTime, costs: PairCosts): void {
    const { segments } = this.#data;
    const rule = profile.way(tagsAt(tags, conditionsOf(tags), now), surroundings);
    for (const { segment, run } of this.#runs.get(row)!) {
      const isLast = run + 1 === numberAt(segments.firstRun, segment + 1);
      const end = isLast ? segments.firstPosition[segment + 1] - 1 : numberAt(segments.runPosition, run + 1);
      for (const against of [0, 1] as const) {
        if (!isOpen(segments, 2 * segment + against)) continue;
        const isForward = (numberAt(segments.runWay, run) & 1) === against;
        const { access, speed_kmh } = (isForward ? rule?.forward : rule?.backward) ?? NOT_OPEN;
        for (let position = numberAt(segments.runPosition, run); position < end; position++) {
          if (access === 'none') costs.set(segment, position, against, CLOSED);
          else if (ferryKmh(tags) === null)
            costs.set(segment, position, against, Math.round((3600 * this.#length_m(position)) / speed_kmh));
        }
      }
    }
  }

  #length_m(position: number): number {
    const { positions } = this.#data.segments;
    const [lon1, lat1] = [lon7At(positions, position), lat7At(positions, position)];
    const [lon2, lat2] = [lon7At(positions, position + 1), lat7At(positions, position + 1)];
    return distanceM(toDegrees(lon1), toDegrees(lat1), toDegrees(lon2), toDegrees(lat2));
  }

  /** Blocks all turns from a segment except the one allowed turn. */
  #blockOthers(from: number, to: number, { turns }: Blocked): void {
    const { graph, targets } = this.#data;
    const end = numberAt(targets.first, from + 1);
    for (let i = numberAt(targets.first, from); i < end; i++) {
      const vertex = numberAt(targets.vertex, i);
      for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++) {
        const next = graph.drivenSegment[graph.arcHead[arc]];
        if (next !== to) turns.add(turnKey(from, next));
      }
    }
  }
}

const NOT_OPEN = { access: 'none', speed_kmh: 0 } as const;
