import { readCsvTrace } from './read-csv-trace.js';
import { readGeojsonTrace } from './read-geojson-trace.js';
import { readGpx } from './read-gpx.js';
import { readNmea } from './read-nmea.js';
import type { RecordedTrace } from './recorded-trace.js';

/**
 * Reads the traces in a file: GPX, GeoJSON, NMEA or CSV. The format is recognized by the beginning of the
 * file.
 * @throws TraceFault that says what is wrong with the file and where the fault is
 */
export function readTraces(text: string): RecordedTrace[] {
  const begin = text.replace(/^\ufeff/, '').trimStart();
  if (begin.startsWith('<')) return readGpx(begin);
  if (begin.startsWith('{') || begin.startsWith('[')) return readGeojsonTrace(begin);
  if (/^[$!][A-Z]{2}/.test(begin)) return readNmea(begin);
  return readCsvTrace(begin);
}
