import type { Position } from '../../geo/position.js';
import { toDegrees } from '../../geo/coordinates.js';
import type { AreaGeometry, Feature, Geometry, Tags } from '../../geo/feature.js';
import { geometryOf } from '../../geo/read-geojson.js';

/**
 * A layer of own places, stored with the datasets as readable GeoJSON with a header that describes the layer.
 * docs/own-places.md documents the format.
 */

const LAYER_VERSION = 1;

/**
 * The maximum total number of places in all layers of a folder. Each worker holds all these places in memory,
 * and indexes them again after each change.
 */
export const MAX_PLACES = 100_000;

/** A layer's description, without its places. */
export interface LayerHead {
  name: string;
  /** In ISO 8601. */
  written_at: string;
  /** The source file of the layer. */
  source: { name: string; bytes: number; sha256: string };
  /** The number of places in the layer. */
  places: number;
  /** The number of places in the source file that were left out, by reason. */
  left_out: readonly LeftOutReason[];
  /** The name to credit, and the URL of the license. */
  attribution?: string;
  license?: string;
}

interface LeftOutReason {
  reason: string;
  count: number;
}

/** A complete layer. The layer's features have the ids from the source file: `12`, not `own:branches:12`. */
export interface Layer extends LayerHead {
  features: readonly Feature[];
}

/** Whether a layer name is short and can be used unchanged in every file system and URL. */
export function isLayerName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(name);
}

/** Returns a place's id as used in responses. */
export function ownId(layer: string, id: string): string {
  return `own:${layer}:${id}`;
}

export function layerText({ features, ...head }: Layer): string {
  const lines = features.map(({ id, tags, geometry }) =>
    JSON.stringify({ type: 'Feature', id, properties: tags, geometry: jsonGeometry(geometry) }),
  );
  const fields = JSON.stringify({ gazarch_layer: LAYER_VERSION, ...head }, null, 2).slice(1, -2);
  return `{\n  "type": "FeatureCollection",${fields},\n  "features": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/**
 * Parses text that layerText() wrote.
 * @throws Error that describes the fault
 */
export function parseLayer(text: string): Layer {
  const value: unknown = JSON.parse(text);
  const { gazarch_layer: version, features, ...head } = objectOf(value, 'it');
  if (version !== LAYER_VERSION)
    throw new Error(
      `it has version ${JSON.stringify(version)}, but this program reads layers of version ${LAYER_VERSION}`,
    );
  delete head['type'];
  const { name, written_at, source, left_out, attribution, license } = head;
  if (typeof name !== 'string' || !isLayerName(name)) throw new Error('its "name" is none');
  if (typeof written_at !== 'string') throw new Error('its "written_at" is not a time');
  const { name: file, bytes, sha256 } = objectOf(source, '"source"');
  if (typeof file !== 'string' || typeof bytes !== 'number' || typeof sha256 !== 'string')
    throw new Error('its "source" is none');
  if (!Array.isArray(left_out)) throw new Error('its "left_out" is not a list');
  for (const text of [attribution, license])
    if (text !== undefined && typeof text !== 'string') throw new Error('its licence is not a string');
  if (!Array.isArray(features)) throw new Error('it has no "features"');
  if (features.length > MAX_PLACES) throw new Error(`it has more than ${MAX_PLACES} places`);
  return {
    ...(head as unknown as LayerHead),
    places: features.length,
    features: features.map((feature, i) => readFeature(feature, `feature ${i + 1}`)),
  };
}

function readFeature(value: unknown, what: string): Feature {
  const { id, properties, geometry: raw } = objectOf(value, what);
  if (typeof id !== 'string' || id === '') throw new Error(`${what} has no id`);
  const tags = objectOf(properties, `"properties" of ${what}`);
  if (!Object.values(tags).every((text) => typeof text === 'string'))
    throw new Error(`${what} has a property that is not a string`);
  const geometry = geometryOf(raw);
  if (typeof geometry === 'string') throw new Error(`${what}: ${geometry}`);
  return { id, tags: tags as Tags, geometry };
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is not an object`);
  return { ...value };
}

function jsonGeometry(geometry: Geometry): unknown {
  if (geometry.kind === 'point')
    return { type: 'Point', coordinates: [degrees(geometry.lon7), degrees(geometry.lat7)] };
  if (geometry.kind === 'line') throw new Error('bug: a line in a layer');
  const polygons = (geometry satisfies AreaGeometry).polygons.map((rings) => rings.map(positions));
  return { type: 'MultiPolygon', coordinates: polygons };
}

function positions(ring: Int32Array): Position[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [degrees(ring[2 * i]), degrees(ring[2 * i + 1])]);
}

function degrees(units: number): number {
  return Number(toDegrees(units).toFixed(7));
}
