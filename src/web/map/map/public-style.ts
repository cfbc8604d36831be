import type { LayerSpecification as Layer } from 'maplibre-gl';
import type { Language } from '../../shared/language.js';
import { FONT } from './fonts.js';
import { DARK, LIGHT, type Palette } from './palette.js';
import { baseLayers } from './style.js';

/**
 * The map style for third-party maps. `scripts/build-map-page.mjs` runs this module once for each color
 * scheme.
 */

export const PALETTES: readonly Palette[] = [LIGHT, DARK];

/**
 * Returns the layers without their sources; the service adds the URLs of its tiles and icons. The style only
 * uses fonts that every browser has. OpenLayers would request any other font from a third-party server.
 */
export function publicLayers(palette: Palette, language: Language): Layer[] {
  const { ground, labels } = baseLayers(palette, language, true);
  const text = JSON.stringify([...ground, ...labels]);
  return JSON.parse(text.replaceAll(JSON.stringify(FONT), '["sans-serif"]')) as Layer[];
}
