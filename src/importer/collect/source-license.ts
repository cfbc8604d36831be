/** The name to credit when the data is shown, and the license for its use. */
export interface SourceLicense {
  /** Absent if the source names nobody to credit. */
  attribution?: string;
  /** The URL of the license. Absent if the source names no license. */
  license?: string;
  /** Set for fictional data, such as the bundled sample, so that nobody mistakes it for real data. */
  isInvented?: boolean;
}

/** The credit that OpenStreetMap requires (https://www.openstreetmap.org/copyright). */
const OPENSTREETMAP: SourceLicense = {
  attribution: '© OpenStreetMap contributors',
  license: 'https://opendatacommons.org/licenses/odbl/1-0/',
};

/**
 * Returns the license from an OSM file's first element. Most extracts name no license, or `OpenStreetMap and
 * contributors`, so their data is treated as OpenStreetMap's.
 */
export function osmLicense({ attribution, license, isInvented }: SourceLicense): SourceLicense {
  if (isInvented === true) return { ...licenseOf(attribution, license), isInvented };
  if (license === undefined || /openstreetmap/i.test(attribution ?? '')) return OPENSTREETMAP;
  return licenseOf(attribution, license);
}

/** Returns a GeoJSON file's license, read from the members beside its features. */
export function geojsonLicense(root: unknown): SourceLicense {
  const { attribution, license } = (root ?? {}) as Record<string, unknown>;
  return licenseOf(attribution, license);
}

function licenseOf(attribution: unknown, license: unknown): SourceLicense {
  const isNamed = typeof attribution === 'string' && attribution.trim() !== '';
  // A link on a page must lead to a website.
  const isLinked = typeof license === 'string' && /^https?:\/\//i.test(license) && URL.canParse(license);
  return {
    ...(isNamed ? { attribution: attribution.trim() } : {}),
    ...(isLinked ? { license } : {}),
  };
}
