import { layerNames, readLayer } from '../../../dataset/layers/layer-folder.js';
import type { LayerFigures } from '../../terminal/shell-audit.js';

/** The figures of a layer for the audit log; null if there is none, or it cannot be read. */
export function layerFigures(folder: string, name: string): LayerFigures | null {
  if (!layerNames(folder).includes(name)) return null;
  try {
    const { places, source } = readLayer(folder, name);
    return { places, source: source.name, sha256: source.sha256 };
  } catch {
    return null;
  }
}
