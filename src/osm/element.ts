import type { Tags } from '../geo/feature.js';

export type MemberType = 'node' | 'way' | 'relation';

export interface RelationMember {
  type: MemberType;
  ref: number;
  role: string;
}

/**
 * Receives the elements of a file, one call each, in file order. A kind of element without a handler is
 * counted and skipped. Ids are whole numbers within ±(2^53 - 1), including negative ones. `lon7` and `lat7`
 * are 1e-7 degrees. `tags` is null for an element without tags; otherwise it is an object without a
 * prototype, which the handler may keep. `version` is 0 if the file has none.
 */
export interface ElementSink {
  node?(id: number, lon7: number, lat7: number, tags: Tags | null, version: number): void;
  /** `refs` is a view that is valid only during the call. Copy it to keep it. */
  way?(id: number, refs: Float64Array, tags: Tags | null, version: number): void;
  relation?(id: number, members: RelationMember[], tags: Tags | null, version: number): void;
  /**
   * The middle of an object, for files that have no more about its position (Overpass, `out center`). Comes
   * after the object.
   */
  center?(kind: 'way' | 'relation', id: number, lon7: number, lat7: number): void;
  /** An object that the file marks as deleted. It is not counted. */
  deleted?(kind: MemberType, id: number, version: number): void;
}

export interface ReadOptions {
  /** Called after every finished piece of the file. Both figures are bytes of the file on disk. */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  signal?: AbortSignal;
  /** How many blobs of a PBF file are unpacked ahead of the one being decoded. */
  threads?: number;
}

/** How many elements the file has, with or without a handler. */
export interface ReadCounts {
  nodes: number;
  ways: number;
  relations: number;
  /** The age of the data, according to the file: ISO 8601 in UTC. */
  timestamp?: string;
  /** The source of its data that the file names, if any. */
  attribution?: string;
  /** URL of the licence of its data, if it names one. */
  license?: string;
  /** Whether the file says that its data are invented. */
  isInvented?: boolean;
}
