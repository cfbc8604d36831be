/** The types of `gazarch/offline`: what `src/offline/offline.ts` exports. Answers are those of the client. */
export const OFFLINE_TYPES = `import type { Gazarch } from '../client/index.js';

export { GazarchError } from '../client/index.js';

export type Part = 'search' | 'driving' | 'walking' | 'tiles';

/** A failure of pieces, with the remedy in its message. */
export declare class OfflineError extends Error {
  readonly reason:
    | 'network'
    | 'not_found'
    | 'damaged'
    | 'other_version'
    | 'quota'
    | 'no_storage'
    | 'no_part'
    | 'busy'
    | 'closed';
  static is(error: unknown): error is OfflineError;
}

export interface Manifest {
  readonly edition: string;
  readonly format: number;
  readonly generator: string;
  /** When the data were imported, ISO 8601. */
  readonly made_at: string;
  readonly area: { readonly name: string; readonly bbox: readonly [number, number, number, number] } | null;
  readonly packing: 'br' | 'gzip' | 'none';
  /** Whom to name where answers are shown. */
  readonly sources: readonly {
    readonly name: string;
    readonly timestamp: string | null;
    readonly attribution: string | null;
    readonly license: string | null;
    readonly invented?: true;
  }[];
  readonly parts: readonly { readonly name: Part; readonly bytes: number; readonly packed_bytes: number }[];
}

/** Where pieces come from, when it is neither a web server nor a folder. */
export interface PieceSource {
  manifest(signal?: AbortSignal): Promise<unknown>;
  /** The bytes of a piece, unpacked. */
  piece(piece: {
    readonly file: string;
    readonly bytes: number;
    readonly sha256: string;
  }): Promise<Uint8Array<ArrayBuffer>>;
}

export interface OpenOptions {
  /** All that are there when absent. */
  parts?: readonly Part[];
  /** A worker of the file \`offline-worker.js\`, where the engine is to run; else it runs in this thread. */
  worker?: unknown;
  signal?: AbortSignal;
  /** Roads that are open at some times only are as they are at this moment; now when absent. */
  now?: Date;
}

export interface KeepOptions {
  parts?: readonly Part[];
  /** Under which name; others are kept beside it. */
  name?: string;
  /** Bytes as they are downloaded. */
  onProgress?: (progress: { done_bytes: number; total_bytes: number }) => void;
  /** Ends the download. The next one goes on from there. */
  signal?: AbortSignal;
}

/** The client over pieces that are open: the answers of \`/v1\` without a network. */
export interface Offline extends Gazarch {
  readonly manifest: Manifest;
  readonly parts: readonly Part[];
  /** What the service would answer to a target such as \`/v1/geocode?q=зоосан\`, byte for byte. */
  answer(target: string): Promise<{ status: number; body: Uint8Array }>;
  close(): void;
}

/** Opens pieces of a URL: of the manifest or its folder; \`file:\` in Node. Each is checked. */
export declare function open(source: string | URL | PieceSource, options?: OpenOptions): Promise<Offline>;
/** Opens what \`keep\` has kept in this browser. */
export declare function openKept(options?: OpenOptions & { name?: string }): Promise<Offline>;
/** Downloads pieces into this browser. What was kept before stays until all is there and checked. */
export declare function keep(source: string | URL | PieceSource, options?: KeepOptions): Promise<Manifest>;
/** The manifest of what is kept; null for nothing. */
export declare function keptManifest(name?: string): Promise<Manifest | null>;
/** Removes what is kept. */
export declare function forget(name?: string): Promise<void>;
`;
