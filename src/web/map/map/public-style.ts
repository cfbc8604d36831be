import type { LayerSpecification as Layer } from 'maplibre-gl';
import type { Language } from '../../shared/language.js';
import { FONT } from './fonts.js';
import { DARK, LIGHT, type Palette } from './palette.js';
import { baseLayers } from './style.js';

/** The map for maps of others: `scripts/build-map-page.mjs` runs this once for each look. */

export const PALETTES: readonly Palette[] = [LIGHT, DARK];

/**
 * The layers without sources: the service adds the addresses of its tiles and icons. The fonts are those that
 * each browser has. OpenLayers would ask a stranger's server for any other.
 */
export function publicLayers(palette: Palette, language: Language): Layer[] {
  const { ground, labels } = baseLayers(palette, language, true);
  const text = JSON.stringify([...ground, ...labels]);
  return JSON.parse(text.replaceAll(JSON.stringify(FONT), '["sans-serif"]')) as Layer[];
}
