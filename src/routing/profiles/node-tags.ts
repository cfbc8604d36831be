import type { Tags } from '../../geo/feature.js';

/** A node with one of these keys may affect a route. All other nodes are dropped. */
const NODE_KEYS = [
  'barrier',
  'highway',
  'ford',
  'access',
  'railway',
  'crossing',
  'motor_vehicle',
  'motorcar',
  'vehicle',
  'foot',
  'traffic_calming',
  'maxheight',
  'maxwidth',
  'maxweight',
  'hazard',
  'locked',
];

/** Whether a node on a road may affect a route. */
export function isRoadNode(tags: Tags): boolean {
  return NODE_KEYS.some((key) => tags[key] !== undefined);
}
