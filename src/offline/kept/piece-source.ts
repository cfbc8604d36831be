import type { OfflineManifest, OfflinePiece } from './manifest.js';
import { OfflineError } from './offline-error.js';

/** Where pieces come from: a web server, a folder, what a browser has kept. */
export interface PieceSource {
  /** As it was written, not checked yet. */
  manifest(signal?: AbortSignal): Promise<unknown>;
  /** The bytes of a piece, unpacked; they need not be checked. */
  piece(
    piece: OfflinePiece,
    manifest: OfflineManifest,
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** Name of the manifest in its folder. */
export const MANIFEST_FILE = 'manifest.json';

/**
 * Pieces of a web server.
 * @param url of the manifest, or of its folder
 */
export function fromUrl(url: string | URL): PieceSource {
  const base = new URL(url, (globalThis as { location?: { href: string } }).location?.href);
  const manifestUrl = base.pathname.endsWith('.json') ? base : inFolder(base, MANIFEST_FILE);
  return {
    manifest: async (signal) => {
      const response = await get(manifestUrl, signal, 'no-cache');
      return await response.json().catch((cause: unknown) => {
        throw new OfflineError('damaged', `${manifestUrl.href} is no manifest of gazarch.`, { cause });
      });
    },
    piece: async ({ file }, { packing }, signal) => {
      const response = await get(new URL(file, manifestUrl), signal, 'no-store');
      return await bytesOf(packing === 'gzip' ? unzipped(response) : response, signal);
    },
  };
}

function inFolder(folder: URL, name: string): URL {
  const url = new URL(folder);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  return url;
}

async function get(
  url: URL,
  signal: AbortSignal | undefined,
  cache: 'no-cache' | 'no-store',
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { cache, ...(signal !== undefined && { signal }) } as RequestInit);
  } catch (cause) {
    throw interrupted(signal, cause);
  }
  if (response.ok) return response;
  const reason = response.status === 404 || response.status === 410 ? 'not_found' : 'network';
  throw new OfflineError(reason, `${url.href} answers with status ${response.status}.`);
}

/** The body of a `.gz` file that the server sends as it lies there. */
function unzipped(response: Response): Response {
  return response.headers.get('content-encoding') === 'gzip'
    ? response
    : new Response(response.body!.pipeThrough(new DecompressionStream('gzip') as never));
}

async function bytesOf(response: Response, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw interrupted(signal, cause);
  }
}

function interrupted(signal: AbortSignal | undefined, cause: unknown): unknown {
  if (signal?.aborted === true) return signal.reason;
  return new OfflineError('network', 'The download broke off. Ask again: it goes on where it ended.', {
    cause,
  });
}

/** @throws OfflineError `damaged` when these are not the bytes that the manifest promises */
export async function checkPiece(
  bytes: Uint8Array<ArrayBuffer>,
  { file, sha256, packed_bytes }: OfflinePiece,
): Promise<void> {
  const subtle = globalThis.crypto?.subtle as typeof globalThis.crypto.subtle | undefined;
  if (subtle === undefined)
    throw new OfflineError('no_storage', 'Pieces can be checked only on pages of https or localhost.');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256) return;
  const isPacked = bytes.length === packed_bytes && file.endsWith('.br');
  throw new OfflineError(
    'damaged',
    isPacked
      ? `${file} came packed: the web server must send .br files with "Content-Encoding: br". ` +
          'Or export with --packing gzip, which needs nothing of the server.'
      : `${file} has other bytes than the manifest says: download it again, or export anew.`,
  );
}
