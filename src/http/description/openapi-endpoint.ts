import type { Endpoint } from '../core/endpoint.js';
import { JSON_TYPE } from '../core/exchange.js';
import { plainResponse } from '../core/response-description.js';
import type { HttpSettings } from '../core/settings.js';
import { openapiDocument } from './openapi.js';
import { pageEndpoint } from './page.js';

const SUMMARY = 'This document';

/**
 * The description of the interface as a file.
 * @param described all endpoints that it is to describe but itself
 */
export function openapiEndpoint(described: readonly Endpoint[], settings: HttpSettings): Endpoint {
  const page = { path: '/openapi.json', contentType: JSON_TYPE, cacheControl: 'no-cache', headers: null };
  const operation = {
    operationId: 'openapi',
    tag: 'description',
    summary: SUMMARY,
    responses: { 200: plainResponse(SUMMARY, 'application/json', { type: 'object' }) },
  } as const;
  const own = pageEndpoint({ ...page, body: Buffer.alloc(0) }, operation);
  // In the order of the contract: itself before the pages that show it.
  const firstPage = described.findIndex(({ operation }) => operation?.tag === 'description');
  const all = [...described.slice(0, firstPage), own, ...described.slice(firstPage)];
  const body = Buffer.from(JSON.stringify(openapiDocument(all, settings)));
  return pageEndpoint({ ...page, body }, operation);
}
