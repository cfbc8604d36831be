import type { DataLicense } from '../../sources/data-license.js';
import { openEndpoint, type Endpoint } from '../core/endpoint.js';
import { JSON_TYPE } from '../core/exchange.js';
import type { HttpSettings } from '../core/settings.js';
import { openapiDocument } from './openapi.js';
import { answerPage, pageOperation, type Page } from './page.js';

/**
 * Returns the API description as a file.
 * @param described all endpoints in the description except this one
 */
export function openapiEndpoint(described: readonly Endpoint[], settings: HttpSettings): Endpoint {
  const base = { path: '/openapi.json', contentType: JSON_TYPE, cacheControl: 'no-cache', headers: null };
  let page: Page = { ...base, body: () => Buffer.alloc(0) };
  let shown = '';
  const own = openEndpoint({
    path: base.path,
    operation: pageOperation('openapi', 'This document', 'application/json'),
    // The description names the data's sources, which a new dataset may change.
    answer: (exchange) => {
      const licenses = exchange.app.licenses();
      const key = JSON.stringify(licenses);
      if (key !== shown) {
        const body = bodyOf(licenses);
        page = { ...base, body: () => body };
      }
      shown = key;
      answerPage(exchange, page);
    },
  });
  // In the contract's order, the description comes before the pages that show it.
  const firstPage = described.findIndex(({ operation }) => operation?.tag === 'description');
  const all = [...described.slice(0, firstPage), own, ...described.slice(firstPage)];
  const bodyOf = (licenses: readonly DataLicense[]): Buffer =>
    Buffer.from(JSON.stringify(openapiDocument(all, settings, licenses)));
  return own;
}
