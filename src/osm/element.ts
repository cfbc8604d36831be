import type { Tags } from '../geo/feature.js';

export type MemberType = 'node' | 'way' | 'relation';

export interface RelationMember {
  type: MemberType;
  ref: number;
  role: string;
}

/**
 * Receives a file's elements in file order, one call per element. Element types without a handler are counted
 * and skipped. Ids are whole numbers within ±(2^53 - 1) and may be negative. `lon7` and `lat7` are in units
 * of 1e-7 degrees. `tags` is null for an element without tags; otherwise it is an object without a prototype,
 * which the handler may keep. `version` is 0 if the file has none.
 */
export interface ElementSink {
  node?(id: number, lon7: number, lat7: number, tags: Tags | null, version: number): void;
  /** `refs` is a view that is only valid during the call; copy it to keep it. */
  way?(id: number, refs: Float64Array, tags: Tags | null, version: number): void;
  relation?(id: number, members: RelationMember[], tags: Tags | null, version: number): void;
  /**
   * The center of an object, in files that contain no other position for it (Overpass, `out center`). Called
   * after the object itself.
   */
  center?(kind: 'way' | 'relation', id: number, lon7: number, lat7: number): void;
  /** An object that the file marks as deleted. It is not counted. */
  deleted?(kind: MemberType, id: number, version: number): void;
}

export interface ReadOptions {
  /** Called after each piece of the file has been read. Both numbers count bytes of the file on disk. */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  signal?: AbortSignal;
  /** The number of PBF blobs to unpack ahead of the blob being decoded. */
  threads?: number;
}

/** The number of elements in the file, whether or not they have a handler. */
export interface ReadCounts {
  nodes: number;
  ways: number;
  relations: number;
  /** The timestamp of the data according to the file, in ISO 8601 and UTC. */
  timestamp?: string;
  /** The data source that the file names, if any. */
  attribution?: string;
  /** The URL of the data's license, if the file names one. */
  license?: string;
  /** Whether the file says that its data is fictional. */
  isInvented?: boolean;
}
