import type {
  ExpressionSpecification as Expression,
  FilterSpecification as Filter,
  LayerSpecification as Layer,
} from 'maplibre-gl';
import type { Palette } from './palette.js';

/** The land, water, borders, buildings and roads of our tiles: everything except labels. */

/**
 * This uses `match`, because QGIS does not support `in` with a list and would draw every road as a trunk
 * road.
 */
export const kind = (...kinds: string[]): Filter => ['match', ['get', 'kind'], kinds, true, false];

/** Returns a number that depends on the zoom level and is interpolated between the given pairs. */
export const byZoom = (base: number, ...pairs: [zoom: number, value: number][]): Expression =>
  ['interpolate', ['exponential', base], ['zoom'], ...pairs.flat()] as Expression;

interface AreaLook {
  color: string;
  filter?: Filter;
  more?: object;
}

function area(id: string, layer: string, { color, filter, more }: AreaLook): Layer {
  return {
    ...{ id, type: 'fill', source: 'map', 'source-layer': layer },
    ...(filter === undefined ? {} : { filter }),
    paint: { 'fill-color': color, 'fill-antialias': false, ...more },
  };
}

export function landLayers(p: Palette): Layer[] {
  const line = (id: string, layer: string, paint: object, filter?: Filter): Layer => ({
    ...{ id, type: 'line', source: 'map', 'source-layer': layer, paint },
    ...(filter === undefined ? {} : { filter }),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  });
  const border = (name: string, filter: Filter, look: object): Layer =>
    line(`border-${name}`, 'border', { 'line-color': p.border, ...look }, filter);
  /** Returns layers for those kinds of land that have a color of their own. */
  const own = (...kinds: (keyof Palette)[]): Layer[] =>
    kinds.map((name) => area(name, 'land', { color: p[name], filter: kind(name) }));
  return [
    ...own('farmland', 'sand', 'rock'),
    area('grass', 'land', {
      color: p.grass,
      filter: kind('grass', 'reserve'),
      more: { 'fill-opacity': 0.7 },
    }),
    area('residential', 'land', { color: p.residential, filter: kind('residential', 'military') }),
    ...own('industrial', 'campus', 'airport', 'wood', 'wetland', 'glacier'),
    area('park', 'land', { color: p.park, filter: kind('park', 'pitch', 'cemetery') }),
    line(
      'waterway',
      'waterway',
      { 'line-color': p.waterLine, 'line-width': byZoom(1.4, [6, 0.5], [10, 1.1], [14, 3], [18, 9]) },
      kind('river', 'canal'),
    ),
    line(
      'stream',
      'waterway',
      { 'line-color': p.waterLine, 'line-width': byZoom(1.4, [12, 0.5], [16, 2]) },
      kind('stream'),
    ),
    area('water', 'water', { color: p.water }),
    {
      ...{ id: 'building', type: 'fill', source: 'map', 'source-layer': 'building', minzoom: 13 },
      paint: {
        'fill-color': p.building,
        'fill-outline-color': p.buildingLine,
        'fill-opacity': byZoom(1, [13, 0.4], [15, 1]),
      },
    },
    border('inner', ['>', ['get', 'level'], 4], {
      ...{ 'line-opacity': 0.45, 'line-width': byZoom(1, [6, 0.5], [12, 1.2]), 'line-dasharray': [3, 3] },
    }),
    border('aimag', ['==', ['get', 'level'], 4], {
      ...{ 'line-opacity': 0.7, 'line-width': byZoom(1, [4, 0.6], [10, 1.8]), 'line-dasharray': [4, 2] },
    }),
    border('country', ['==', ['get', 'level'], 2], { 'line-width': byZoom(1, [3, 1], [8, 2.4]) }),
  ];
}

interface RoadLook {
  id: string;
  kinds: string[];
  /** Widths in pixels, by zoom. */
  widths: Readonly<Record<number, number>>;
  color: keyof Palette;
  casing: keyof Palette;
}

/** The roads in the order in which they are drawn, from back to front. */
const ROADS: readonly RoadLook[] = [
  {
    ...{ id: 'service', kinds: ['service', 'pedestrian', 'living_street'] },
    ...{ color: 'road', casing: 'roadLine', widths: { 12: 0.4, 14: 1.6, 18: 9 } },
  },
  {
    ...{ id: 'minor', kinds: ['residential', 'unclassified', 'road'] },
    ...{ color: 'road', casing: 'roadLine', widths: { 9: 0.5, 12: 1.3, 14: 3.2, 18: 18 } },
  },
  {
    ...{ id: 'tertiary', kinds: ['tertiary'] },
    ...{ color: 'road', casing: 'roadLine', widths: { 7: 0.6, 10: 1.2, 14: 4.4, 18: 21 } },
  },
  {
    ...{ id: 'main', kinds: ['secondary', 'primary'] },
    ...{ color: 'main', casing: 'mainLine', widths: { 5: 0.7, 9: 1.6, 14: 5.5, 18: 24 } },
  },
  {
    ...{ id: 'trunk', kinds: ['trunk', 'motorway'] },
    ...{ color: 'trunk', casing: 'trunkLine', widths: { 4: 0.9, 9: 2.2, 14: 6.5, 18: 26 } },
  },
];

/** Returns a road's widths by zoom. @param more extra pixels, because the casing is wider than the road */
const roadWidth = (widths: RoadLook['widths'], more: number): Expression =>
  byZoom(
    1.5,
    ...Object.entries(widths).map(([zoom, px]): [zoom: number, width: number] => [Number(zoom), px + more]),
  );

export function roadLayers(p: Palette): Layer[] {
  const base = { source: 'map', 'source-layer': 'road' };
  const layout = { 'line-cap': 'round', 'line-join': 'round' };
  const line = (id: string, filter: Filter, paint: object): Layer =>
    ({ id, type: 'line', ...base, filter, layout, paint }) as Layer;
  const dashed = (id: string, kinds: string[], color: string, dashes: number[]): Layer => ({
    ...{ id, type: 'line', ...base, filter: kind(...kinds) },
    paint: {
      'line-color': color,
      'line-width': byZoom(1.3, [11, 0.7], [15, 1.5], [18, 4]),
      'line-opacity': 0.85,
      'line-dasharray': dashes,
    },
  });
  const casings = ROADS.map(({ id, kinds, widths, casing }) =>
    line(`road-${id}-line`, kind(...kinds), {
      'line-color': p[casing],
      'line-width': roadWidth(widths, 1.6),
      'line-opacity': byZoom(1, [6, 0.4], [11, 1]),
    }),
  );
  const roads = ROADS.map(({ id, kinds, widths, color }) =>
    line(`road-${id}`, kind(...kinds), {
      'line-color': p[color],
      'line-width': roadWidth(widths, 0),
    }),
  );
  const unpaved: Layer = {
    ...{ id: 'road-unpaved', type: 'line', ...base, minzoom: 11 },
    filter: ['all', ['==', ['get', 'unpaved'], 1], ['!=', ['get', 'kind'], 'track']],
    paint: {
      'line-color': p.track,
      'line-opacity': 0.6,
      'line-width': byZoom(1.4, [11, 0.6], [15, 1.4]),
      'line-dasharray': [2, 2.5],
    },
  };
  const rail: Layer = {
    ...{ id: 'rail', type: 'line', source: 'map', 'source-layer': 'rail' },
    paint: { 'line-color': p.rail, 'line-width': byZoom(1.3, [6, 0.6], [12, 1.4], [17, 4]) },
  };
  const sleepers: Layer = {
    ...{ id: 'rail-sleepers', type: 'line', source: 'map', 'source-layer': 'rail', minzoom: 9 },
    paint: {
      'line-color': p.ground,
      'line-width': byZoom(1.3, [9, 0.4], [12, 0.8], [17, 2.5]),
      'line-dasharray': [5, 5],
    },
  };
  return [
    ...tracks(p),
    dashed('path', ['path', 'footway', 'cycleway', 'bridleway', 'steps'], p.path, [1.5, 1.5]),
    ...[dashed('ferry', ['ferry'], p.waterText, [4, 3]), ...casings, ...roads, unpaved, rail, sleepers],
  ];
}

/**
 * Draws good tracks as solid lines, and bad tracks as short dashes with long gaps. Most tracks have no grade,
 * so they are drawn in a style between these two.
 */
function tracks(p: Palette): Layer[] {
  const track = (id: string, hasGrade: Filter, look: { dashes?: number[]; width: number }): Layer => ({
    ...{ id: `track-${id}`, type: 'line', source: 'map', 'source-layer': 'road' },
    filter: ['all', kind('track'), hasGrade] as Filter,
    paint: {
      'line-color': p.track,
      'line-width': byZoom(1.3, [11, 0.7 * look.width], [15, 1.5 * look.width], [18, 4 * look.width]),
      'line-opacity': 0.85,
      ...(look.dashes === undefined ? {} : { 'line-dasharray': look.dashes }),
    },
  });
  return [
    track('good', ['match', ['get', 'grade'], [1, 2], true, false], { width: 1.25 }),
    track('usual', ['match', ['get', 'grade'], [1, 2, 4, 5], false, true], { dashes: [4, 1.5], width: 1 }),
    track('bad', ['match', ['get', 'grade'], [4, 5], true, false], { dashes: [2, 2.2], width: 0.9 }),
  ];
}
