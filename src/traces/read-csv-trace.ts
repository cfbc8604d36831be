import { parseCsv } from '../tables/csv.js';
import { columnCalled, columnOf, degreesOf } from '../tables/table-columns.js';
import { pointOf, TraceFault, type RecordedTrace } from './recorded-trace.js';

const TIME_NAMES = ['time', 'timestamp', 'datetime', 'fixtime', 'devicetime', 'date', 'цаг', 'время'];
const TRACE_NAMES = ['id', 'vehicle', 'device', 'deviceid', 'trace', 'track', 'машин', 'дугаар'];

/**
 * Reads a table with one row per point. If a column names vehicles, each vehicle's rows form one trace.
 * @throws TraceFault
 */
export function readCsvTrace(text: string): RecordedTrace[] {
  const { rows } = parseCsv(text);
  const header = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
  const columns = rows[header] ?? [];
  const [lat, lon] = [columnOf(columns, 'latitude'), columnOf(columns, 'longitude')];
  if (lat === -1 || lon === -1)
    throw new TraceFault(
      'it is not GPX, GeoJSON or NMEA, and as a CSV file it lacks latitude and longitude columns',
    );
  const called = (names: readonly string[]): number =>
    names.map((name) => columnCalled(columns, name)).find((at) => at !== -1) ?? -1;
  const [time, trace] = [called(TIME_NAMES), called(TRACE_NAMES)];
  const traces = new Map<string, RecordedTrace>();
  rows.forEach((row, i) => {
    if (i <= header || row.every((cell) => cell.trim() === '')) return;
    const position = [degreesOf(row[lon], 180) ?? row[lon], degreesOf(row[lat], 90) ?? row[lat]];
    const name = trace === -1 ? '' : (row[trace] ?? '').trim();
    let own = traces.get(name);
    if (own === undefined) traces.set(name, (own = { name: name || null, points: [] }));
    own.points.push(pointOf(`row ${i + 1}`, position, time === -1 ? null : row[time]));
  });
  if (traces.size === 0) throw new TraceFault('it has no rows');
  return [...traces.values()];
}
