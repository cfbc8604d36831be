import { maskUrl } from '../masked-url.js';
import { rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '../dataset/write-error.js';
import { InputError } from '../errors.js';
import { ServerAwayError } from './feed-error.js';
import type { FeedLimits } from './feed-limits.js';
import { httpGet, networkReason, type GetOptions } from './http-get.js';
import type { PublishedFile } from './manifest.js';

export interface FetchFileOptions extends Omit<GetOptions, 'headers'> {
  /**
   * The server's entity tag for a refused file. As long as the tag is the same, the server does not send the
   * file again.
   */
  refusedTag: string | null;
}

/** The entity tag of the fetched file, or `unchanged` if it is still the refused file. */
export type FetchedFile = { tag: string | null; isResumed: boolean } | 'unchanged';

/**
 * Downloads a file to the path `part`, which may already contain the beginning of the file. The caller must
 * check the content.
 * @throws ServerAwayError if the connection keeps breaking; the received bytes are kept for the next attempt
 * @throws InputError if the server's file differs from the manifest, or the disk fails
 */
export async function fetchFile(
  url: URL,
  part: string,
  wanted: PublishedFile,
  options: FetchFileOptions,
): Promise<FetchedFile> {
  const { limits, signal } = options;
  const isResumed = sizeOf(part) > 0;
  for (let attempt = 1; ; attempt++) {
    try {
      const tag = await fetchRest(url, part, wanted, options);
      return tag === 'unchanged' ? tag : { ...tag, isResumed };
    } catch (error) {
      if (!ServerAwayError.is(error) || attempt === limits.attempts || signal.aborted) throw error;
      await wait(limits.retryWait_ms * attempt, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function fetchRest(
  url: URL,
  part: string,
  wanted: PublishedFile,
  options: FetchFileOptions,
): Promise<{ tag: string | null } | 'unchanged'> {
  const have = sizeOf(part);
  if (have === wanted.bytes) return { tag: null };
  const headers: Record<string, string> =
    have > 0 && have < wanted.bytes
      ? { range: `bytes=${have}-` }
      : options.refusedTag === null
        ? {}
        : { 'if-none-match': options.refusedTag };
  const answer = await httpGet(url, { ...options, headers });
  try {
    if (answer.statusCode === 304) return 'unchanged';
    const start = startOf(answer, url, wanted, have);
    if (start === null) {
      rmSync(part, { force: true });
      throw new ServerAwayError(`${maskUrl(url)}: the rest of the file cannot be requested`);
    }
    await writeBody(answer, part, { url, wanted, start, limits: options.limits });
    return { tag: answer.headers.etag ?? null };
  } finally {
    answer.destroy();
  }
}

/**
 * Returns the file offset at which the body begins, or null if the server cannot resume the download. If the
 * length is wrong, the response is refused without reading the body.
 */
function startOf(answer: IncomingMessage, url: URL, wanted: PublishedFile, have: number): number | null {
  const { statusCode, headers } = answer;
  const name = maskUrl(url);
  if (statusCode === 416) return null;
  if (statusCode === 206) {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(start) !== have) return null;
    if (total !== '*') checkLength(name, Number(total), wanted);
    return have;
  }
  if (statusCode !== 200) {
    const message = `${name}: the server answered with HTTP status ${statusCode}`;
    if (statusCode! >= 500 || statusCode === 429 || statusCode === 408) throw new ServerAwayError(message);
    throw new InputError(`${message}; has the file been uploaded?`);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity' && !wanted.file.endsWith('.gz'))
    throw new InputError(
      `${name}: the server compresses the file without being asked (${headers['content-encoding']}); ` +
        'publish it with --gzip, and serve files without compressing them',
    );
  if (headers['content-length'] !== undefined) checkLength(name, Number(headers['content-length']), wanted);
  return 0;
}

function checkLength(name: string, bytes: number, wanted: PublishedFile): void {
  if (bytes !== wanted.bytes)
    throw new InputError(`${name} has ${bytes} bytes, but the manifest says ${wanted.bytes}`);
}

interface WriteOptions {
  url: URL;
  wanted: PublishedFile;
  start: number;
  limits: FeedLimits;
}

async function writeBody(answer: IncomingMessage, part: string, options: WriteOptions): Promise<void> {
  const { url, wanted, start } = options;
  const file = await open(part, start > 0 ? 'r+' : 'w').catch((cause: unknown) => {
    throw new InputError(`cannot write ${part}: ${reasonOf(cause)}`, { cause });
  });
  let done = start;
  let isWriting = false;
  const watch = watchSpeed(answer, () => done, options.limits);
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (done + piece.length > wanted.bytes)
        throw new InputError(
          `${maskUrl(url)} is longer than the ${wanted.bytes} bytes stated in the manifest`,
        );
      isWriting = true;
      await writeAll(file, piece, done);
      isWriting = false;
      done += piece.length;
    }
  } catch (cause) {
    if (InputError.is(cause)) {
      rmSync(part, { force: true });
      throw cause;
    }
    if (isWriting) throw new InputError(`cannot write ${part}: ${reasonOf(cause)}`, { cause });
    throw new ServerAwayError(`${maskUrl(url)}: ${networkReason(cause)}`, { cause });
  } finally {
    clearInterval(watch);
    await file.close();
  }
  if (done === wanted.bytes) return;
  // The response was complete, so the server has no more bytes to send.
  rmSync(part, { force: true });
  throw new InputError(`${maskUrl(url)} has ${done} bytes, but the manifest says ${wanted.bytes}`);
}

/** Aborts a download that stays below the slowest allowed rate or stalls. */
function watchSpeed(answer: IncomingMessage, done: () => number, limits: FeedLimits): NodeJS.Timeout {
  let before = done();
  return setInterval(() => {
    const least = (limits.slowest_bytes_per_s * limits.stall_ms) / 1000;
    if (done() - before < least)
      answer.destroy(new Error(`the server sends less than ${limits.slowest_bytes_per_s} bytes per second`));
    before = done();
  }, limits.stall_ms);
}

async function writeAll(file: FileHandle, piece: Buffer, at: number): Promise<void> {
  for (let sent = 0; sent < piece.length;)
    sent += (await file.write(piece, sent, piece.length - sent, at + sent)).bytesWritten;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
