import type { OfflineManifest, OfflinePiece } from './manifest.js';
import { OfflineError } from './offline-error.js';
import { sha256Of } from './sha256.js';

/** Provides pieces from a web server, a folder or this browser's storage. */
export interface PieceSource {
  /** Returns the manifest as written, before any checks. */
  manifest(signal?: AbortSignal): Promise<unknown>;
  /** Returns a piece's unpacked bytes, which may not have been verified. */
  piece(
    piece: OfflinePiece,
    manifest: OfflineManifest,
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** The manifest's file name in its folder. */
export const MANIFEST_FILE = 'manifest.json';

/**
 * Reads pieces from a web server.
 * @param url the URL of the manifest or of its folder
 */
export function fromUrl(url: string | URL): PieceSource {
  const base = new URL(url, (globalThis as { location?: { href: string } }).location?.href);
  const manifestUrl = base.pathname.endsWith('.json') ? base : inFolder(base, MANIFEST_FILE);
  return {
    manifest: async (signal) => {
      const text = await bodyOf(await get(manifestUrl, signal, 'no-cache'), signal);
      return jsonOf(new TextDecoder().decode(text), manifestUrl.href);
    },
    piece: async ({ file }, { packing }, signal) => {
      const bytes = await bodyOf(await get(new URL(file, manifestUrl), signal, 'no-store'), signal);
      return packing === 'gzip' ? await unzipped(bytes, file) : bytes;
    },
  };
}

/** @throws OfflineError `damaged` */
export function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OfflineError('damaged', `${where} is not a gazarch manifest.`, { cause });
  }
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
  const init = { cache, ...(signal !== undefined && { signal }) } as RequestInit;
  const ask = (): Promise<Response> =>
    fetch(url, init).catch((cause: unknown) => {
      throw interrupted(signal, cause);
    });
  const response = await whenFree(ask, signal);
  if (response.ok) return response;
  const reason = response.status === 404 || response.status === 410 ? 'not_found' : 'network';
  throw new OfflineError(reason, `${url.href} responded with status ${response.status}.`);
}

async function bodyOf(response: Response, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw interrupted(signal, cause);
  }
}

/**
 * Returns the content of a `.gz` file. The browser may already have unpacked the file, depending on the
 * server's headers.
 */
async function unzipped(bytes: Uint8Array<ArrayBuffer>, file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream('gzip') as never);
    return new Uint8Array(await new Response(stream as never).arrayBuffer());
  } catch (cause) {
    throw new OfflineError('damaged', `${file} cannot be unpacked: download it again.`, { cause });
  }
}

function interrupted(signal: AbortSignal | undefined, cause: unknown): unknown {
  if (signal?.aborted === true) return signal.reason;
  return new OfflineError('network', 'The download was interrupted. Try again to resume the download.', {
    cause,
  });
}

/** @throws OfflineError `damaged` if these bytes do not match the manifest */
export async function checkPiece(
  bytes: Uint8Array<ArrayBuffer>,
  { file, sha256, packed_bytes }: OfflinePiece,
): Promise<void> {
  if ((await sha256Of(bytes)) === sha256) return;
  const isPacked = bytes.length === packed_bytes && file.endsWith('.br');
  throw new OfflineError(
    'damaged',
    isPacked
      ? `${file} arrived compressed: the web server must send .br files with "Content-Encoding: br". ` +
          'Or export with --packing gzip, which needs no server settings.'
      : `${file} does not match the manifest: download it again, or export it again.`,
  );
}

/**
 * The maximum number of attempts while a service is busy. In total, the attempts last longer than a
 * one-minute rate limit.
 */
const MOST_TRIES = 8;
/** The default wait if a service specifies none, and the longest wait that is honored. */
const WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** While a service reports that it is busy (429, 503), retries after the wait that the service specifies. */
async function whenFree(ask: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy) return response;
    const wait_ms = waitOf(response.headers.get('retry-after'));
    await response.body?.cancel();
    if (tries === MOST_TRIES || wait_ms > LONGEST_WAIT_MS)
      throw new OfflineError(
        'network',
        `${response.url} is busy (status ${response.status}): try again later.`,
      );
    await pause(wait_ms, signal);
  }
}

/** Reads a Retry-After header: a number of seconds or a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null): number {
  if (header === null || header.trim() === '') return WAIT_MS;
  const wait_ms = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now();
  return Number.isNaN(wait_ms) ? WAIT_MS : Math.max(1000, wait_ms);
}

function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait_ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
