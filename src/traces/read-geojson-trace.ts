import { pointOf, TraceFault, type RecordedTrace } from './recorded-trace.js';

interface Feature {
  geometry: { type?: unknown; coordinates?: unknown };
  properties: Record<string, unknown>;
}

/** The properties in which converters store the times of a line, and receivers store the time of a point. */
const TIMES_OF_LINE = ['coordTimes', 'times', 'timestamps'];
const TIME_OF_POINT = ['time', 'timestamp', 'datetime', 'date'];

/**
 * Reads GeoJSON: each line becomes a trace, and all points together become another trace.
 * @throws TraceFault
 */
export function readGeojsonTrace(text: string): RecordedTrace[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new TraceFault(`it is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  const features = featuresOf(given);
  const traces: RecordedTrace[] = [];
  const points: RecordedTrace = { name: null, points: [] };
  for (const { geometry, properties } of features) {
    const name = typeof properties['name'] === 'string' ? properties['name'] : null;
    const nested = properties['coordinateProperties'] as Record<string, unknown> | undefined;
    const times = TIMES_OF_LINE.map((key) => properties[key] ?? nested?.[key]).find(Array.isArray) ?? [];
    const line = (coordinates: unknown, own: unknown): RecordedTrace => ({
      name,
      points: listOf(coordinates).map((position, i) =>
        pointOf(`point ${i + 1}`, listOf(position), listOf(own)[i]),
      ),
    });
    if (geometry.type === 'LineString') traces.push(line(geometry.coordinates, times));
    else if (geometry.type === 'MultiLineString')
      listOf(geometry.coordinates).forEach((own, i) =>
        traces.push(line(own, Array.isArray(times[i]) ? times[i] : [])),
      );
    else if (geometry.type === 'Point') {
      const time = TIME_OF_POINT.map((key) => properties[key]).find((own) => own !== undefined);
      points.points.push(pointOf(`point ${points.points.length + 1}`, listOf(geometry.coordinates), time));
    }
  }
  const all = [...traces, points].filter((trace) => trace.points.length > 0);
  if (all.length === 0) throw new TraceFault('it has no lines or points');
  return all;
}

function featuresOf(given: unknown): Feature[] {
  const { type, features, geometry, properties, coordinates } = recordOf(given);
  if (type === 'FeatureCollection') return listOf(features).flatMap(featuresOf);
  if (type === 'Feature') return [{ geometry: recordOf(geometry), properties: recordOf(properties) }];
  return [{ geometry: { type, coordinates }, properties: {} }];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
