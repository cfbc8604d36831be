/**
 * The picture of the house: which room of `src/` may import which, and the order of the wings in a room. It
 * is the same picture as in ARCHITECTURE.md. Change it on purpose, in both places, or not at all.
 */

/**
 * A room may import these rooms, and nothing else of ours. Files directly in `src/` may be imported by all.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  geo: [],
  arrays: [],
  text: [],
  osm: ['geo', 'arrays'],
  tables: ['geo', 'text'],
  traces: ['tables'],
  geocoding: ['geo', 'arrays', 'text'],
  routing: ['geo', 'arrays', 'text'],
  dataset: ['geo'],
  tiles: ['geo', 'text'],
  importer: ['osm', 'geocoding', 'routing', 'dataset', 'tiles', 'tables', 'text', 'geo', 'arrays'],
  'dataset-feed': ['dataset', 'importer'],
  database: [],
  keys: ['database'],
  closures: ['database', 'geo', 'routing'],
  reports: ['database'],
  zones: ['closures', 'database', 'geo', 'routing', 'sources'],
  limits: [],
  usage: ['database'],
  sources: ['geocoding', 'routing', 'dataset', 'tiles', 'geo', 'arrays'],
  wire: [],
  metrics: [],
  http: ['wire', 'sources', 'keys', 'limits', 'reports', 'usage', 'metrics', 'geo'],
  offline: ['client', 'http', 'wire', 'sources', 'geocoding', 'routing', 'dataset', 'geo', 'arrays'],
  // Types of answers, of the schemas: `client/answers.ts`.
  client: ['http'],
  mcp: ['client', 'geo'],
  console: ['keys', 'closures', 'reports', 'zones', 'usage', 'database', 'geo'],
  cli: [
    ...['geo', 'arrays', 'text', 'tables', 'traces', 'osm', 'geocoding', 'routing', 'dataset', 'importer'],
    ...[
      'dataset-feed',
      'database',
      'keys',
      'closures',
      'reports',
      'zones',
      'limits',
      'usage',
      'sources',
      'wire',
      'metrics',
      'http',
      'offline',
    ],
    'console',
    'mcp',
  ],
};

/** Rooms that do no I/O, so that they can run in a browser one day. */
export const PURE_ROOMS: readonly string[] = [
  'geo',
  'arrays',
  'text',
  'tables',
  'traces',
  'geocoding',
  'routing',
];

/** The files that lie in the room itself and not in one of its wings. */
export const ROOM_ITSELF = '.';

/**
 * The wings of a room, in order: a wing may import those before it. Wings in one inner list stand side by
 * side and do not import each other.
 */
export const WINGS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  geocoding: [
    ['places'],
    ['areas'],
    ['lookup'],
    ['finding'],
    ['forward'],
    ['reverse'],
    ['reading'],
    [ROOM_ITSELF],
    ['describe', 'part'],
  ],
  routing: [
    ['profiles'],
    ['frozen'],
    ['network'],
    ['graph'],
    ['hierarchy'],
    ['current'],
    ['ends'],
    ['paths'],
    ['search'],
    ['stops'],
    ['describe'],
    ['many'],
    ['match'],
    ['trip'],
    [ROOM_ITSELF],
  ],
  importer: [['collect'], ['build'], ['write', 'report'], [ROOM_ITSELF]],
  sources: [
    [ROOM_ITSELF],
    ['embedded/roads', 'embedded/areas', 'embedded/geocoder', 'upstream'],
    ['embedded/dataset'],
    ['embedded'],
    ['engines', 'nominatim', 'postgis'],
  ],
  dataset: [[ROOM_ITSELF], ['layers']],
  database: [['schema'], ['sqlite', 'postgres'], [ROOM_ITSELF]],
  limits: [[ROOM_ITSELF], ['redis']],
  usage: [[ROOM_ITSELF], ['sql']],
  http: [
    ['core/errors', 'core/request'],
    ['core'],
    ['geocode', 'route', 'health', 'description'],
    ['matrix', 'isochrone', 'places', 'match', 'zones'],
    ['trip'],
    ['map', 'compat'],
    ['compat/photon', 'compat/nominatim', 'compat/osrm'],
    [ROOM_ITSELF],
  ],
  offline: [['kept'], ['export', ROOM_ITSELF]],
  console: [
    ['api'],
    ['mail'],
    ['accounts/guards'],
    ['accounts/organisations'],
    ['accounts/people'],
    ['accounts/operators'],
    ['accounts'],
    ['server'],
    [ROOM_ITSELF],
  ],
  cli: [
    ['terminal'],
    ['settings'],
    [
      ...['commands/data', 'commands/keys', 'commands/roads', 'commands/tables', 'commands/explain'],
      'serve/process',
    ],
    ['serve/log'],
    ['serve/data', 'serve/keys'],
    ['serve/workers', 'serve/console', 'serve/doctor'],
    ['serve'],
    [ROOM_ITSELF],
  ],
};

/**
 * Programs that run in browsers: the pages of the console, and the page of the map. esbuild makes them, and
 * nobody imports them. Besides themselves they may import what is named here: types, and pure files of all.
 */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  'web/console': ['web/shared/', 'console/api/', 'tables/', 'geo/position.ts', 'errors.ts'],
  'web/map': [
    ...['web/shared/', 'tables/', 'traces/', 'offline/kept/', 'client/'],
    ...['geo/position.ts', 'errors.ts', 'http/map/explain-body.ts'],
  ],
  'web/shared': ['shell-words.ts', 'tables/'],
};
