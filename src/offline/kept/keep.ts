import { forAll } from './at-once.js';
import {
  partsOf,
  PIECE_BYTES,
  type OfflineManifest,
  type OfflinePart,
  type OfflinePartName,
  type OfflinePiece,
} from './manifest.js';
import { OfflineError } from './offline-error.js';
import { checkPiece, type PieceSource } from './piece-source.js';
import { readManifest } from './read-manifest.js';
import { sha256Of } from './sha256.js';

/** The parts of the browser's Cache API that we use. */
interface KeptFiles {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
  delete(url: string): Promise<boolean>;
  keys(): Promise<readonly { url: string }[]>;
}

interface Caches {
  open(name: string): Promise<KeptFiles>;
  has(name: string): Promise<boolean>;
  delete(name: string): Promise<boolean>;
}

/** All programs on an origin share one namespace for caches. */
const PREFIX = 'gazarch-offline-';

/** A placeholder base URL, because the Cache API requires URLs as keys. It is never requested. */
const PLACE = 'https://gazarch.invalid/';
const MANIFEST = `${PLACE}manifest.json`;
const pieceUrl = (sha256: string): string => `${PLACE}${sha256}`;

/** The number of pieces to download at a time; more would not help on a phone with poor reception. */
const AT_ONCE = 3;

export const DEFAULT_NAME = 'default';

interface KeepProgress {
  /** The number of bytes downloaded so far, including pieces that were already stored. */
  done_bytes: number;
  total_bytes: number;
}

export interface KeepOptions {
  /** The parts to include; by default, all available parts. */
  parts?: readonly OfflinePartName[];
  /** The name of the stored data; data stored under other names is not affected. */
  name?: string;
  onProgress?: (progress: KeepProgress) => void;
  /** Any JSON value to store with the data in the same write: `keptManifest` returns it as `note`. */
  note?: unknown;
  /**
   * Aborts the download. Pieces already received are kept, and the next download continues with the missing
   * ones.
   */
  signal?: AbortSignal;
}

/** @throws OfflineError `no_storage` */
async function openFiles(name: string): Promise<KeptFiles> {
  return await cachesOfPage().open(PREFIX + name);
}

function cachesOfPage(): Caches {
  const { caches } = globalThis as unknown as { caches?: Caches };
  if (caches === undefined)
    throw new OfflineError(
      'no_storage',
      'Nothing can be stored here: storage needs an https or localhost page.',
    );
  return caches;
}

/** The manifest of the stored data, with only the chosen parts and with the caller's note. */
export type KeptManifest = OfflineManifest & { note?: unknown };

/**
 * Downloads missing pieces, checks them, and only then replaces the stored data in a single write. An
 * interrupted download leaves the stored data unchanged, and the next download resumes it. Pieces shared by
 * two editions are downloaded only once. Only one tab can download at a time.
 * @returns the manifest with the stored parts
 * @throws OfflineError; after `quota`, this download's pieces are removed
 */
export async function keep(source: PieceSource, options: KeepOptions = {}): Promise<OfflineManifest> {
  const { name = DEFAULT_NAME } = options;
  cachesOfPage();
  return await alone(name, () => keepAlone(source, options));
}

async function keepAlone(source: PieceSource, options: KeepOptions): Promise<OfflineManifest> {
  const { parts, name = DEFAULT_NAME, note, signal } = options;
  const whole = await readManifest(source, signal);
  const manifest = { ...whole, parts: partsOf(whole, parts) };
  const files = await openFiles(name);
  try {
    await download(source, manifest, files, options);
    await checkAllThere(files, manifest);
    signal?.throwIfAborted();
    await files.put(MANIFEST, new Response(JSON.stringify({ ...manifest, note })));
  } catch (cause) {
    if (!isQuota(cause)) throw cause;
    await removeOthers(files, await readKept(files));
    throw new OfflineError(
      'quota',
      'There is not enough space. Free some space on the device, or keep fewer parts or a smaller area.',
      { cause },
    );
  }
  // This cleanup runs after the stored data has been replaced. If this cleanup fails, the next download
  // removes the previous edition's pieces.
  await removeOthers(files, manifest).catch(() => undefined);
  return manifest;
}

interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable: true },
    work: (lock: object | null) => Promise<T>,
  ): Promise<T>;
}

/**
 * Runs a task in only one tab at a time. An environment without locks is assumed to have no tabs. @throws
 * OfflineError `busy`
 */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { navigator } = globalThis as unknown as { navigator?: { locks?: Locks } };
  if (navigator?.locks === undefined) return await work();
  return await navigator.locks.request(PREFIX + name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) return await work();
    throw new OfflineError('busy', 'Another tab is using this data. Wait until the other tab is done.');
  });
}

async function download(
  source: PieceSource,
  manifest: OfflineManifest,
  files: KeptFiles,
  { onProgress, signal }: KeepOptions,
): Promise<void> {
  const pieces = manifest.parts.flatMap((part) => part.pieces);
  const total_bytes = pieces.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);
  let done_bytes = 0;
  const note = (pieces: readonly OfflinePiece[]): void => {
    done_bytes += pieces.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);
    onProgress?.({ done_bytes, total_bytes });
  };
  const there = await wholeOf(files, pieces);
  note(pieces.filter((piece) => there.has(piece)));
  const missing = pieces.filter((piece) => !there.has(piece));
  await forAll(missing, AT_ONCE, async (piece) => {
    signal?.throwIfAborted();
    const bytes = await source.piece(piece, manifest, signal);
    await checkPiece(bytes, piece);
    await files.put(pieceUrl(piece.sha256), new Response(bytes));
    note([piece]);
  });
}

/** Returns the pieces that are already stored and whose bytes match their digests. */
async function wholeOf(
  files: KeptFiles,
  pieces: readonly OfflinePiece[],
): Promise<ReadonlySet<OfflinePiece>> {
  const names = new Set((await files.keys()).map(({ url }) => url));
  const whole = new Set<OfflinePiece>();
  for (const piece of pieces) {
    if (!names.has(pieceUrl(piece.sha256))) continue;
    const bytes = new Uint8Array(await (await files.match(pieceUrl(piece.sha256)))!.arrayBuffer());
    if ((await sha256Of(bytes)) === piece.sha256) whole.add(piece);
  }
  return whole;
}

/**
 * Checks that no piece is missing: browsers remove stored data when a device runs out of space. @throws
 * OfflineError `quota`
 */
async function checkAllThere(files: KeptFiles, { parts }: OfflineManifest): Promise<void> {
  const names = new Set((await files.keys()).map(({ url }) => url));
  for (const { pieces } of parts)
    for (const { sha256, file } of pieces)
      if (!names.has(pieceUrl(sha256)))
        throw new OfflineError(
          'quota',
          `The browser has already removed ${file}: free some space on the device.`,
        );
}

function isQuota(cause: unknown): boolean {
  return (cause as { name?: unknown } | null)?.name === 'QuotaExceededError';
}

/** @param manifest the manifest whose pieces are kept; if null, no pieces are kept */
async function removeOthers(files: KeptFiles, manifest: OfflineManifest | null): Promise<void> {
  const stays = new Set(
    manifest?.parts.flatMap(({ pieces }) => pieces.map(({ sha256 }) => pieceUrl(sha256))) ?? [],
  );
  for (const { url } of await files.keys()) if (url !== MANIFEST && !stays.has(url)) await files.delete(url);
}

async function readKept(files: KeptFiles): Promise<KeptManifest | null> {
  const response = await files.match(MANIFEST);
  return response === undefined ? null : ((await response.json()) as KeptManifest);
}

/** Returns the manifest of the stored data, or null if no data is stored. */
export async function keptManifest(name = DEFAULT_NAME): Promise<KeptManifest | null> {
  const { caches } = globalThis as unknown as { caches?: Caches };
  if (caches === undefined || !(await caches.has(PREFIX + name))) return null;
  return await readKept(await openFiles(name));
}

/** Removes stored data and anything left over from interrupted downloads. @throws OfflineError `busy` */
export async function forget(name = DEFAULT_NAME): Promise<void> {
  const caches = cachesOfPage();
  await alone(name, () => caches.delete(PREFIX + name));
}

/**
 * Returns a source that reads the stored pieces.
 * @throws OfflineError `not_found` if no data is stored, or later, when reading a piece that the browser has
 * removed
 */
export async function keptSource(name = DEFAULT_NAME): Promise<PieceSource> {
  const files = await openFiles(name);
  const manifest = await readKept(files);
  if (manifest === null) throw new OfflineError('not_found', 'No data is stored in this browser.');
  return {
    manifest: () => Promise.resolve(manifest),
    piece: (piece) => readPiece(files, piece),
  };
}

async function readPiece(files: KeptFiles, { sha256, file }: OfflinePiece): Promise<Uint8Array<ArrayBuffer>> {
  const response = await files.match(pieceUrl(sha256));
  if (response === undefined)
    throw new OfflineError(
      'not_found',
      `${file} has been removed from the browser: open or download the data again.`,
    );
  return new Uint8Array(await response.arrayBuffer());
}

/** Reads bytes at any offset. @throws OfflineError `not_found` if the browser has removed a piece */
type ReadBytes = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** The number of recently used pieces to cache; the visible part of a map spans only a few pieces. */
const RECENT_PIECES = 4;

/** Returns a function that reads bytes at any offset in a stored part; the map uses it. */
export function keptBytes({ pieces, bytes: end }: OfflinePart, name = DEFAULT_NAME): ReadBytes {
  const recent = new Map<number, Promise<Uint8Array>>();
  const pieceAt = (number: number): Promise<Uint8Array> => {
    const piece = recent.get(number) ?? openFiles(name).then((files) => readPiece(files, pieces[number]));
    piece.catch(() => recent.delete(number));
    recent.delete(number);
    recent.set(number, piece);
    if (recent.size > RECENT_PIECES) recent.delete(recent.keys().next().value!);
    return piece;
  };
  return async (offset, length) => {
    const bytes = new Uint8Array(Math.min(length, end - offset));
    for (let done = 0; done < bytes.length;) {
      const number = Math.floor((offset + done) / PIECE_BYTES);
      const from = offset + done - number * PIECE_BYTES;
      const some = (await pieceAt(number)).subarray(from, from + bytes.length - done);
      bytes.set(some, done);
      done += some.length;
    }
    return bytes;
  };
}
