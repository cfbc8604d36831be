import type { FeatureCollection, Feature, Geometry } from 'geojson';
import type { LayerSpecification as Layer } from 'maplibre-gl';
import type { Palette } from './palette.js';
import { FONT } from './fonts.js';
import { SPEED_COLORS } from './speed-colors.js';
import { SURFACE_COLORS, UNPAVED } from './surface-colors.js';
import { SURE, UNSURE } from './sureness.js';

/** Everything that the page draws on the map, where each drawing has its own source. */
export type OverlayName =
  | ('reach' | 'roads' | 'route' | 'snaps' | 'spot' | 'results' | 'table' | 'trace')
  | ('plan' | 'speeds' | 'zones');
export type Overlays = Record<OverlayName, FeatureCollection>;

export function collection(features: Feature[] = []): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export function feature(geometry: Geometry, properties: Record<string, unknown> = {}): Feature {
  return { type: 'Feature', properties, geometry };
}

/** Returns empty overlays. */
export function noOverlays(): Overlays {
  return {
    ...{ reach: collection(), roads: collection(), route: collection(), snaps: collection() },
    ...{ spot: collection(), results: collection(), table: collection(), trace: collection() },
    ...{ plan: collection(), speeds: collection(), zones: collection() },
  };
}

/** Returns the layers below the map's labels, and the layers above them. */
export function overlayLayers(p: Palette): { below: Layer[]; above: Layer[] } {
  const trace = layersOfTrace(p);
  const plan = layersOfPlan(p);
  return {
    below: [...layersBelow(p), ...trace.below, ...plan.below],
    above: [...trace.above, ...layersAbove(p), ...plan.above],
  };
}

function layersBelow(p: Palette): Layer[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' };
  const roadColor = [
    'case',
    ['all', ['==', ['get', 'kind'], 'season'], ['get', 'is_open']],
    p.season,
    ['get', 'is_open'],
    p.slow,
    p.closed,
  ];
  return [
    {
      ...{ id: 'reach-area', type: 'fill', source: 'reach' },
      paint: { 'fill-color': p.route, 'fill-opacity': 0.14 },
    },
    {
      ...{ id: 'reach-border', type: 'line', source: 'reach' },
      paint: { 'line-color': p.routeLine, 'line-width': 1 },
    },
    ...layersOfZones(p),
    ...layersOfSpeeds(p),
    {
      ...{ id: 'roads-area', type: 'fill', source: 'roads' },
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': roadColor, 'fill-opacity': 0.18 },
    },
    {
      ...{ id: 'roads-line', type: 'line', source: 'roads', layout: round },
      paint: {
        'line-color': roadColor,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 6, 2, 14, 5, 18, 12],
        'line-dasharray': [1, 1.8],
      },
    },
    {
      ...{ id: 'route-other', type: 'line', source: 'route', layout: round },
      filter: ['get', 'is_other'],
      paint: {
        'line-color': p.routeLine,
        'line-opacity': 0.4,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 4, 13, 7, 18, 13],
      },
    },
    {
      ...{ id: 'route-line', type: 'line', source: 'route', layout: round },
      filter: ['!', ['get', 'is_other']],
      paint: {
        'line-color': p.routeLine,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 5, 13, 9, 18, 16],
      },
    },
    {
      ...{ id: 'route', type: 'line', source: 'route', layout: round },
      filter: ['!', ['get', 'is_other']],
      paint: {
        'line-color': surfaceColor(p),
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 3, 13, 6, 18, 12],
      },
    },
    // Unpaved stretches are dashed, because color alone is not enough.
    {
      ...{ id: 'route-unpaved', type: 'line', source: 'route' },
      filter: ['all', ['!', ['get', 'is_other']], ['in', ['get', 'surface'], ['literal', UNPAVED]]],
      paint: {
        'line-color': p.onMark,
        'line-dasharray': [1, 2],
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 1.5, 13, 3, 18, 6],
      },
    },
  ] as Layer[];
}

/** Draws zones; zones that are closed to some vehicles stand out. */
function layersOfZones(p: Palette): unknown[] {
  const color = ['case', ['>', ['length', ['get', 'closed_for']], 0], p.closed, p.season];
  return [
    {
      ...{ id: 'zones-area', type: 'fill', source: 'zones' },
      paint: { 'fill-color': color, 'fill-opacity': 0.1 },
    },
    {
      ...{ id: 'zones-border', type: 'line', source: 'zones' },
      paint: { 'line-color': color, 'line-width': 1.5 },
    },
  ];
}

/**
 * Draws each direction of a road on the side on which traffic drives; at low zoom levels the two directions
 * overlap.
 */
function layersOfSpeeds(p: Palette): unknown[] {
  const colors = SPEED_COLORS.flatMap(([light, dark], i) => [i, p.name === 'light' ? light : dark]);
  return Object.entries({ along: 1, against: -1 }).map(([direction, side]) => {
    const level = ['coalesce', ['get', direction], 0];
    const width = (least: number): unknown[] => ['+', least, ['*', least / 5, level]];
    return {
      ...{ id: `speeds-${direction}`, type: 'line', source: 'speeds', layout: { 'line-join': 'round' } },
      filter: ['!=', ['get', direction], null],
      paint: {
        'line-color': ['match', level, ...colors, p.route],
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, width(1), 13, width(2), 18, width(6)],
        'line-offset': ['interpolate', ['linear'], ['zoom'], 11, 0, 13, 2.5 * side, 18, 8 * side],
      },
    };
  });
}

function surfaceColor(p: Palette): unknown[] {
  const colors = Object.entries(SURFACE_COLORS).flatMap(([surface, [light, dark]]) => [
    surface,
    p.name === 'light' ? light : dark,
  ]);
  return ['match', ['coalesce', ['get', 'surface'], ''], ...colors, p.route];
}

function layersAbove(p: Palette): Layer[] {
  return [
    {
      ...{ id: 'snaps-line', type: 'line', source: 'snaps' },
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': p.route, 'line-width': 2, 'line-dasharray': [1, 1.5] },
    },
    {
      ...{ id: 'snaps-dot', type: 'circle', source: 'snaps' },
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 4.5,
        'circle-color': p.onMark,
        'circle-stroke-color': p.route,
        'circle-stroke-width': 2.5,
      },
    },
    {
      ...{ id: 'spot-line', type: 'line', source: 'spot' },
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': p.chosen, 'line-width': 2, 'line-dasharray': [1, 1.5] },
    },
    {
      ...{ id: 'spot-dot', type: 'circle', source: 'spot' },
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['case', ['get', 'is_asked'], 5, 8],
        'circle-color': ['case', ['get', 'is_asked'], p.onMark, p.chosen],
        'circle-stroke-color': ['case', ['get', 'is_asked'], p.chosen, p.onMark],
        'circle-stroke-width': 2.5,
      },
    },
    {
      ...{ id: 'table-dot', type: 'circle', source: 'table' },
      layout: { 'circle-sort-key': ['-', 1, ['get', 'confidence']] },
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 3, 12, 6],
        'circle-color': ['step', ['get', 'confidence'], p.unsure, UNSURE, p.doubtful, SURE, p.sure],
        'circle-stroke-color': p.onMark,
        'circle-stroke-width': 1.5,
      },
    },
    {
      ...{ id: 'results-dot', type: 'circle', source: 'results' },
      layout: { 'circle-sort-key': ['-', 0, ['get', 'number']] },
      paint: {
        'circle-radius': ['case', ['get', 'is_chosen'], 14, 11],
        'circle-color': ['case', ['get', 'is_chosen'], p.chosen, p.result],
        'circle-stroke-color': p.onMark,
        'circle-stroke-width': 2,
      },
    },
    {
      ...{ id: 'results-number', type: 'symbol', source: 'results' },
      layout: {
        'text-field': ['to-string', ['get', 'number']],
        'text-font': FONT,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': p.onMark },
    },
  ] as Layer[];
}

/** Draws a trace as recorded, its matched line, and the points that are not on any road. */
function layersOfTrace(p: Palette): { below: Layer[]; above: Layer[] } {
  const round = { 'line-cap': 'round', 'line-join': 'round' };
  const below = [
    {
      ...{ id: 'trace-sent', type: 'line', source: 'trace', layout: round },
      filter: ['==', ['get', 'kind'], 'sent'],
      paint: { 'line-color': p.chosen, 'line-width': 1.5, 'line-dasharray': [1, 2] },
    },
    {
      ...{ id: 'trace-matched', type: 'line', source: 'trace', layout: round },
      filter: ['==', ['get', 'kind'], 'matched'],
      paint: {
        'line-color': p.route,
        'line-opacity': 0.75,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 3, 13, 5, 18, 10],
      },
    },
  ] as Layer[];
  const above = [
    {
      ...{ id: 'trace-lost', type: 'circle', source: 'trace' },
      filter: ['==', ['get', 'kind'], 'lost'],
      paint: {
        'circle-radius': 4,
        'circle-color': p.unsure,
        'circle-stroke-color': p.onMark,
        'circle-stroke-width': 1,
      },
    },
  ] as Layer[];
  return { below, above };
}

/** Draws the routes and stops of the vehicles, in the colors set in the features. */
function layersOfPlan(p: Palette): { below: Layer[]; above: Layer[] } {
  const line = {
    ...{ id: 'plan-line', type: 'line', source: 'plan', layout: { 'line-join': 'round' } },
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': ['get', 'color'], 'line-width': 4, 'line-opacity': 0.8 },
  };
  const dots = ['==', ['geometry-type'], 'Point'];
  const above = [
    {
      ...{ id: 'plan-dot', type: 'circle', source: 'plan', filter: dots },
      paint: {
        'circle-radius': 12,
        'circle-color': ['get', 'color'],
        'circle-stroke-color': p.onMark,
        'circle-stroke-width': 1.5,
      },
    },
    {
      ...{ id: 'plan-number', type: 'symbol', source: 'plan', filter: dots },
      layout: {
        ...{ 'text-field': ['get', 'label'], 'text-font': FONT, 'text-size': 11 },
        'text-allow-overlap': true,
      },
      paint: { 'text-color': '#ffffff' },
    },
  ];
  return { below: [line] as Layer[], above: above as Layer[] };
}
