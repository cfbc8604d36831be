import type { DataLicense } from '../data-license.js';

/** What a dataset says of its sources. @param metaText JSON of `meta/json`; may be empty */
export function datasetLicenses(metaText: string): DataLicense[] {
  if (metaText === '') return [];
  const { sources = [] } = JSON.parse(metaText) as { sources?: Source[] };
  return sources.map(({ name, attribution, license }) => ({
    source: name,
    attribution: attribution ?? null,
    license: license ?? null,
  }));
}

interface Source {
  name: string;
  attribution?: string;
  license?: string;
}
