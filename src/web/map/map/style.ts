import type { LayerSpecification as Layer, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { TileFacts } from '../ask/answers.js';
import type { Language } from '../../shared/language.js';
import { landLayers, roadLayers } from './ground-layers.js';
import { labelLayers } from './label-layers.js';
import { overlayLayers, type Overlays } from './overlays.js';
import type { Palette } from './palette.js';

/**
 * Returns the map's style. The style contains no glyphs, because the browser draws both Cyrillic and Latin
 * letters, so only tiles and icons are fetched.
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
      bounds: [...tiles.bounds],
    };
  const layers = baseLayers(palette, language, tiles !== null);
  const { below, above } = overlayLayers(palette);
  return {
    ...{ version: 8, sprite: `${location.origin}/map/sprites/${palette.name}`, sources },
    layers: [...layers.ground, ...below, ...layers.labels, ...above],
  };
}

/** Returns the layers of our tiles, or an empty background if there are no tiles. */
export function baseLayers(
  palette: Palette,
  language: Language,
  hasTiles: boolean,
): { ground: Layer[]; labels: Layer[] } {
  const ground: Layer = {
    ...{ id: 'ground', type: 'background' },
    paint: { 'background-color': palette.ground },
  };
  if (!hasTiles) return { ground: [ground], labels: [] };
  return {
    ground: [ground, ...landLayers(palette), ...roadLayers(palette)],
    labels: labelLayers(palette, language),
  };
}
