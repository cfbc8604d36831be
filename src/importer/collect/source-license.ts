/** The name to give when data are shown, and the licence of their use. */
export interface SourceLicense {
  /** Absent if the source names nobody. */
  attribution?: string;
  /** URL of the licence. Absent if the source names none. */
  license?: string;
  /** Set for invented data, as in the bundled sample, so that nobody takes them for real. */
  isInvented?: boolean;
}

/** The credit that OpenStreetMap asks for (https://www.openstreetmap.org/copyright). */
const OPENSTREETMAP: SourceLicense = {
  attribution: '© OpenStreetMap contributors',
  license: 'https://opendatacommons.org/licenses/odbl/1-0/',
};

/**
 * The licence in an OSM file's first element. Most extracts name none, or `OpenStreetMap and contributors`:
 * their data are OpenStreetMap's.
 */
export function osmLicense({ attribution, license, isInvented }: SourceLicense): SourceLicense {
  if (isInvented === true) return { ...licenseOf(attribution, license), isInvented };
  if (license === undefined || /openstreetmap/i.test(attribution ?? '')) return OPENSTREETMAP;
  return licenseOf(attribution, license);
}

/** The licence in a GeoJSON file, beside its features. */
export function geojsonLicense(root: unknown): SourceLicense {
  const { attribution, license } = (root ?? {}) as Record<string, unknown>;
  return licenseOf(attribution, license);
}

function licenseOf(attribution: unknown, license: unknown): SourceLicense {
  const isNamed = typeof attribution === 'string' && attribution.trim() !== '';
  // A link on a page leads to the web and nowhere else.
  const isLinked = typeof license === 'string' && /^https?:\/\//i.test(license) && URL.canParse(license);
  return {
    ...(isNamed ? { attribution: attribution.trim() } : {}),
    ...(isLinked ? { license } : {}),
  };
}
