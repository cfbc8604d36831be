import type { OfflineAreas } from '../../sources/offline-areas.js';
import type { Endpoint } from '../core/endpoint.js';
import { pageFile } from '../core/endpoint.js';
import { JSON_TYPE, type Exchange } from '../core/exchange.js';
import { pathOf } from '../core/request-target.js';
import { unknownPath } from '../core/unknown-path.js';

const OFFLINE = '/map/offline/';

/** The name of a piece has a digest of its content. */
const PIECE_CACHING = 'public, max-age=31536000, immutable';
const LIST_CACHING = 'no-cache';

/** By the ending: what unpacks it. A `.gz` is unpacked by who downloads it. */
const ENCODINGS: Readonly<Record<string, string>> = { br: 'br' };

/** Pieces of the data, to go on without a network. There is no key: whoever can ask may have them. */
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
  const bytes = file === undefined || more.length > 0 ? null : areas.read(area, file);
  if (bytes === null) throw unknownPath();
  const encoding = ENCODINGS[file.slice(file.lastIndexOf('.') + 1)];
  const isManifest = file.endsWith('.json');
  exchange.sendBytes(bytes, {
    contentType: isManifest ? JSON_TYPE : 'application/octet-stream',
    cacheControl: isManifest ? LIST_CACHING : PIECE_CACHING,
    extra: encoding === undefined ? null : ['Content-Encoding', encoding],
  });
}
