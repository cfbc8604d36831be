import type { Geometry, Tags } from '../../geo/feature.js';
import { cleanText } from './clean-text.js';
import { meanCrossings } from '../../geo/measure.js';
import type { Skipped } from './skipped.js';

/**
 * The largest values that an import accepts for one object, so that a broken or hostile file cannot make it
 * run for hours or exhaust memory. Anything larger is left out, counted and named in the summary. The limits
 * for whole files are in src/osm/limits.ts.
 */

/**
 * The maximum length of a value, in characters. OSM allows 255 characters, and a megabyte-long name would be
 * split into words and indexed.
 */
export const MAX_VALUE_LENGTH = 1000;

/**
 * The maximum number of positions in one object. The largest outlines in OSM have several hundred thousand
 * positions.
 */
const MAX_POSITIONS = 1_000_000;

/**
 * The maximum average number of outline edges that cross the same latitude. Real outlines reach 10. Each
 * lookup inside the outline visits this many edges.
 */
const MAX_CROSSINGS = 1000;

/**
 * The maximum total number of member nodes in all area relations, as a multiple of the number of nodes in all
 * ways. In most places three borders share a way, and a way on the country's border is in five relations.
 * Without this limit, a million relations of 20 bytes could each copy the file's longest way.
 */
export const MAX_SHARING = 20;
/** The number of member nodes added to the limit, so that it never affects small files. */
export const FREE_MEMBER_NODES = 100_000;

/**
 * The maximum number of roads that meet at a node, where a road that passes through counts twice. Real
 * junctions have up to about ten roads, and squares about twenty. The number of turns grows with the square
 * of this number.
 */
export const MAX_ARMS = 100;

/**
 * The maximum number of members in a turn restriction. Real turn restrictions have 3 to 10 members. The
 * import tries every pair of a `from` way and a `to` way.
 */
export const MAX_RESTRICTION_MEMBERS = 50;

/** The maximum nesting depth of GeoJSON. Geometry itself needs seven levels. */
export const MAX_JSON_DEPTH = 64;

/**
 * The maximum number of values in a GeoJSON file: numbers, strings, arrays, objects. Each value takes up to
 * 50 bytes of memory when parsed.
 */
export const MAX_JSON_VALUES = 30_000_000;

/** Cleans the tags and drops values that are too long to be real. Usually returns the same object. */
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

/**
 * Returns the reason why a geometry is too large or too ragged to be real, or null if the geometry is
 * plausible.
 */
export function shapeProblem(geometry: Geometry): string | null {
  if (geometry.kind === 'point') return null;
  const lines = geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
  if (lines.reduce((sum, line) => sum + line.length / 2, 0) > MAX_POSITIONS)
    return `shape of more than ${MAX_POSITIONS} positions`;
  if (geometry.kind === 'area' && geometry.polygons.some((rings) => meanCrossings(rings) > MAX_CROSSINGS))
    return `outline that a line of latitude crosses more than ${MAX_CROSSINGS} times`;
  return null;
}
