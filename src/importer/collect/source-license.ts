/** Whom to name when data are shown, and under which licence they may be used. */
export interface SourceLicense {
  /** Absent: the source names nobody. */
  attribution?: string;
  /** URL of the licence. Absent: the source names none. */
  license?: string;
  /** What is in it is not real: the bundled sample. Nobody may be led astray by it. */
  isInvented?: boolean;
}

/** What OpenStreetMap asks to be shown (https://www.openstreetmap.org/copyright). */
const OPENSTREETMAP: SourceLicense = {
  attribution: '© OpenStreetMap contributors',
  license: 'https://opendatacommons.org/licenses/odbl/1-0/',
};

/**
 * What an OSM file says in its first element. Most extracts say nothing, or
 * `OpenStreetMap and contributors`: their data are OpenStreetMap's.
 */
export function osmLicense({ attribution, license, isInvented }: SourceLicense): SourceLicense {
  if (isInvented === true) return { ...licenseOf(attribution, license), isInvented };
  if (license === undefined || /openstreetmap/i.test(attribution ?? '')) return OPENSTREETMAP;
  return licenseOf(attribution, license);
}

/** What a GeoJSON file says beside its features. */
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
