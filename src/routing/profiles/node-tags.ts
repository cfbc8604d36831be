import type { Tags } from '../../geo/feature.js';

/** Keys of a node that a profile reads. Other nodes on a road change nothing. */
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

/** Whether a node on a road may change a route. */
export function isRoadNode(tags: Tags): boolean {
  return NODE_KEYS.some((key) => tags[key] !== undefined);
}
