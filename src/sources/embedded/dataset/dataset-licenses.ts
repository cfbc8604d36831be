import type { LayerHead } from '../../../dataset/layers/layer-file.js';
import type { DataLicense } from '../../data-license.js';

/** Returns the licenses of a dataset's sources. @param metaText JSON of `meta/json`; may be empty */
export function datasetLicenses(metaText: string): DataLicense[] {
  if (metaText === '') return [];
  const { sources = [] } = JSON.parse(metaText) as { sources?: Source[] };
  return sources.map(({ name, attribution, license, invented }) => ({
    source: name,
    attribution: attribution ?? null,
    license: license ?? null,
    ...(invented === true ? { isInvented: true } : {}),
  }));
}

/** Returns the licenses of layers of own places. A layer without a license imposes no requirements. */
export function layerLicenses(layers: readonly LayerHead[]): DataLicense[] {
  return layers.flatMap(({ source, attribution = null, license = null }) =>
    attribution === null && license === null ? [] : [{ source: source.name, attribution, license }],
  );
}

interface Source {
  name: string;
  attribution?: string;
  license?: string;
  invented?: true;
}
