import type { MapTiles } from '../../sources/map-tiles.js';
import type { Query } from '../../wire/query-string.js';
import { endpoint, type Endpoint } from '../core/endpoint.js';
import type { Exchange } from '../core/exchange.js';
import { oneOf, readOneOf, refuseRepeated, type Parameter } from '../core/request/parameter.js';
import { baseUrl } from './base-url.js';
import { factsOf, tileJson } from './map-endpoints.js';
import { readStyle, SPRITE_PATH } from './page-files.js';

const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['mn', 'en'] as const;

const PARAMETERS: readonly Parameter[] = [
  {
    name: 'theme',
    schema: oneOf(THEMES, 'Day or night colours.', 'light'),
    ...{ examples: { dark: 'dark' } },
  },
  {
    name: 'lang',
    schema: oneOf(LANGUAGES, 'Language of the names.', 'mn'),
    ...{ examples: { english: 'en' } },
  },
];

interface Look {
  theme: (typeof THEMES)[number];
  language: (typeof LANGUAGES)[number];
}

/** Serves our map's style for other people's maps, as MapLibre, OpenLayers and QGIS read it. */
export function styleEndpoint(map: MapTiles): Endpoint {
  const layers = new Map<string, object[]>();
  const layersOf = ({ theme, language }: Look): object[] => {
    const name = `${theme}-${language}`;
    const known = layers.get(name) ?? readStyle(theme, language).layers;
    layers.set(name, known);
    return known;
  };
  return endpoint({
    ...{ path: '/map/style.json', scope: null, isProbe: false, parameters: PARAMETERS, schemas: {} },
    operation: null,
    read: readLook,
    answer: (exchange, look) =>
      exchange.sendJson(
        200,
        JSON.stringify(styleOf(exchange, { map, look, layers: layersOf(look) })),
        'no-cache',
      ),
  });
}

function readLook(query: Query): Look {
  refuseRepeated(query, PARAMETERS);
  return {
    theme: readOneOf('theme', query.values.get('theme'), THEMES, 'light'),
    language: readOneOf('lang', query.values.get('lang'), LANGUAGES, 'mn'),
  };
}

/**
 * Writes a style (MapLibre Style Specification, version 8). It names no glyphs: MapLibre draws the letters in
 * the browser instead of loading glyphs, as OpenLayers always does. The style contains the tiles' URLs, so
 * that no second request is needed.
 */
function styleOf(
  exchange: Exchange,
  { map, look, layers }: { map: MapTiles; look: Look; layers: object[] },
): object {
  const base = baseUrl(exchange);
  const facts = tileJson(factsOf(map), base) as Record<string, unknown>;
  const { tiles, minzoom, maxzoom, bounds, attribution } = facts;
  return {
    version: 8,
    name: 'gazarch',
    sources: { map: { type: 'vector', tiles, minzoom, maxzoom, bounds, attribution } },
    sprite: `${base}${SPRITE_PATH}${look.theme}`,
    layers,
  };
}
