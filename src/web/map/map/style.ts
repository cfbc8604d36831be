import type {
  ExpressionSpecification as Expression,
  FilterSpecification as Filter,
  LayerSpecification as Layer,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { TileFacts } from '../ask/answers.js';
import type { Language } from '../../shared/language.js';
import { FONT } from './fonts.js';
import { overlayLayers, type Overlays } from './overlays.js';
import type { Palette } from './palette.js';

/**
 * The style of the map. It names no glyphs and no pictures: letters are drawn by the browser, in Cyrillic as
 * in Latin, and nothing is fetched but tiles.
 */
export function styleOf(
  palette: Palette,
  language: Language,
  tiles: TileFacts | null,
  overlays: Overlays,
): StyleSpecification {
  const sources: Record<string, SourceSpecification> = {};
  for (const [name, data] of Object.entries(overlays)) sources[name] = { type: 'geojson', data };
  if (tiles !== null)
    sources['map'] = {
      type: 'vector',
      tiles: tiles.tiles.map((path) => `${location.origin}${path}`),
      minzoom: tiles.minzoom,
      maxzoom: tiles.maxzoom,
      bounds: tiles.bounds,
    };
  const ground: Layer = {
    id: 'ground',
    type: 'background',
    paint: { 'background-color': palette.ground },
  };
  const shapes = tiles === null ? [] : [...landLayers(palette), ...roadLayers(palette)];
  const labels = tiles === null ? [] : labelLayers(palette, language);
  const { below, above } = overlayLayers(palette);
  return { version: 8, sources, layers: [ground, ...shapes, ...below, ...labels, ...above] };
}

const kind = (...kinds: string[]): Filter => ['in', ['get', 'kind'], ['literal', kinds]];

/** A number that grows with the zoom, from one pair to the next. */
const byZoom = (base: number, ...pairs: [zoom: number, value: number][]): Expression =>
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

function landLayers(p: Palette): Layer[] {
  const line = (id: string, layer: string, paint: object, filter?: Filter): Layer => ({
    ...{ id, type: 'line', source: 'map', 'source-layer': layer, paint },
    ...(filter === undefined ? {} : { filter }),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  });
  const border = (name: string, filter: Filter, look: object): Layer =>
    line(`border-${name}`, 'border', { 'line-color': p.border, ...look }, filter);
  /** Kinds of land that have a colour of their own. */
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
  /** Widths in pixels by zoom. */
  widths: Readonly<Record<number, number>>;
  color: keyof Palette;
  casing: keyof Palette;
}

/** From the back to the front. */
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

/** Widths of a road by zoom. @param more pixels on top: the casing is wider than the road */
const roadWidth = (widths: RoadLook['widths'], more: number): Expression =>
  byZoom(1.5, ...Object.entries(widths).map(([zoom, px]): [number, number] => [Number(zoom), px + more]));

function roadLayers(p: Palette): Layer[] {
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
    dashed('track', ['track'], p.track, [4, 1.5]),
    dashed('path', ['path', 'footway', 'cycleway', 'bridleway', 'steps'], p.path, [1.5, 1.5]),
    ...[dashed('ferry', ['ferry'], p.waterText, [4, 3]), ...casings, ...roads, unpaved, rail, sleepers],
  ];
}

type MakeLabel = (id: string, layer: string, look: { layout: object; paint: object; more?: object }) => Layer;

function labelLayers(p: Palette, language: Language): Layer[] {
  const name: Expression =
    language === 'en' ? ['coalesce', ['get', 'name_en'], ['get', 'name']] : ['get', 'name'];
  const halo = { 'text-halo-color': p.halo, 'text-halo-width': 1.6, 'text-halo-blur': 0.4 };
  const text = { 'text-field': name, 'text-font': FONT };
  const label: MakeLabel = (id, layer, { layout, paint, more }) => ({
    ...{ id, type: 'symbol', source: 'map', 'source-layer': layer, ...more },
    layout: { ...text, ...layout },
    paint: { ...halo, ...paint },
  });
  return [...wayLabels(p, label), ...poiLabels(p, label), ...placeLabels(p, label)];
}

/** Names along and on waters and roads. */
function wayLabels(p: Palette, label: MakeLabel): Layer[] {
  const along = { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-max-angle': 32 };
  return [
    label('water-name', 'water', {
      layout: { 'text-size': byZoom(1, [7, 11], [14, 14]), 'text-max-width': 6 },
      paint: { 'text-color': p.waterText },
      more: { filter: ['has', 'name'], minzoom: 7 },
    }),
    label('river-name', 'waterway', {
      layout: { ...along, 'text-size': byZoom(1, [9, 10.5], [15, 13]) },
      paint: { 'text-color': p.waterText },
      more: { filter: kind('river', 'canal'), minzoom: 9 },
    }),
    label('road-name-minor', 'road', {
      layout: { ...along, 'text-size': byZoom(1, [14, 10.5], [18, 14]) },
      paint: { 'text-color': p.quiet },
      more: {
        filter: kind('residential', 'unclassified', 'living_street', 'pedestrian', 'service', 'road'),
        minzoom: 14,
      },
    }),
    label('road-name', 'road', {
      layout: { ...along, 'text-size': byZoom(1, [12, 11], [18, 15]) },
      paint: { 'text-color': p.text },
      more: { filter: kind('tertiary', 'secondary', 'primary', 'trunk', 'motorway'), minzoom: 12 },
    }),
    label('road-ref', 'road', {
      layout: {
        ...{ ...along, 'text-field': ['get', 'ref'], 'text-size': 10.5 },
        'text-rotation-alignment': 'viewport',
      },
      paint: { 'text-color': p.quiet, 'text-halo-width': 2.2 },
      more: {
        filter: ['all', ['has', 'ref'], kind('secondary', 'primary', 'trunk', 'motorway')],
        ...{ minzoom: 7, maxzoom: 13 },
      },
    }),
  ];
}

function poiLabels(p: Palette, label: MakeLabel): Layer[] {
  return [
    {
      ...{ id: 'poi-dot', type: 'circle', source: 'map', 'source-layer': 'poi', minzoom: 12 },
      filter: ['<=', ['get', 'rank'], ['-', ['zoom'], 1.5]],
      paint: {
        'circle-radius': byZoom(1, [12, 2], [17, 3.5]),
        'circle-color': p.poi,
        'circle-stroke-color': p.halo,
        'circle-stroke-width': 1,
      },
    },
    label('poi', 'poi', {
      layout: {
        'text-size': byZoom(1, [12, 10.5], [18, 13]),
        'text-max-width': 8,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.6,
        'text-optional': true,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': p.poi },
      more: { filter: ['<=', ['get', 'rank'], ['-', ['zoom'], 1.5]], minzoom: 11 },
    }),
  ];
}

function placeLabels(p: Palette, label: MakeLabel): Layer[] {
  const places = (id: string, filter: Filter, size: Expression, more: object = {}): Layer =>
    label(id, 'place', {
      layout: { 'text-size': size, 'text-max-width': 7, 'symbol-sort-key': ['get', 'rank'], ...more },
      paint: { 'text-color': p.text },
      more: { filter },
    });
  return [
    places(
      'place-small',
      kind('hamlet', 'isolated_dwelling', 'locality', 'neighbourhood', 'quarter', 'island'),
      byZoom(1, [11, 10.5], [15, 13]),
    ),
    places('place-suburb', kind('suburb'), byZoom(1, [11, 11.5], [15, 15]), { 'text-letter-spacing': 0.06 }),
    places('place-village', kind('village'), byZoom(1, [7, 10.5], [13, 15])),
    places('place-town', kind('town'), byZoom(1, [6, 11], [13, 18])),
    places('place-city', kind('city'), byZoom(1, [4, 11.5], [7, 14], [12, 22])),
  ];
}
