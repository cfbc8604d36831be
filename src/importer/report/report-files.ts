import { toDegrees } from '../../geo/coordinates.js';
import { guarded, writeCsv } from '../../tables/csv.js';
import { FAULT_KINDS, type Fault, type FaultKind } from './fault.js';

/**
 * The maximum number of rows of each kind on the page. More rows would slow down browsers, but the table
 * contains all rows.
 */
const MOST_ROWS = 2000;

/** Writes the faults as a page, a table and GeoJSON, and returns their contents by file name. */
export function reportFiles(faults: readonly Fault[], sources: readonly string[]): Record<string, string> {
  const rows = faults.map(({ kind, what, count, id, lat7, lon7 }) => ({
    ...{ kind, what, count, object: id.replace('osm:', '').replace(':', ' ') },
    ...{ latitude: toDegrees(lat7), longitude: toDegrees(lon7), edit: editLink(id) },
  }));
  type Row = (typeof rows)[number];
  const cells = rows.map((row) =>
    Object.values(row).map((value) => (typeof value === 'string' ? guarded(value) : String(value))),
  );
  const columns = [
    'kind',
    'what',
    'count',
    'object',
    'latitude',
    'longitude',
    'edit',
  ] satisfies (keyof Row)[];
  return {
    'report.html': pageOf(rows, sources),
    'faults.csv': `\ufeff${writeCsv({ rows: [columns, ...cells], delimiter: ',', lineEnd: '\r\n' })}`,
    'faults.geojson': JSON.stringify({
      type: 'FeatureCollection',
      features: rows.map(({ latitude, longitude, ...properties }) => ({
        ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
        properties,
      })),
    }),
  };
}

/** The URL of the page where the object can be edited; empty if the object is not from OpenStreetMap. */
function editLink(id: string): string {
  const [, type, number] = /^osm:(node|way|relation):(\d+)$/.exec(id) ?? [];
  return type === undefined ? '' : `https://www.openstreetmap.org/edit?${type}=${number}`;
}

interface PageRow {
  kind: FaultKind;
  what: string;
  count: number;
  object: string;
  edit: string;
}

/** Builds a page that loads nothing from other servers. */
function pageOf(rows: readonly PageRow[], sources: readonly string[]): string {
  const sections = Object.entries(FAULT_KINDS).flatMap(([kind, title]) => {
    const own = rows.filter((row) => row.kind === kind);
    const lines = own.slice(0, MOST_ROWS).map(({ what, count, object, edit }) => {
      const link =
        edit === '' ? escaped(object) : `<a href="${edit}" rel="noreferrer">${escaped(object)}</a>`;
      return `<tr><td>${link}</td><td>${escaped(what)}</td><td>${count > 1 ? `× ${count}` : ''}</td></tr>\n`;
    });
    const more =
      own.length > MOST_ROWS ? `<p>${own.length - MOST_ROWS} more are listed in faults.csv.</p>\n` : '';
    return own.length === 0
      ? []
      : [`<h2>${title}: ${own.length}</h2>\n<table>\n${lines.join('')}</table>\n${more}`];
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>What may be wrong in the map data</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
td { padding: 0.2rem 1rem 0.2rem 0; overflow-wrap: anywhere; vertical-align: top }
td:first-child { white-space: nowrap }
</style>
</head>
<body>
<main>
<h1>What may be wrong in the map data</h1>
<p>${escaped(sources.join(', '))}. Links open the editor of OpenStreetMap. Look before you change it.</p>
${sections.length === 0 ? '<p>Nothing was found.</p>\n' : sections.join('')}</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
