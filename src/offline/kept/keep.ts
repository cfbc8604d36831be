import { FORMAT_VERSION } from '../../dataset/format.js';
import {
  checkedManifest,
  partsOf,
  PIECE_BYTES,
  type OfflineManifest,
  type OfflinePartName,
} from './manifest.js';
import { OfflineError } from './offline-error.js';
import { checkPiece, type PieceSource } from './piece-source.js';

/** What is used of the Cache API of browsers. */
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

/** Names of caches are common to all programs of an origin. */
const PREFIX = 'gazarch-offline-';

/** A cache wants addresses. Nobody asks this one. */
const PLACE = 'https://gazarch.invalid/';
const MANIFEST = `${PLACE}manifest.json`;
const pieceUrl = (sha256: string): string => `${PLACE}${sha256}`;

/** Pieces on their way at a time: a phone far from a mast has no use for more. */
const AT_ONCE = 3;

export const DEFAULT_NAME = 'default';

interface KeepProgress {
  /** Bytes as they are downloaded; what was there before counts as done. */
  done_bytes: number;
  total_bytes: number;
}

export interface KeepOptions {
  /** All that are there when absent. */
  parts?: readonly OfflinePartName[];
  /** Under which name; another name is kept beside it. */
  name?: string;
  onProgress?: (progress: KeepProgress) => void;
  /** Ends the download. What has arrived stays, and the next one goes on from there. */
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
      'Nothing can be kept here: that needs a page of https or localhost.',
    );
  return caches;
}

/**
 * Downloads what is not here yet, checks it, and only then takes it in the place of what was kept before. A
 * download that breaks off changes nothing; the next one has only the rest to do. Pieces that two editions
 * have in common are downloaded once.
 * @returns the manifest, with the parts that are kept
 * @throws OfflineError; after `quota`, what came of this download is removed
 */
export async function keep(source: PieceSource, options: KeepOptions = {}): Promise<OfflineManifest> {
  const { parts, name = DEFAULT_NAME, signal } = options;
  const whole = checkedManifest(await source.manifest(signal), FORMAT_VERSION);
  const manifest = { ...whole, parts: partsOf(whole, parts) };
  const files = await openFiles(name);
  try {
    await download(source, manifest, files, options);
    await files.put(MANIFEST, new Response(JSON.stringify(manifest)));
  } catch (cause) {
    if (!isQuota(cause)) throw cause;
    await removeOthers(files, await readKept(files));
    throw new OfflineError(
      'quota',
      'There is not enough room for this. Make room on the device, or keep fewer parts or a smaller area.',
      { cause },
    );
  }
  await removeOthers(files, manifest);
  return manifest;
}

async function download(
  source: PieceSource,
  manifest: OfflineManifest,
  files: KeptFiles,
  { onProgress, signal }: KeepOptions,
): Promise<void> {
  const pieces = manifest.parts.flatMap((part) => part.pieces);
  const total_bytes = pieces.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);
  const there = new Set((await files.keys()).map(({ url }) => url));
  let done_bytes = 0;
  const note = (bytes: number): void => {
    done_bytes += bytes;
    onProgress?.({ done_bytes, total_bytes });
  };
  const missing = pieces.filter(({ sha256 }) => !there.has(pieceUrl(sha256)));
  note(total_bytes - missing.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0));
  const queue = missing.values();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const piece of queue) {
      if (hasFailed) return;
      signal?.throwIfAborted();
      const bytes = await source.piece(piece, manifest, signal);
      await checkPiece(bytes, piece);
      await files.put(pieceUrl(piece.sha256), new Response(bytes));
      note(piece.packed_bytes);
    }
  };
  // All have ended before anybody hears of a failure: nothing is put behind the back of who tidies up.
  const ends = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      work().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function isQuota(cause: unknown): boolean {
  return (cause as { name?: unknown } | null)?.name === 'QuotaExceededError';
}

/** @param manifest whose pieces stay; null: none do */
async function removeOthers(files: KeptFiles, manifest: OfflineManifest | null): Promise<void> {
  const stays = new Set(
    manifest?.parts.flatMap(({ pieces }) => pieces.map(({ sha256 }) => pieceUrl(sha256))) ?? [],
  );
  for (const { url } of await files.keys()) if (url !== MANIFEST && !stays.has(url)) await files.delete(url);
}

async function readKept(files: KeptFiles): Promise<OfflineManifest | null> {
  const response = await files.match(MANIFEST);
  return response === undefined ? null : ((await response.json()) as OfflineManifest);
}

/** The manifest of what is kept; null for nothing. */
export async function keptManifest(name = DEFAULT_NAME): Promise<OfflineManifest | null> {
  const { caches } = globalThis as unknown as { caches?: Caches };
  if (caches === undefined || !(await caches.has(PREFIX + name))) return null;
  return await readKept(await openFiles(name));
}

/** Removes what is kept, and what is left of downloads that broke off. */
export async function forget(name = DEFAULT_NAME): Promise<void> {
  await cachesOfPage().delete(PREFIX + name);
}

/**
 * The pieces that are kept.
 * @throws OfflineError `not_found` for nothing, and later when the browser has removed pieces
 */
export async function keptSource(name = DEFAULT_NAME): Promise<PieceSource> {
  const files = await openFiles(name);
  const manifest = await readKept(files);
  if (manifest === null) throw new OfflineError('not_found', 'Nothing is kept in this browser.');
  return {
    manifest: () => Promise.resolve(manifest),
    piece: async ({ sha256, file }) => {
      const response = await files.match(pieceUrl(sha256));
      if (response === undefined)
        throw new OfflineError('not_found', `The browser has removed ${file}: download it again.`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** A part that is kept, to be read here and there: the map. */
export interface KeptPart {
  /** Of the manifest: another one for other bytes. */
  edition: string;
  /** @throws OfflineError `not_found` when the browser has removed a piece */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Null: it is not kept. */
export async function keptPart(part: OfflinePartName, name = DEFAULT_NAME): Promise<KeptPart | null> {
  const manifest = await keptManifest(name);
  const own = manifest?.parts.find((known) => known.name === part);
  if (manifest === null || own === undefined) return null;
  const source = await keptSource(name);
  return {
    edition: manifest.edition,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.min(length, own.bytes - offset));
      for (let done = 0; done < bytes.length;) {
        const number = Math.floor((offset + done) / PIECE_BYTES);
        const from = offset + done - number * PIECE_BYTES;
        const piece = await source.piece(own.pieces[number], manifest);
        const some = piece.subarray(from, from + bytes.length - done);
        bytes.set(some, done);
        done += some.length;
      }
      return bytes;
    },
  };
}
