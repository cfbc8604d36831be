import { readArea } from '../closures/read-area.js';
import type { Area } from '../closures/closure.js';
import { InputError } from '../errors.js';
import { selfCrossing } from './self-crossing.js';
import { readFailure } from '../read-failure.js';

/** A feature in a file that is to become a zone. */
export interface ReadZone {
  /** The feature's `name` property, or null if it has none. */
  name: string | null;
  area: Area;
  properties: Readonly<Record<string, unknown>>;
}

/**
 * The maximum number of zones in a file. A file with more zones than this is probably a mistake, or the zones
 * should be stored as own places.
 */
const MOST_ZONES = 5_000;
/**
 * The maximum length of a zone's properties, in characters, which is limited because every response about the
 * zone contains them.
 */
const MOST_PROPERTIES = 4_000;

interface Json {
  type?: unknown;
  features?: unknown;
  properties?: unknown;
}

/**
 * Reads zones from a GeoJSON string, in which each feature with polygons, or a bare geometry, becomes a zone.
 * @param name the file's name, for messages
 * @throws InputError that names the fault
 */
export function readZones(text: string, name: string): ReadZone[] {
  let value: Json | null;
  try {
    value = JSON.parse(text) as Json | null;
  } catch (cause) {
    throw new InputError(`${name} is not JSON: ${readFailure(cause)}; give a GeoJSON file`, { cause });
  }
  const isCollection = value?.type === 'FeatureCollection' && Array.isArray(value.features);
  const features = isCollection ? (value!.features as Json[]) : [value];
  if (features.length === 0)
    throw new InputError(`${name} has no features; zones are features with polygons`);
  if (features.length > MOST_ZONES)
    throw new InputError(
      `${name} has ${features.length} features; at most ${MOST_ZONES} can be added at once`,
    );
  return features.map((feature, i) => {
    const where = isCollection ? `${name}, feature ${i + 1},` : name;
    const area = readArea(JSON.stringify(feature), where);
    const crossing = selfCrossing(area);
    if (crossing !== null)
      throw new InputError(`${where} cannot be a zone: its border crosses itself near ${crossing.join(',')}`);
    const { type, properties } = feature!;
    const isObject = type === 'Feature' && typeof properties === 'object' && properties !== null;
    const own = isObject ? (properties as Record<string, unknown>) : {};
    if (JSON.stringify(own).length > MOST_PROPERTIES)
      throw new InputError(`${where} has more than ${MOST_PROPERTIES} characters in its properties`);
    const called = own['name'];
    return {
      name: typeof called === 'string' && called.trim() !== '' ? called.trim() : null,
      area,
      properties: own,
    };
  });
}
