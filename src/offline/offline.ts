import { Engine } from './engine.js';
import { fromFolder } from './from-folder.js';
import {
  closedError,
  openInWorker,
  type EngineWorker,
  type Answerer,
  type OfflineAnswer,
} from './kept/in-worker.js';
import { DEFAULT_NAME, keep as keepPieces, keptSource, type KeepOptions } from './kept/keep.js';
import type { OfflineManifest, OfflinePartName } from './kept/manifest.js';
import { fromUrl, type PieceSource } from './kept/piece-source.js';
import { Gazarch, keptData } from '../client/client.js';

/** The entry point of the package `gazarch/offline`. */

export { GazarchError } from '../client/client.js';
export { forget, keptManifest } from './kept/keep.js';
export { OfflineError } from './kept/offline-error.js';

/**
 * The URL of a manifest or of its folder (in Node, this can be a `file:` URL), or any object that provides
 * the pieces.
 */
type Source = string | URL | PieceSource;

interface OpenOptions {
  parts?: readonly OfflinePartName[];
  /**
   * A worker running `offline-worker.js`, which hosts the engine; without it, the engine runs in this thread.
   */
  worker?: EngineWorker;
  /** Aborts opening and terminates the worker. */
  signal?: AbortSignal;
  /** The time for which roads with opening hours are evaluated; by default, now. */
  now?: Date;
}

/**
 * Opens pieces and answers requests from them. Each piece is checked against its digest. @throws OfflineError
 */
export async function open(source: Source, { worker, ...options }: OpenOptions = {}): Promise<Offline> {
  if (worker === undefined) return await openHere(pieceSource(source), options, false);
  if (typeof source !== 'string' && !(source instanceof URL))
    throw new TypeError('A worker can only open pieces from a URL.');
  const url = new URL(source, (globalThis as { location?: { href: string } }).location?.href).href;
  return await inWorker(worker, { url, kept: DEFAULT_NAME }, options);
}

/**
 * Opens the data that `keep` has stored in this browser. @throws OfflineError `not_found` if no data is
 * stored
 */
export async function openKept({
  worker,
  name = DEFAULT_NAME,
  ...options
}: OpenOptions & { name?: string } = {}): Promise<Offline> {
  if (worker === undefined) return await openHere(await keptSource(name), options, true);
  return await inWorker(worker, { url: null, kept: name }, options);
}

/** Downloads pieces to this browser; see `keep` in kept/keep.ts. @throws OfflineError */
export async function keep(source: Source, options: KeepOptions = {}): Promise<OfflineManifest> {
  return await keepPieces(pieceSource(source), options);
}

function pieceSource(source: Source): PieceSource {
  if (typeof source === 'object' && 'piece' in source) return source;
  return /^file:/.test(String(source)) ? fromFolder(new URL(source)) : fromUrl(source);
}

async function openHere(
  source: PieceSource,
  { parts, signal, now }: Omit<OpenOptions, 'worker'>,
  isKept: boolean,
): Promise<Offline> {
  let engine: Engine | null = await Engine.open(source, { isKept, parts, signal, now_ms: now?.getTime() });
  const { manifest, parts: open } = engine;
  return new Offline({
    manifest,
    parts: open,
    answer: async (target) => {
      if (engine === null) throw closedError();
      return await engine.answer(target);
    },
    close: () => (engine = null),
  });
}

async function inWorker(
  worker: EngineWorker,
  source: { url: string | null; kept: string },
  { parts, now, signal }: Omit<OpenOptions, 'worker'>,
): Promise<Offline> {
  return new Offline(await openInWorker(worker, { ...source, parts, now_ms: now?.getTime() }, signal));
}

/** A client that answers requests from open pieces: `/v1` without a network. */
class Offline extends Gazarch {
  readonly #answerer: Answerer;

  constructor(answerer: Answerer) {
    super({ transport: keptData(answerer) });
    this.#answerer = answerer;
  }

  get manifest(): OfflineManifest {
    return this.#answerer.manifest;
  }

  /** The open parts. */
  get parts(): readonly OfflinePartName[] {
    return this.#answerer.parts;
  }

  /**
   * Returns the same bytes as the service, except that the request id is always `offline`.
   * @param target such as `/v1/geocode?q=зоосан`
   */
  answer(target: string): Promise<OfflineAnswer> {
    return this.#answerer.answer(target);
  }

  /** Frees the memory and terminates the worker, if there is one. */
  close(): void {
    this.#answerer.close();
  }
}
