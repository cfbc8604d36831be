import { accessSync, readFileSync } from 'node:fs';
import { constants, gzip } from 'node:zlib';
import { LARGE_BYTES, largeBytes } from '../../wire/large-body.js';
import { headerOf } from '../../wire/reply.js';
import { openEndpoint, type Endpoint, type Operation } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { plainResponse } from '../core/errors/response-description.js';

/** A file that is ready to be sent. */
export interface Page {
  path: string;
  contentType: string;
  body: () => Buffer;
  cacheControl: string;
  headers: string[] | null;
}

/**
 * The body of a page that is a file: read for whoever asks first, and kept. Mostly nobody asks, and the
 * viewers are megabytes.
 * @throws Error when there is no such file
 */
export function bodyInFile(file: URL): () => Buffer {
  accessSync(file);
  let body: Buffer | null = null;
  return () => (body ??= readFileSync(file));
}

/** @param operation null for a file that belongs to a page */
export function pageEndpoint(page: Page, operation: Operation | null): Endpoint {
  const answer = (exchange: Exchange): void => answerPage(exchange, page);
  return openEndpoint({ path: page.path, answer, operation });
}

/** How a page for people, or a file for programs, stands in the description. */
export function pageOperation(
  operationId: string,
  summary: string,
  contentType: 'text/html' | 'application/json' = 'text/html',
): Operation {
  const schema = { type: contentType === 'text/html' ? 'string' : 'object' };
  const responses = { 200: plainResponse(summary, contentType, schema) };
  return { operationId, tag: 'description', summary, responses };
}

/**
 * Sends a page. It is compressed where the client takes that, as the viewers are megabytes. Whoever asks
 * first gets the file as it is. Meanwhile it is compressed on another thread, once. (Results are not
 * compressed: a search would cost twice as much for 800 bytes less.)
 */
export function answerPage(exchange: Exchange, page: Page): void {
  const { contentType, body, cacheControl, headers } = page;
  const extra = [...(headers ?? []), 'Vary', 'Accept-Encoding'];
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
    headerOf(exchange.req, 'accept-encoding') ?? '',
  );
  const packed = takesGzip ? packedBody(page) : null;
  if (packed !== null) extra.push('Content-Encoding', 'gzip');
  const bytes = packed ?? body();
  const head = { contentType, cacheControl, extra };
  if (bytes.length <= LARGE_BYTES) exchange.sendBytes(bytes, head);
  else exchange.sendLarge(largeBytes(bytes, true), head);
}

/** A smaller file fits into a packet or two anyway. */
const PACKED_FROM_BYTES = 4_096;

/** Null while there is none. */
const packedBodies = new WeakMap<Page, Buffer | null>();

function packedBody(page: Page): Buffer | null {
  const known = packedBodies.get(page);
  if (known !== undefined) return known;
  packedBodies.set(page, null);
  const body = page.body();
  if (body.length < PACKED_FROM_BYTES) return null;
  gzip(body, { level: constants.Z_BEST_COMPRESSION }, (error, packed) => {
    if (error === null) packedBodies.set(page, packed);
  });
  return null;
}
