import type { Feature } from '../../geo/feature.js';
import { distanceM } from '../../geo/distance.js';
import { toDegrees } from '../../geo/coordinates.js';
import { displayName } from '../../geocoding/places/names.js';
import {
  houseNumberTag,
  houseTags,
  isLineOfHouses,
  numbersBetween,
  onStreet,
  streetTag,
} from '../../geocoding/places/address-tags.js';
import type { KeptOsm, KeptWay } from '../collect/kept-osm.js';

/** Assigns the street of the relation (`associatedStreet`) to houses that name no street. */
export function withStreetsOfRelations(kept: KeptOsm, features: readonly Feature[]): Feature[] {
  const streets = new Map<string, string>();
  for (const { tags, members } of kept.streets) {
    const ways = members.flatMap(({ type, ref, role }) =>
      type === 'way' && role === 'street' ? [kept.ways[kept.wayById.get(ref) ?? -1]] : [],
    );
    const name = [tags, ...ways.map((way) => way?.tags ?? {})].map(displayName).find((text) => text !== null);
    if (name === undefined || name === null) continue;
    for (const { type, ref } of members) streets.set(`osm:${type}:${ref}`, name);
  }
  if (streets.size === 0) return [...features];
  return features.map((feature) => {
    const street = streets.get(feature.id);
    return street === undefined ? feature : { ...feature, tags: onStreet(feature.tags, street) };
  });
}

/** A node on an interpolation line that has a house number. */
interface Numbered {
  number: number;
  street: string | undefined;
  /** The node's index in the line. */
  at: number;
}

/**
 * Computes the unmapped houses along address interpolation lines (`addr:interpolation`): they are evenly
 * spaced between two numbered nodes. A number that already exists elsewhere on the street is not repeated.
 */
export function housesOnLines(kept: KeptOsm, features: readonly Feature[]): Feature[] {
  const lines = kept.ways.filter(({ tags }) => isLineOfHouses(tags));
  if (lines.length === 0) return [];
  const byId = new Map(features.map((feature) => [feature.id, feature]));
  const known = new Set(features.map(({ tags }) => `${houseNumberTag(tags)} ${streetTag(tags)}`));
  return lines.flatMap((way) => {
    const { positions, numbered } = lineOf(kept, way, byId);
    return numbered.slice(1).flatMap((last, i) => {
      const first = numbered[i];
      const street = streetTag(way.tags) ?? first.street ?? last.street;
      if (street === undefined) return [];
      const numbers = numbersBetween(way.tags, first.number, last.number).slice(1);
      const part = positions.slice(2 * first.at, 2 * last.at + 2);
      return numbers.flatMap((number, n) => {
        const text = `${number} ${street}`;
        if (number === last.number || known.has(text)) return [];
        known.add(text);
        const [lon7, lat7] = pointAlong(part, (n + 1) / Math.max(1, numbers.length));
        const id = `osm:way:${way.id}:${number}`;
        return [{ id, tags: houseTags(String(number), street), geometry: { kind: 'point', lon7, lat7 } }];
      });
    });
  });
}

function lineOf(
  { refs, nodes }: KeptOsm,
  { start, length }: KeptWay,
  byId: ReadonlyMap<string, Feature>,
): { positions: number[]; numbered: Numbered[] } {
  const positions: number[] = [];
  const numbered: Numbered[] = [];
  for (const ref of refs.data.subarray(start, start + length)) {
    const place = nodes.placeOf(ref);
    if (place < 0 || !nodes.isKnown(place)) continue;
    const tags = byId.get(`osm:node:${ref}`)?.tags ?? {};
    const number = Number.parseInt(houseNumberTag(tags) ?? '', 10);
    if (number > 0) numbered.push({ number, street: streetTag(tags), at: positions.length / 2 });
    positions.push(nodes.lon7[place], nodes.lat7[place]);
  }
  return { positions, numbered };
}

/** Returns the point at a given fraction of a line's length. */
function pointAlong(line: readonly number[], share: number): [lon7: number, lat7: number] {
  const lengths = Array.from({ length: line.length / 2 - 1 }, (_, i) => {
    const [x1, y1, x2, y2] = line.slice(2 * i, 2 * i + 4).map(toDegrees);
    return distanceM(x1, y1, x2, y2);
  });
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const between = (a: number, b: number): number => Math.round(a + ((b - a) * left) / length);
      return [between(line[2 * i], line[2 * i + 2]), between(line[2 * i + 1], line[2 * i + 3])];
    }
    left -= length;
  }
  return [line[line.length - 2], line[line.length - 1]];
}
