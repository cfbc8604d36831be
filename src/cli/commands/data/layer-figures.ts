import { layerNames, readLayer } from '../../../dataset/layers/layer-folder.js';
import type { LayerFigures } from '../../terminal/shell-audit.js';

/** Returns a layer's figures for the audit log, or `null` if the layer does not exist or cannot be read. */
export function layerFigures(folder: string, name: string): LayerFigures | null {
  if (!layerNames(folder).includes(name)) return null;
  try {
    const { places, source } = readLayer(folder, name);
    return { places, source: source.name, sha256: source.sha256 };
  } catch {
    return null;
  }
}
