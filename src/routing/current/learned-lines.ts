import type { Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import { toDegrees } from '../../geo/coordinates.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LearnedSpeeds } from './learned-speeds.js';
import { WayLevels } from './way-levels.js';

/**
 * The ratios of learned to imported travel time at which each level of slowness begins. These levels reveal
 * far less than the learned rows do.
 */
export const SLOWER_FROM = [1.1, 1.5, 2, 3] as const;

/** Roads that share the same two levels of slowness, one per direction. */
export interface LearnedLines {
  /**
   * The number of thresholds in `SLOWER_FROM` that are reached in the direction of the lines; null if nothing
   * was learned in this direction.
   */
  along: number | null;
  against: number | null;
  /** The positions of each line in degrees, longitude first. */
  lines: Position[][];
}

/** The number of segments handled per step. */
const SEGMENTS_OF_STEP = 2 ** 10;

/**
 * Returns the roads with learned speeds in a slot, grouped by slowness. The result does not identify the
 * ways.
 */
export function* learnedLines(
  data: RoutingData,
  learned: LearnedSpeeds,
  slot: number,
): Steps<LearnedLines[]> {
  const { ways, segments } = data;
  const { positions } = segments;
  const levels = new WayLevels(data);
  /** @param way twice the row in the way table, plus 1 for travel against the way's direction */
  const levelOf = (way: number): number | null => {
    const id = 2 * ways.id[way >> 1] + (way & 1);
    if (!learned.has(id, slot)) return null;
    const longer = learned.longer(id, slot, { ...levels.of(way >> 1), usual: 1 });
    return SLOWER_FROM.filter((from) => longer >= from).length;
  };
  const at = (i: number): Position => [toDegrees(lon7At(positions, i)), toDegrees(lat7At(positions, i))];
  const found = new Map<string, LearnedLines>();
  for (let segment = 0; segment < segments.count; segment++) {
    if (segment % SEGMENTS_OF_STEP === 0) yield;
    const end = numberAt(segments.firstRun, segment + 1);
    for (let run = numberAt(segments.firstRun, segment); run < end; run++) {
      const way = numberAt(segments.runWay, run);
      const [along, against] = [levelOf(way), levelOf(way ^ 1)];
      if (along === null && against === null) continue;
      const isLast = run + 1 === end;
      const to = isLast ? segments.firstPosition[segment + 1] - 1 : numberAt(segments.runPosition, run + 1);
      const line: Position[] = [];
      for (let i = numberAt(segments.runPosition, run); i <= to; i++) line.push(at(i));
      const key = `${along} ${against}`;
      const own = found.get(key) ?? { along, against, lines: [] };
      own.lines.push(line);
      found.set(key, own);
    }
  }
  return [...found.values()];
}
