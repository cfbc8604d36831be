import type { Geometry } from '../../src/geo/feature.js';
import type { MatchKind, PlaceRow } from '../../src/geocoding/places/place.js';
import type { ReverseRadii } from '../../src/geocoding/reverse/reverse-limits.js';
import { starRing } from '../geo/random-shape.js';

export interface World {
  lon7: number;
  lat7: number;
  width_m: number;
}

/**
 * A crowded random world around a place, of the given width in metres: every match kind, every geometry,
 * many exact ties.
 */
export function randomRows(random: () => number, at: World): PlaceRow[] {
  const units = at.width_m * 90;
  const lonUnits = units / Math.cos((at.lat7 / 1e7) * (Math.PI / 180));
  // A coarse grid makes equal points, shared corners and repeated lines likely.
  const somewhere = (): { lon7: number; lat7: number } => ({
    lon7: at.lon7 + Math.round(((random() - 0.5) * lonUnits) / 50) * 50,
    lat7: at.lat7 + Math.round(((random() - 0.5) * units) / 50) * 50,
  });
  const kinds: MatchKind[] = ['address', 'place', 'street', 'settlement', 'area'];
  return Array.from({ length: 60 }, (_, i) => {
    const matchKind = kinds[Math.floor(random() ** 2 * 5)];
    const { lon7, lat7 } = somewhere();
    let geometry: Geometry = { kind: 'point', lon7, lat7 };
    if (matchKind === 'street' || random() < 0.2) {
      const ends = Array.from({ length: 2 + Math.floor(random() * 20) }, somewhere);
      geometry = { kind: 'line', lines: [Int32Array.from(ends.flatMap((end) => [end.lon7, end.lat7]))] };
    } else if (matchKind === 'area' || random() < 0.4) {
      const ring = starRing(random, {
        lon7,
        lat7,
        radius: units * random() ** 3,
        corners: 3 + Math.floor(random() * 30),
      });
      geometry = { kind: 'area', polygons: [[ring]] };
    }
    const tags: Record<string, string> = {};
    if (random() < 0.2) tags['addr:housenumber'] = '1';
    if (random() < 0.1) tags['waterway'] = 'river';
    if (random() < 0.3) tags['leisure'] = 'park';
    const type =
      random() < 0.5
        ? 'place'
        : matchKind === 'area'
          ? random() < 0.5
            ? 'country'
            : 'khoroo'
          : 'isolated_dwelling';
    return {
      id: `test:${i}`,
      name: `${i}`,
      type,
      matchKind,
      prominence: 0,
      lon7,
      lat7,
      address: null,
      part: null,
      geometry,
      tags,
    };
  });
}

/** Radii as a deployment may set them: any order of sizes, and 0 now and then. */
export function randomRadii(random: () => number): ReverseRadii {
  const radius = (most_m: number): number => (random() < 0.2 ? 0 : Math.round(most_m ** random()));
  return {
    address_m: radius(300),
    place_m: radius(300),
    street_m: radius(1000),
    street_at_ground_m: radius(1000),
    any_m: radius(5000),
    settlement_m: radius(50_000),
    doorstep_m: radius(50),
  };
}

/** A point on or beside a row, or anywhere. */
export function randomPoint(random: () => number, rows: readonly PlaceRow[], at: World): [number, number] {
  const row = rows[Math.floor(random() * rows.length)];
  if (random() < 0.2) return [row.lon7 / 1e7, row.lat7 / 1e7];
  const [centre, spread] = random() < 0.4 ? [row, 5000] : [at, at.width_m * 200];
  return [(centre.lon7 + (random() - 0.5) * spread) / 1e7, (centre.lat7 + (random() - 0.5) * spread) / 1e7];
}
