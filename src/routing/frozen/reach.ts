import { numberAt, type Packed } from '../../arrays/packed.js';

/**
 * Classes of segments that reach the same segments, and are reached from the same ones. The classes of two
 * segments decide whether a path connects them, so one of each class is enough to find out.
 * graph/reach-classes.ts makes them.
 */
export interface Reach {
  /** By segment: routes from segments of one class reach the same segments. */
  from: Packed;
  /** By segment: routes to segments of one class can come from the same segments. */
  to: Packed;
  /**
   * By class of `from`: twice its part of the network, counted from 1, and IN_HUB if it reaches the hub of
   * this part. No path leads from one part to another. LEADS_NOWHERE if no path leaves the class at all.
   */
  fromHub: Uint32Array;
  /** By class of `to`: the same, with IN_HUB if the hub reaches it. */
  toHub: Uint32Array;
}

export const LEADS_NOWHERE = 0;
export const IN_HUB = 1;

/** Stands in for the class of a segment: each place on it is a class of its own. */
export const SEVERAL = 0xffffffff;

/** Whether a path connects two classes, as far as this is known without a search. */
export type Connection = 'yes' | 'no' | 'unknown';

/** Whether a path leads from a class of `from` to a class of `to`. */
export function connection({ fromHub, toHub }: Reach, from: number, to: number): Connection {
  if (from === SEVERAL || to === SEVERAL) return 'unknown';
  const [leaves, arrives] = [fromHub[from], toHub[to]];
  if (leaves === LEADS_NOWHERE || arrives === LEADS_NOWHERE) return 'no';
  if (leaves >> 1 !== arrives >> 1) return 'no';
  return (leaves & arrives & IN_HUB) === IN_HUB ? 'yes' : 'unknown';
}

/** Whether a route is certain to get from a segment back to the same segment, over the hub. */
export function comesBack(reach: Reach, segment: number): boolean {
  return connection(reach, numberAt(reach.from, segment), numberAt(reach.to, segment)) === 'yes';
}
