import type { GrowableFloat64 } from '../../arrays/growable.js';
import type { Feature, Tags } from '../../geo/feature.js';
import type { RelationMember } from '../../osm/element.js';
import { isAreaWay } from '../../osm/area-or-road.js';
import type { NodePositions } from './node-positions.js';

/** A way that the import keeps. Its `length` node ids begin at index `start` of `KeptOsm.refs`. */
export interface KeptWay {
  id: number;
  tags: Tags;
  start: number;
  length: number;
  isRoad: boolean;
  isFeature: boolean;
}

export interface KeptRelation {
  id: number;
  tags: Tags;
  members: RelationMember[];
}

/** Everything that the passes keep from the files in order to build the features and the network. */
export interface KeptOsm {
  ways: KeptWay[];
  /** Maps way ids to indexes in `ways`. */
  wayById: Map<number, number>;
  areas: KeptRelation[];
  restrictions: KeptRelation[];
  /** Relations that join a street with its houses. */
  streets: KeptRelation[];
  /** Node ids of all kept ways, one way after another. */
  refs: GrowableFloat64;
  nodes: NodePositions;
  /** The tags of nodes on roads, by index in `nodes`. */
  nodeTags: Map<number, Tags>;
  /** The `entrance` values of nodes on ways, by index in `nodes`. */
  entrances: Map<number, string>;
  points: Feature[];
  /** By feature id: the center of an object whose outline is not in the file. */
  centers: Map<string, readonly [lon7: number, lat7: number]>;
}

/** Whether a closed way encloses an area. If not, the way is a line that ends where it starts. */
export function isAreaOf(way: KeptWay, refs: Float64Array): boolean {
  return way.length >= 4 && refs[way.start] === refs[way.start + way.length - 1] && isAreaWay(way.tags);
}
