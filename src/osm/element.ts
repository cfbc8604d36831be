import type { Tags } from '../geo/feature.js';

export type MemberType = 'node' | 'way' | 'relation';

export interface RelationMember {
  type: MemberType;
  ref: number;
  role: string;
}

/**
 * Who takes the elements of a file, one call each, in file order. A kind without a handler is counted and skipped.
 * Ids are whole numbers within ±(2^53 - 1), negative ones included; `lon7` and `lat7` are 1e-7 degrees; `tags` is null
 * where an element has none, and otherwise an object without a prototype that the handler may keep.
 */
export interface ElementSink {
  node?(id: number, lon7: number, lat7: number, tags: Tags | null): void;
  /** `refs` is a view that is valid during the call only: copy what is to be kept. */
  way?(id: number, refs: Float64Array, tags: Tags | null): void;
  relation?(id: number, members: RelationMember[], tags: Tags | null): void;
}

export interface ReadOptions {
  /** After every piece of the file that is done with. Both figures are bytes of the file as it lies on disk. */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  signal?: AbortSignal;
  /** How many blobs of a PBF file are unpacked ahead of the one being decoded. */
  threads?: number;
}

export interface ReadCounts {
  nodes: number;
  ways: number;
  relations: number;
  /** How old the data are as the file says, ISO 8601 in UTC. */
  timestamp?: string;
}
