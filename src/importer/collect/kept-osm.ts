import type { GrowableFloat64 } from '../../arrays/growable.js';
import type { Feature, Tags } from '../../geo/feature.js';
import type { RelationMember } from '../../osm/element.js';
import { isAreaWay } from '../../osm/vocabulary.js';
import type { NodePositions } from './node-positions.js';

/** A way worth keeping. Its node ids are in `KeptOsm.refs`, `length` of them from index `start`. */
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

/** Everything that the passes keep from the files, before it becomes features and a network. */
export interface KeptOsm {
  ways: KeptWay[];
  /** Index in `ways`, by way id. */
  wayById: Map<number, number>;
  areas: KeptRelation[];
  restrictions: KeptRelation[];
  /** Streets with their houses. */
  streets: KeptRelation[];
  /** Node ids of all kept ways, one after the other. */
  refs: GrowableFloat64;
  nodes: NodePositions;
  /** Tags of nodes on roads, by place in `nodes`. */
  nodeTags: Map<number, Tags>;
  /** Values of `entrance` for nodes on ways, by place in `nodes`. */
  entrances: Map<number, string>;
  points: Feature[];
  /** By id of a feature: the middle of an object whose outline is not in the file. */
  centers: Map<string, readonly [lon7: number, lat7: number]>;
}

/** Whether a closed way encloses an area. Otherwise it is a line that returns to its start. */
export function isAreaOf(way: KeptWay, refs: Float64Array): boolean {
  return way.length >= 4 && refs[way.start] === refs[way.start + way.length - 1] && isAreaWay(way.tags);
}
