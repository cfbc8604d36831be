import { maskUrl } from '../masked-url.js';
import type { IncomingMessage } from 'node:http';
import { InputError } from '../errors.js';
import { ServerAwayError } from './feed-error.js';
import { MANIFEST_BYTES_MAX } from './feed-limits.js';
import { httpGet, networkReason, type GetOptions } from './http-get.js';
import { parseManifest, type Manifest } from './manifest.js';

export interface FetchedManifest {
  manifest: Manifest;
  /** The server's entity tag for this version, to send with the next request. */
  tag: string | null;
}

/**
 * Requests the manifest.
 * @param known the last fetched manifest, which the server does not need to send again
 * @throws ServerAwayError, or InputError if the response is not a valid manifest
 */
export async function fetchManifest(
  url: URL,
  known: FetchedManifest | null,
  options: Omit<GetOptions, 'headers'>,
): Promise<FetchedManifest> {
  const headers: Record<string, string> =
    known === null || known.tag === null ? {} : { 'if-none-match': known.tag };
  const answer = await httpGet(url, { ...options, headers });
  const { statusCode } = answer;
  if (statusCode === 304 && known !== null) {
    answer.destroy();
    return known;
  }
  if (statusCode !== 200) {
    answer.destroy();
    throw new ServerAwayError(`${maskUrl(url)}: the server answered with HTTP status ${statusCode}`);
  }
  const text = await smallBody(answer, url, options.limits.answer_ms);
  return { manifest: parseManifest(text, maskUrl(url)), tag: answer.headers.etag ?? null };
}

async function smallBody(answer: IncomingMessage, url: URL, within_ms: number): Promise<string> {
  const timer = setTimeout(() => answer.destroy(new Error('it sends too slowly')), within_ms);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > MANIFEST_BYTES_MAX)
        throw new InputError(
          `${maskUrl(url)} is not a manifest: it has more than ${MANIFEST_BYTES_MAX} bytes`,
        );
    }
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new ServerAwayError(`${maskUrl(url)}: ${networkReason(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
  return Buffer.concat(pieces).toString('utf8');
}
