import { numberAt, type Packed } from '../../arrays/packed.js';

/**
 * Classes of segments that can reach, or be reached from, the same segments. The classes of two segments
 * determine whether a path connects them, so checking one segment of each class is enough.
 * graph/reach-classes.ts computes them.
 */
export interface Reach {
  /** Per segment: its class; all segments of a class can reach the same segments. */
  from: Packed;
  /** Per segment: its class; all segments of a class can be reached from the same segments. */
  to: Packed;
  /**
   * Per class of `from`: twice the number of its part of the network, counted from 1, plus IN_HUB if the
   * class can reach the hub of this part. There are no paths between parts. The value is LEADS_NOWHERE if no
   * path leaves the class at all.
   */
  fromHub: Uint32Array;
  /** Per class of `to`: the same value, but with IN_HUB if the class can be reached from the hub. */
  toHub: Uint32Array;
}

export const LEADS_NOWHERE = 0;
export const IN_HUB = 1;

/** Used instead of a segment's class if each place on the segment has its own class. */
export const SEVERAL = 0xffffffff;

/** Whether a path connects two classes, if that is known without a search. */
export type Connection = 'yes' | 'no' | 'unknown';

/** Returns whether a path leads from a class of `from` to a class of `to`. */
export function connection({ fromHub, toHub }: Reach, from: number, to: number): Connection {
  if (from === SEVERAL || to === SEVERAL) return 'unknown';
  const [leaves, arrives] = [fromHub[from], toHub[to]];
  if (leaves === LEADS_NOWHERE || arrives === LEADS_NOWHERE) return 'no';
  if (leaves >> 1 !== arrives >> 1) return 'no';
  return (leaves & arrives & IN_HUB) === IN_HUB ? 'yes' : 'unknown';
}

/** Whether a route that leaves a segment can certainly return to it via the hub. */
export function comesBack(reach: Reach, segment: number): boolean {
  return connection(reach, numberAt(reach.from, segment), numberAt(reach.to, segment)) === 'yes';
}
