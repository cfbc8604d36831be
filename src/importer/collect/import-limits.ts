import type { Geometry, Tags } from '../../geo/feature.js';
import { cleanText } from './clean-text.js';
import { meanCrossings } from '../../geo/measure.js';
import type { Skipped } from './skipped.js';

/**
 * Limits of what an import takes from one object, so that a broken or hostile file cannot make it run for
 * hours or fill the memory. Anything beyond them is left out, counted and named in the summary. Limits of the
 * files themselves stand in src/osm/limits.ts.
 */

/** Characters of a value. OSM allows 255; a name of a megabyte would be cut into words and indexed. */
export const MAX_VALUE_LENGTH = 1000;

/** Positions of one object. The largest outlines in OSM have several hundred thousand. */
const MAX_POSITIONS = 1_000_000;

/**
 * The largest mean number of outline edges that a latitude crosses. Real outlines reach 10. Each lookup
 * inside the outline walks this many edges.
 */
const MAX_CROSSINGS = 1000;

/**
 * Member nodes of all area relations together, for each node of all ways. Three borders share a way at most
 * places, and a way of the country's border is in five relations. Without this limit, a million relations of
 * 20 bytes could each copy the longest way of the file.
 */
export const MAX_SHARING = 20;
/** Added to that, so that small files need no count. */
export const FREE_MEMBER_NODES = 100_000;

/**
 * Roads that meet at a node; a road that passes through counts twice. Real junctions have up to about ten,
 * squares about twenty. Turns grow with the square of this.
 */
export const MAX_ARMS = 100;

/**
 * Members of a turn restriction. Real ones have three to ten. The import tries all pairs of from and to ways.
 */
export const MAX_RESTRICTION_MEMBERS = 50;

/** How deep GeoJSON may be nested. Its own geometry needs seven levels. */
export const MAX_JSON_DEPTH = 64;

/**
 * Values in a GeoJSON file: numbers, texts, lists, objects. Each takes up to 50 bytes of memory when
 * parsed.
 */
export const MAX_JSON_VALUES = 30_000_000;

/** The tags after cleaning, without values that are too long to be real. Usually the same object. */
export function withoutLongValues(tags: Tags, id: string, skipped: Skipped): Tags {
  let kept: Record<string, string> | null = null;
  for (const key in tags) {
    const value = cleanText(tags[key]);
    const isLong = value.length > MAX_VALUE_LENGTH || key.length > MAX_VALUE_LENGTH;
    if (value === tags[key] && !isLong) continue;
    kept ??= { ...tags };
    if (!isLong) {
      kept[key] = value;
      continue;
    }
    delete kept[key];
    skipped.add(`value of more than ${MAX_VALUE_LENGTH} characters`, id);
  }
  return kept ?? tags;
}

/** Why a geometry is too large or too ragged to be a real one, in words for a person; null if it is fine. */
export function shapeProblem(geometry: Geometry): string | null {
  if (geometry.kind === 'point') return null;
  const lines = geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
  if (lines.reduce((sum, line) => sum + line.length / 2, 0) > MAX_POSITIONS)
    return `shape of more than ${MAX_POSITIONS} positions`;
  if (geometry.kind === 'area' && geometry.polygons.some((rings) => meanCrossings(rings) > MAX_CROSSINGS))
    return `outline that a line of latitude crosses more than ${MAX_CROSSINGS} times`;
  return null;
}
