import type { OfflineAreas } from '../../sources/offline-areas.js';
import type { Endpoint } from '../core/endpoint.js';
import { pageFile } from '../core/endpoint.js';
import { JSON_TYPE, type Exchange } from '../core/exchange.js';
import { pathOf } from '../core/request/request-target.js';
import { unknownPath } from '../core/unknown-path.js';
import { filePart } from './file-part.js';

const OFFLINE = '/map/offline/';

/** A piece's name contains a digest of its content. */
const PIECE_CACHING = 'public, max-age=31536000, immutable';
const LIST_CACHING = 'no-cache';

/**
 * Serves pieces of the data to clients that will be offline later. No key is needed: anyone who can send a
 * request may download the pieces.
 */
export function offlineEndpoints(areas: OfflineAreas): Endpoint[] {
  return [
    pageFile('/map/offline.json', (exchange) =>
      exchange.sendJson(200, JSON.stringify({ areas: areas.list() }), LIST_CACHING),
    ),
    pageFile(OFFLINE, (exchange) => answerFile(exchange, areas), true),
  ];
}

function answerFile(exchange: Exchange, areas: OfflineAreas): void {
  const [area, file, ...more] = pathOf(exchange.req.url!)!.slice(OFFLINE.length).split('/');
  const open = file === undefined || more.length > 0 ? null : areas.open(area, file);
  if (open === null) throw unknownPath();
  const isManifest = file.endsWith('.json');
  exchange.sendLarge(filePart(open, 0, open.bytes), {
    contentType: isManifest ? JSON_TYPE : 'application/octet-stream',
    cacheControl: isManifest ? LIST_CACHING : PIECE_CACHING,
    // The client decompresses a `.gz` itself.
    extra: file.endsWith('.br') ? ['Content-Encoding', 'br'] : null,
  });
}
