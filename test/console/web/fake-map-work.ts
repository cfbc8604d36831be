import type { ClosureState, Road } from '../../../src/console/api/closure-data.js';
import type { CheckedPlaces, LayerState, PlacesTable } from '../../../src/console/api/layer-data.js';
import type { MapReport } from '../../../src/console/api/operator-contract.js';
import type { ZoneState } from '../../../src/console/api/zone-data.js';
import { ago, DAY_MS, HOUR_MS } from './fake-data.js';
import type { FakeState, Handlers } from './fake-state.js';

/** What operators do on the map: closures, zones, roads, reports and own places, without a database. */

const ROAD: Road = {
  ...{ way: 4711, name: 'Их тойруу' },
  lines: [
    [
      [106.91, 47.925],
      [106.93, 47.925],
    ],
  ],
};

const ALWAYS = {
  mode: null,
  speed_factor: null,
  reason: '',
  from: null,
  until: null,
  created_at: ago(DAY_MS),
};

export const CLOSURES: ClosureState[] = [
  {
    ...{ ...ALWAYS, id: 3, way: 815, name: 'Нарны зам', area: null, lines: null, state: 'no_road' },
    ...{ mode: 'driving', speed_factor: 0.5, until: ago(-9 * DAY_MS) },
  },
  {
    ...{ ...ALWAYS, id: 2, way: null, name: null, lines: null, state: 'planned', reason: 'Наадам' },
    from: ago(-DAY_MS),
    area: [
      [
        [
          [106.9, 47.91],
          [106.92, 47.91],
          [106.92, 47.92],
          [106.9, 47.91],
        ],
      ],
    ],
  },
  {
    ...{ ...ALWAYS, id: 1, way: 42, name: 'Энхтайваны өргөн чөлөө', area: null, state: 'in_force' },
    lines: [
      [
        [106.9, 47.918],
        [106.94, 47.9185],
      ],
    ],
  },
];

export const ZONES: ZoneState[] = [
  {
    ...{ id: 2, name: 'Дугаарын хязгаарлалт, Даваа', closed_for: ['plate:1', 'plate:6'], ways: 0 },
    ...{ hours: 'Mo 08:00-20:00; PH off', ends: 'closed', source: 'https://montsame.mn/mn/read/378315' },
    ...{ date: '2025-09-17', created_at: ago(-DAY_MS), area: CLOSURES[1].area },
  },
  {
    ...{ id: 1, name: 'Гүүр', closed_for: ['truck'], ways: 2, hours: null, ends: 'allowed', source: '' },
    ...{ date: null, created_at: ago(-DAY_MS), area: null },
  },
];

export const LAYERS: LayerState[] = [
  {
    ...{
      name: 'branches',
      places: 12,
      source: 'branches.csv',
      written_at: ago(HOUR_MS),
      previous_places: 11,
    },
  },
];

/** Hostile texts, as strangers may send them. */
export const REPORTS: MapReport[] = [
  {
    ...{ id: 2, kind: 'road', text: '<img src=x onerror="alert(1)"> bridge is gone', own_name: null },
    ...{ longitude: 106.9, latitude: 47.9, place_id: null, place_name: null, asked: '' },
    created_at: ago(HOUR_MS),
  },
  {
    ...{ id: 1, kind: 'place', text: 'The shop has moved', own_name: null, asked: '#q=shop' },
    ...{ longitude: 106.91, latitude: 47.91, place_id: 'osm:node:1', place_name: 'Номин' },
    created_at: ago(2 * HOUR_MS),
  },
];

/** Rows with a letter in their latitude are no places, those of the south are outside. */
function checkedPlaces({ columns, rows }: PlacesTable): CheckedPlaces {
  const lat = columns.indexOf('lat');
  const isBad = (row: string[]): boolean => !/^[\d.,]+$/.test(row[lat] ?? '');
  const numbers = rows.map((_, i) => i);
  return {
    places: rows.filter((row) => !isBad(row)).length,
    left_out: numbers
      .filter((i) => isBad(rows[i]))
      .map((row) => ({ row, reason: 'lat is not a number (north)' })),
    outside: numbers.filter((i) => Number(rows[i][lat]) < 40),
    problem: null,
  };
}

// Its type says which requests these are.
export function mapHandlers(state: FakeState) {
  return {
    'GET /api/operator/closures': () => state.closures,
    'POST /api/operator/closures': ({ body }) => {
      const { ways = [], area = [], ...terms } = body;
      const place = { name: 'Энхтайваны өргөн чөлөө', lines: null, created_at: ago(0) };
      const added = (ways.length === 0 ? [null] : ways).map((way, i) => ({
        ...{ ...place, ...terms, id: 100 + i, way, area: way === null ? [[area]] : null },
        state: 'in_force' as const,
      }));
      state.closures = [...added, ...state.closures];
      return added;
    },
    'PATCH /api/operator/closures/:closure': ({ path, body }) => {
      const id = Number(path['closure']);
      const changed = { ...state.closures.find((one) => one.id === id)!, ...body };
      state.closures = state.closures.map((one) => (one.id === id ? changed : one));
      return changed;
    },
    'DELETE /api/operator/closures/:closure': ({ path }) => {
      state.closures = state.closures.filter(({ id }) => id !== Number(path['closure']));
      return null;
    },
    'GET /api/operator/zones': () => state.zones,
    'POST /api/operator/zones': ({ body: { area, ...terms } }) => {
      const zone = { ...terms, id: 100, area: [[area]], ways: 0, created_at: ago(0) };
      state.zones = [zone, ...state.zones];
      return zone;
    },
    'DELETE /api/operator/zones/:zone': ({ path }) => {
      state.zones = state.zones.filter(({ id }) => id !== Number(path['zone']));
      return null;
    },
    'GET /api/operator/roads': ({ query }) =>
      query.name !== undefined
        ? [4711, 4712].map((way) => ({ ...ROAD, way }))
        : query.way === undefined || Number(query.way) === ROAD.way
          ? [ROAD]
          : [],
    'GET /api/operator/reports': () => state.reports,
    'POST /api/operator/reports/:report/place': ({ path, body }) => {
      state.reports = state.reports.map((report) =>
        report.id === Number(path['report']) ? { ...report, own_name: body.name } : report,
      );
      return state.reports;
    },
    'DELETE /api/operator/reports/:report': ({ path }) => {
      state.reports = state.reports.filter(({ id }) => id !== Number(path['report']));
      return null;
    },
    'GET /api/operator/layers': () => state.layers,
    'POST /api/operator/layers/check': ({ body }) => checkedPlaces(body),
    'PUT /api/operator/layers/:layer': ({ path, body }) => {
      const written = { written_at: ago(0), previous_places: state.layers[0]?.places ?? null };
      const places = checkedPlaces(body).places;
      state.layers = [{ name: path['layer'] ?? '', places, source: body.source, ...written }];
      return state.layers;
    },
    'POST /api/operator/layers/:layer/undo': () => {
      const [{ places, previous_places, ...layer }] = state.layers;
      state.layers = [{ ...layer, places: previous_places!, previous_places: places }];
      return state.layers;
    },
    'DELETE /api/operator/layers/:layer': () => {
      state.layers = [];
      return null;
    },
  } satisfies Partial<Handlers>;
}
