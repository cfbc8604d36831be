import type {
  ExpressionSpecification as Expression,
  FilterSpecification as Filter,
  LayerSpecification as Layer,
} from 'maplibre-gl';
import type { Language } from '../../shared/language.js';
import { FONT } from './fonts.js';
import { ICON_KINDS } from './icon-kinds.js';
import { byZoom, kind } from './ground-layers.js';
import type { Palette } from './palette.js';

/** The labels and icons of the map. */

type MakeLabel = (id: string, layer: string, look: { layout: object; paint: object; more?: object }) => Layer;

export function labelLayers(p: Palette, language: Language): Layer[] {
  const name: Expression =
    language === 'en' ? ['coalesce', ['get', 'name_en'], ['get', 'name']] : ['get', 'name'];
  const halo = { 'text-halo-color': p.halo, 'text-halo-width': 1.6, 'text-halo-blur': 0.4 };
  const text = { 'text-field': name, 'text-font': FONT };
  const label: MakeLabel = (id, layer, { layout, paint, more }) => ({
    ...{ id, type: 'symbol', source: 'map', 'source-layer': layer, ...more },
    layout: { ...text, ...layout },
    paint: { ...halo, ...paint },
  });
  return [
    ...wayLabels(p, label),
    ...numberLabels(p, label),
    ...poiLabels(p, name, label),
    ...areaLabels(p, label),
    ...placeLabels(p, label),
  ];
}

/** Adds the names of rivers and roads along their lines. */
function wayLabels(p: Palette, label: MakeLabel): Layer[] {
  const along = { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-max-angle': 32 };
  return [
    {
      ...{ id: 'oneway', type: 'symbol', source: 'map', 'source-layer': 'road', minzoom: 15 },
      filter: ['has', 'oneway'],
      layout: {
        ...{ 'symbol-placement': 'line', 'symbol-spacing': 90, 'icon-image': 'oneway' },
        'icon-rotate': ['case', ['==', ['get', 'oneway'], -1], 180, 0],
        'icon-size': byZoom(1, [15, 0.5], [18, 0.8]),
        'icon-ignore-placement': true,
      },
    },
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
    shield('road-ref', 'ref', { icon: 'shield-main', color: p.text }),
    shield('road-asian', 'ah', { icon: 'shield-asian', color: '#ffffff' }),
  ];
}

/** Adds a road's number in a box. */
function shield(id: string, field: string, { icon, color }: { icon: string; color: string }): Layer {
  return {
    ...{ id, type: 'symbol', source: 'map', 'source-layer': 'road', minzoom: 6 },
    filter: ['all', ['has', field], kind('tertiary', 'secondary', 'primary', 'trunk', 'motorway')] as Filter,
    layout: {
      ...{ 'symbol-placement': 'line', 'symbol-spacing': field === 'ref' ? 260 : 420 },
      ...{ 'text-field': ['get', field], 'text-font': FONT, 'text-size': 10.5, 'text-padding': 12 },
      ...{ 'text-rotation-alignment': 'viewport', 'icon-rotation-alignment': 'viewport' },
      ...{ 'icon-image': icon, 'icon-text-fit': 'both', 'icon-text-fit-padding': [1, 3, 1, 3] },
    },
    paint: { 'text-color': color },
  };
}

/**
 * Adds house numbers, but only at zoom levels at which individual houses are visible, because there are so
 * many numbers.
 */
function numberLabels(p: Palette, label: MakeLabel): Layer[] {
  return [
    label('house-number', 'address', {
      layout: {
        'text-field': ['get', 'number'],
        'text-size': byZoom(1, [16, 9.5], [19, 12]),
        'text-padding': 3,
      },
      paint: { 'text-color': p.quiet, 'text-halo-width': 1.2 },
      more: { minzoom: 16 },
    }),
  ];
}

/** Adds the names of lakes and administrative areas. */
function areaLabels(p: Palette, label: MakeLabel): Layer[] {
  const area = (id: string, level: number, size: Expression, zooms: [from: number, to: number]): Layer =>
    label(id, 'area_name', {
      layout: {
        ...{ 'text-size': size, 'text-max-width': 8, 'text-transform': 'uppercase' },
        ...{ 'text-letter-spacing': 0.12, 'text-padding': 8 },
      },
      paint: { 'text-color': p.border },
      more: { filter: ['==', ['get', 'level'], level], minzoom: zooms[0], maxzoom: zooms[1] },
    });
  return [
    label('water-name', 'water_name', {
      layout: {
        ...{ 'text-size': byZoom(1, [5, 10.5], [14, 14]), 'text-max-width': 6 },
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': p.waterText },
      more: { filter: ['<=', ['get', 'rank'], ['zoom']] },
    }),
    area('khoroo-name', 8, byZoom(1, [13, 9.5], [16, 12]), [13, 17]),
    area('soum-name', 6, byZoom(1, [9, 9.5], [13, 13]), [9, 14]),
    area('aimag-name', 4, byZoom(1, [5, 10], [9, 15]), [5, 10]),
  ];
}

function poiLabels(p: Palette, name: Expression, label: MakeLabel): Layer[] {
  const height: Expression = ['case', ['has', 'ele'], ['concat', ['get', 'ele'], ' m'], ''];
  return [
    label('poi', 'poi', {
      layout: {
        'icon-image': ['match', ['get', 'kind'], ICON_KINDS, ['get', 'kind'], 'place'],
        'icon-size': byZoom(1, [10, 0.65], [14, 0.8], [18, 1]),
        ...{ 'icon-padding': 1, 'text-size': byZoom(1, [12, 10.5], [18, 13]), 'text-max-width': 8 },
        'text-field': ['case', ['has', 'ele'], ['concat', ['coalesce', name, ''], '\n', height], name],
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        // OpenLayers does not support variable anchors and would otherwise draw names on top of their icons.
        ...{ 'text-anchor': 'top', 'text-offset': [0, 0.9] },
        ...{ 'text-radial-offset': 0.9, 'text-optional': true, 'symbol-sort-key': ['get', 'rank'] },
      },
      paint: { 'text-color': p.poi },
      more: { filter: ['<=', ['get', 'rank'], ['-', ['zoom'], 1]], minzoom: 9 },
    }),
  ];
}

function placeLabels(p: Palette, label: MakeLabel): Layer[] {
  const places = (id: string, filter: Filter, size: Expression, more: object = {}): Layer =>
    label(id, 'place', {
      layout: { 'text-size': size, 'text-max-width': 7, 'symbol-sort-key': ['get', 'rank'], ...more },
      paint: { 'text-color': p.text },
      // At zoom levels at which individual houses are visible, users know which town they are looking at.
      more: { filter, maxzoom: 17 },
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
