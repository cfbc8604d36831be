import { accessSync, readFileSync } from 'node:fs';
import { constants, gzip } from 'node:zlib';
import { LARGE_BYTES, largeBytes } from '../../wire/large-body.js';
import { headerOf } from '../../wire/reply.js';
import { openEndpoint, type Endpoint, type Operation } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { plainResponse } from '../core/errors/response-description.js';

/** A file that is ready to send. */
export interface Page {
  path: string;
  contentType: string;
  body: () => Buffer;
  cacheControl: string;
  headers: string[] | null;
}

/**
 * Reads a page's body from a file on the first request, and keeps it in memory. The body is not read earlier
 * because usually nobody requests it, and the viewers are megabytes in size.
 * @throws Error if the file does not exist
 */
export function bodyInFile(file: URL): () => Buffer {
  accessSync(file);
  let body: Buffer | null = null;
  return () => (body ??= readFileSync(file));
}

/** @param operation `null` for a file that belongs to a page */
export function pageEndpoint(page: Page, operation: Operation | null): Endpoint {
  const answer = (exchange: Exchange): void => answerPage(exchange, page);
  return openEndpoint({ path: page.path, answer, operation });
}

/** Describes an endpoint that serves a page for people, or a file for programs. */
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
 * Sends a page, compressed if the client accepts that, because the viewers are megabytes in size. The first
 * client gets the uncompressed file, while another thread compresses it once. (Results are not compressed:
 * compressing a search result would double the cost of the search to save 800 bytes.)
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

/** Smaller files fit into one or two packets anyway. */
const PACKED_FROM_BYTES = 4_096;

/** Compressed bodies by page; `null` while the page is being compressed. */
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
