import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../errors.js';
import { maskUrl, splitCredentials } from '../masked-url.js';
import { digestOf } from '../dataset/digest.js';

/** Geofabrik's daily extract of the whole country. */
export const MONGOLIA_URL = 'https://download.geofabrik.de/asia/mongolia-latest.osm.pbf';

/**
 * A connection that receives no data for this long is abandoned. The next attempt resumes where the previous
 * one stopped.
 */
const STALL_MS = 30_000;
const ATTEMPTS = 5;
const RETRY_WAIT_MS = 1000;

export interface DownloadOptions {
  /** The folder that keeps the file between runs, so that an unchanged file is not downloaded again. */
  folder: string;
  /** Whether to refuse the download if no checksum is published. */
  requireChecksum: boolean;
  onProgress?(bytes: number, total: number | null): void;
  /** Used only in tests. */
  stall_ms?: number;
  retryWait_ms?: number;
}

export interface Downloaded {
  path: string;
  /** The file's MD5 in hexadecimal. */
  md5: string;
  /** The file's modification time according to the server, or null if the server does not send one. */
  lastModified: Date | null;
  /** Whether the file from an earlier run is still the newest. */
  isUnchanged: boolean;
}

/**
 * Downloads a file over HTTP. Resumes an incomplete download from an earlier run, and checks the MD5
 * published beside the file (`<url>.md5`).
 * @param url may contain a user and a password
 * @throws InputError if the server refuses, the connection keeps breaking, or the checksum is wrong
 */
export async function download(url: string, options: DownloadOptions): Promise<Downloaded> {
  if (!URL.canParse(url))
    throw new InputError(`${maskUrl(url)} is not a URL; write / as %2F and @ as %40 in a password`);
  const name = basename(new URL(url).pathname);
  if (name === '' || name.startsWith('.')) throw new InputError(`${maskUrl(url)} does not name a file`);
  mkdirSync(options.folder, { recursive: true });
  const path = join(options.folder, name);
  const published = await publishedMd5(url, options);
  if (published !== null && existsSync(path) && digestOf(path, 'md5') === published) {
    return { path, md5: published, lastModified: statSync(path).mtime, isUnchanged: true };
  }
  const lastModified = await fetchWithRetries(url, path, options);
  const part = `${path}.part`;
  const md5 = digestOf(part, 'md5');
  if (published !== null && md5 !== published) {
    forget(path);
    throw new InputError(
      `${maskUrl(url)} arrived damaged: its MD5 is ${md5}, not the published ${published}; import it again`,
    );
  }
  if (lastModified !== null) utimesSync(part, lastModified, lastModified);
  renameSync(part, path);
  forget(path);
  return { path, md5, lastModified, isUnchanged: false };
}

/** Returns the published MD5, or null if the server has none and the caller requires none. */
async function publishedMd5(url: string, options: DownloadOptions): Promise<string | null> {
  const beside = new URL(url);
  beside.pathname += '.md5';
  const response = await request(beside.href, {}, options).catch((cause: unknown) => {
    throw new InputError(
      `cannot reach ${beside.host}: ${reasonOf(cause)}; ` + `check the connection, or import a local file`,
      { cause },
    );
  });
  const text = response.ok ? (await response.text()).trim() : '';
  const md5 = /^[0-9a-f]{32}\b/i.exec(text)?.[0].toLowerCase() ?? null;
  if (md5 === null && options.requireChecksum)
    throw new InputError(`${maskUrl(beside)} has no checksum (HTTP status ${response.status})`);
  return md5;
}

async function fetchWithRetries(url: string, path: string, options: DownloadOptions): Promise<Date | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchRest(url, path, options);
    } catch (cause) {
      if (InputError.is(cause)) throw cause;
      if (attempt === ATTEMPTS) {
        throw new InputError(
          `${maskUrl(url)} broke off ${ATTEMPTS} times (${reasonOf(cause)}); ` + `run it again to resume`,
          { cause },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, (options.retryWait_ms ?? RETRY_WAIT_MS) * attempt));
    }
  }
}

/**
 * Requests the missing part of a partially downloaded file. The server's entity tag, stored beside the file,
 * shows whether the missing part belongs to the same version.
 */
async function fetchRest(url: string, path: string, options: DownloadOptions): Promise<Date | null> {
  const part = `${path}.part`;
  const tagFile = `${path}.part.etag`;
  const have = existsSync(part) && existsSync(tagFile) ? statSync(part).size : 0;
  const headers: Record<string, string> =
    have > 0 ? { range: `bytes=${have}-`, 'if-range': readFileSync(tagFile, 'utf8') } : {};
  const response = await request(url, headers, options);
  if (response.status === 416) {
    forget(path);
    rmSync(part, { force: true });
    throw new Error('the rest of the file could not be requested');
  }
  if (!response.ok || response.body === null) {
    if (response.status >= 500) throw new Error(`HTTP status ${response.status}`);
    throw new InputError(`${maskUrl(url)}: the server answered with HTTP status ${response.status}`);
  }
  const start = response.status === 206 ? have : 0;
  const tag = response.headers.get('etag') ?? response.headers.get('last-modified');
  // Removes the old piece before writing the new tag, so that an interruption in between can never cause two
  // different files to be joined.
  forget(path);
  if (start === 0) writeFileSync(part, '');
  if (tag !== null && !tag.startsWith('W/')) writeFileSync(tagFile, tag);
  const length = response.headers.get('content-length');
  const total = length === null ? null : start + Number(length);
  await writeBody(response, part, { ...options, start, total });
  if (total !== null && statSync(part).size !== total) throw new Error('the connection closed early');
  const modified = Date.parse(response.headers.get('last-modified') ?? '');
  return Number.isNaN(modified) ? null : new Date(modified);
}

async function writeBody(
  response: Response,
  part: string,
  options: DownloadOptions & { start: number; total: number | null },
): Promise<void> {
  const { start, total } = options;
  let done = start;
  const stall = new AbortController();
  const giveUp = (): void => stall.abort(new Error('no data arrived for a while'));
  let timer = setTimeout(giveUp, options.stall_ms ?? STALL_MS);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      clearTimeout(timer);
      timer = setTimeout(giveUp, options.stall_ms ?? STALL_MS);
      options.onProgress?.(done, total);
      next(null, chunk);
    },
  });
  try {
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, counter, createWriteStream(part, { flags: 'a' }), {
      signal: stall.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function request(
  url: string,
  headers: Record<string, string>,
  options: DownloadOptions,
): Promise<Response> {
  const opening = new AbortController();
  const timer = setTimeout(
    () => opening.abort(new Error('the server is not responding')),
    options.stall_ms ?? STALL_MS,
  );
  try {
    // `fetch` refuses a URL with a password and would include the password in its error.
    const { bare, headers: credentials } = splitCredentials(new URL(url));
    // The files are already compressed, and a compressed response could not be resumed.
    return await fetch(bare, {
      headers: { ...headers, ...credentials, 'accept-encoding': 'identity', 'user-agent': 'gazarch' },
      signal: opening.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

function forget(path: string): void {
  rmSync(`${path}.part.etag`, { force: true });
}

/** Explains why a request failed: `fetch` hides the reason in its error's cause. */
export function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: unknown }).cause;
  return inner instanceof Error ? inner.message : cause instanceof Error ? cause.message : String(cause);
}
