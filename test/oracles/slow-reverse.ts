import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { Geometry } from '../../src/geo/feature.js';
import { areaM2, lengthM } from '../../src/geo/measure.js';
import { polygonsContain } from '../../src/geo/ring.js';
import type { PlaceRow } from '../../src/geocoding/places/place.js';
import type { ReverseMatch } from '../../src/geocoding/reverse/reverse-index.js';
import type { ReverseRadii } from '../../src/geocoding/reverse/reverse-limits.js';

/** The box of what answers no reverse lookup: nothing is near it. */
const NOWHERE = [Infinity, Infinity, -Infinity, -Infinity];

/**
 * The slow reference for reverse search, written straight from docs/decisions/0006-reverse.md: measure
 * to every row, keep what each stage allows, take the nearest.
 * It has no index; it only skips rows whose box is farther away than any stage looks. Not for data
 * across the antimeridian.
 */
export class SlowReverse {
  readonly #rows: Candidate[];
  /**
   * West, south, east, north of each row, side by side. One flat array, because tens of thousands of
   * boxes are looked at for each point.
   */
  readonly #boxes: Float64Array;
  readonly #isTown: Uint8Array;
  readonly #countryRows: Candidate[];
  readonly #countries = new Map<Candidate, number>();

  constructor(rows: readonly PlaceRow[]) {
    this.#rows = rows.map((row, number) =>
      candidate(isDwelling(row) ? { ...row, matchKind: 'place' } : row, number),
    );
    this.#boxes = Float64Array.from(
      rows.flatMap((row) => (row.type === 'postcode' ? NOWHERE : boxOf(chains(row.geometry)))),
    );
    this.#countryRows = this.#rows.filter(({ row }) => row.type === 'country');
    this.#isTown = Uint8Array.from(this.#rows, ({ row }) => Number(row.matchKind === 'settlement'));
  }

  nearest(lon: number, lat: number, changed: Partial<ReverseRadii> = {}): ReverseMatch | null {
    const at = pointAt(lon, lat);
    const radii = { ...RADII, ...changed };
    const { address_m, place_m, street_m, any_m, settlement_m } = radii;
    const close = unitsAround(Math.max(address_m, place_m, street_m));
    const found =
      this.#closeBy(this.#measured(at, { town: close, other: close }), radii) ??
      this.#farOff(this.#measured(at, { town: unitsAround(settlement_m), other: unitsAround(any_m) }), radii);
    return found === undefined
      ? null
      : { row: found.row.number, kind: kindOf(found.row), distance_m: found.distance_m };
  }

  /** Stages 1 to 3. */
  #closeBy(measured: Measured[], radii: ReverseRadii): Measured | undefined {
    const small = measured.filter((m) => isNearby(m.row) && !m.row.broad);
    const [stoodIn] = measured.filter((m) => isNearby(m.row) && m.row.broad && m.inside).sort(bySize);
    const street_m = stoodIn?.row.ground
      ? Math.min(radii.street_m, radii.street_at_ground_m)
      : radii.street_m;
    const close =
      doorstep(
        small.filter((m) => m.row.addressed && m.distance_m <= radii.address_m),
        radii.doorstep_m,
      ) ??
      doorstep(
        small.filter((m) => m.row.row.matchKind === 'place' && m.distance_m <= radii.place_m),
        radii.doorstep_m,
      );
    const street = measured.find((m) => m.row.row.matchKind === 'street');
    const on_m = Math.min(radii.street_m, 6);
    if (close !== undefined)
      return street !== undefined && street.distance_m <= on_m && street.distance_m < close.distance_m
        ? street
        : close;
    return street !== undefined && street.distance_m <= street_m ? street : undefined;
  }

  /** Stages 4 to 6. */
  #farOff(measured: Measured[], radii: ReverseRadii): Measured | undefined {
    const around = measured.filter((m) => m.distance_m === 0).sort(bySize);
    const country = around.find((m) => m.row.row.type === 'country')?.row.number ?? -1;
    const isInSoum = around.some(({ row: { row } }) => row.matchKind === 'area' && row.type !== 'country');
    const reach_m = isInSoum ? Math.min(radii.settlement_m, 3000) : radii.settlement_m;
    const isReachable = (m: Measured): boolean =>
      m.distance_m === 0 || (m.distance_m <= reach_m && this.#countryOf(m.row) === country);
    return (
      measured.find((m) => isNearby(m.row) && m.distance_m <= radii.any_m) ??
      measured.find((m) => isSettlement(m.row) && isReachable(m)) ??
      around.find((m) => isArea(m.row))
    );
  }

  /**
   * Metres from a point to a row, for comparing two answers that are almost equally near. Infinity far
   * away: only 150 km around the point are searched.
   */
  distanceTo(row: number, lon: number, lat: number): number {
    const everywhere = unitsAround(150_000);
    return (
      measure(this.#rows[row], pointAt(lon, lat), { town: everywhere, other: everywhere })[0]?.distance_m ??
      Infinity
    );
  }

  /** The rows that may be within reach, nearest first. */
  #measured(at: At, reach: Reach): Measured[] {
    const { lon7, lat7, stretch } = at;
    const [boxes, isTown] = [this.#boxes, this.#isTown];
    const found: Candidate[] = [];
    for (let i = 0; i < isTown.length; i++) {
      const margin = isTown[i] ? reach.town : reach.other;
      if (lat7 < boxes[4 * i + 1] - margin || lat7 > boxes[4 * i + 3] + margin) continue;
      if (lon7 < boxes[4 * i] - margin * stretch || lon7 > boxes[4 * i + 2] + margin * stretch) continue;
      found.push(this.#rows[i]);
    }
    return found.flatMap((row) => measure(row, at, reach)).sort(byDistance);
  }

  #countryOf(town: Candidate): number {
    const { lon7, lat7 } = town.row;
    let country = this.#countries.get(town);
    if (country === undefined) {
      const around = this.#countryRows.filter((c) => polygonsContain(surface(c.row.geometry), lon7, lat7));
      this.#countries.set(town, (country = around.sort((a, b) => a.size - b.size)[0]?.number ?? -1));
    }
    return country;
  }
}

/** A winter camp or a farm: it counts as a place, not as a settlement. */
function isDwelling(row: PlaceRow): boolean {
  return row.matchKind === 'settlement' && (row.type === 'isolated_dwelling' || row.type === 'farm');
}

/** How far away rows are looked at, in units of latitude (1e-7 degrees): settlements, and all others. */
interface Reach {
  town: number;
  other: number;
}

/** The defaults of docs/decisions/0006-reverse.md. */
const RADII: ReverseRadii = {
  address_m: 30,
  place_m: 50,
  street_m: 100,
  street_at_ground_m: 30,
  any_m: 1000,
  settlement_m: 20_000,
  doorstep_m: 2,
};

/** A search distance well above the radius of a stage, in units of latitude (90 to a metre). */
function unitsAround(radius_m: number): number {
  return 1500 + 115 * radius_m;
}

/** Tag values that mean open ground. */
const GROUND = new RegExp(
  '^(square|park|garden|stadium|pitch|golf_course|playground|beach|water_park|' +
    'theme_park|zoo|fairground|marketplace|festival_grounds|recreation_ground|' +
    'village_green|cemetery|grave_yard|camp_site|water|lake|reservoir|pond|basin|' +
    'lagoon|bay)$',
);

interface Candidate {
  row: PlaceRow;
  number: number;
  size: number;
  broad: boolean;
  /** Open ground. Looked at only when the row is broad. */
  ground: boolean;
  landscape: boolean;
  /** An address, or a place with a house number. */
  addressed: boolean;
}

interface Measured {
  row: Candidate;
  distance_m: number;
  isPoint: boolean;
  /** Inside the surface, as opposed to on a line at distance 0. */
  inside: boolean;
  nearest: [lon7: number, lat7: number];
}

interface At {
  lon: number;
  lat: number;
  lon7: number;
  lat7: number;
  /** Units of longitude for one unit of latitude, plus 5 % to be safe. */
  stretch: number;
}

function pointAt(lon: number, lat: number): At {
  return {
    lon,
    lat,
    lon7: lon * 1e7,
    lat7: lat * 1e7,
    stretch: (metersPerDegreeLat(lat) / metersPerDegreeLon(lat)) * 1.05,
  };
}

function candidate(row: PlaceRow, number: number): Candidate {
  const { geometry, tags } = row;
  const size = geometry.kind === 'area' ? Math.fround(areaM2(geometry.polygons)) : 0;
  const water = /^(river|riverbank|stream|canal|drain|ditch|tidal_channel)$/.test(
    tags['waterway'] ?? tags['water'] ?? '',
  );
  const broad =
    geometry.kind === 'area'
      ? size >= 50_000 || water
      : geometry.kind === 'line'
        ? lengthM(geometry.lines) >= 1000 || water
        : false;
  return {
    row,
    number,
    size,
    broad: broad && row.matchKind !== 'street',
    ground:
      row.matchKind === 'place' &&
      !water &&
      [row.type, ...GROUND_KEYS.map((key) => tags[key] ?? '')].some((value) => GROUND.test(value)),
    landscape: row.matchKind === 'place' && size > 5e9,
    addressed:
      row.matchKind === 'address' || (row.matchKind === 'place' && tags['addr:housenumber'] !== undefined),
  };
}

function measure(row: Candidate, at: At, reach: Reach): Measured[] {
  const { geometry } = row.row;
  const margin = row.row.matchKind === 'settlement' ? reach.town : reach.other;
  if (polygonsContain(surface(geometry), at.lon7, at.lat7)) {
    return [{ row, distance_m: 0, isPoint: false, inside: true, nearest: [at.lon7, at.lat7] }];
  }
  if (row.row.matchKind === 'area') return [];
  const isPoint = geometry.kind === 'point';
  let best: Measured = { row, distance_m: Infinity, isPoint, inside: false, nearest: [0, 0] };
  for (const chain of chains(geometry)) {
    for (let i = 0; i < Math.max(chain.length - 2, 2); i += 2) {
      const end = chain.length > 2 ? i + 2 : i;
      const [a, b]: [number, number][] = [
        [chain[i], chain[i + 1]],
        [chain[end], chain[end + 1]],
      ];
      if (isBeyond(at, margin, a, b)) continue;
      const nearest = nearestOn(a, b, at);
      const distance_m = distanceM(at.lon, at.lat, nearest[0] / 1e7, nearest[1] / 1e7);
      if (distance_m < best.distance_m) best = { row, distance_m, isPoint, inside: false, nearest };
    }
  }
  return best.distance_m === Infinity ? [] : [best];
}

const GROUND_KEYS = ['place', 'amenity', 'tourism', 'leisure', 'natural', 'water', 'landuse'];

/** Whether a segment is farther away than the margin in latitude, or than as many metres in longitude. */
function isBeyond(at: At, margin: number, [ax, ay]: [number, number], [bx, by]: [number, number]): boolean {
  if (at.lat7 < Math.min(ay, by) - margin || at.lat7 > Math.max(ay, by) + margin) return true;
  return at.lon7 < Math.min(ax, bx) - margin * at.stretch || at.lon7 > Math.max(ax, bx) + margin * at.stretch;
}

/**
 * The nearest position on a segment, by projection on a plane. The scale of the plane is right half-way
 * between the point and the segment.
 */
function nearestOn(a: [number, number], b: [number, number], at: At): [number, number] {
  const middle = (at.lat + (a[1] + b[1]) / 2e7) / 2;
  const sx = metersPerDegreeLon(middle);
  const sy = metersPerDegreeLat(middle);
  const [dx, dy] = [(b[0] - a[0]) * sx, (b[1] - a[1]) * sy];
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return a;
  const t = Math.min(1, Math.max(0, ((at.lon7 - a[0]) * sx * dx + (at.lat7 - a[1]) * sy * dy) / length2));
  return t === 1 ? b : [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/**
 * The nearest one. But when that is an outline one stands in, a point within `doorstep_m` that lies in
 * the same outline takes its place.
 */
function doorstep(sorted: Measured[], doorstep_m: number): Measured | undefined {
  const [best] = sorted;
  if (best === undefined || best.distance_m > 0 || best.row.size === 0) return best;
  const point = sorted.find((m) => m.isPoint && m.distance_m <= doorstep_m);
  return point !== undefined && polygonsContain(surface(best.row.row.geometry), ...point.nearest)
    ? point
    : best;
}

function byDistance(a: Measured, b: Measured): number {
  return a.distance_m - b.distance_m || bySize(a, b);
}

function bySize(a: Measured, b: Measured): number {
  return a.row.size - b.row.size || a.row.number - b.row.number;
}

function isNearby({ row, landscape }: Candidate): boolean {
  return ['address', 'place', 'street'].includes(row.matchKind) && !landscape;
}

/** Settlements, and khoroo and bag. An area is measured to only when one is in it. */
function isSettlement({ row }: Candidate): boolean {
  return (
    row.matchKind === 'settlement' ||
    (row.matchKind === 'area' && (row.type === 'khoroo' || row.type === 'bag'))
  );
}

function isArea({ row, landscape }: Candidate): boolean {
  return landscape || (row.matchKind === 'area' && row.type !== 'country');
}

function kindOf({ row }: Candidate): ReverseMatch['kind'] {
  return row.matchKind === 'address' || row.matchKind === 'street' ? row.matchKind : 'place';
}

function surface(geometry: Geometry): readonly (readonly Int32Array[])[] {
  return geometry.kind === 'area' ? geometry.polygons : [];
}

function chains(geometry: Geometry): Int32Array[] {
  if (geometry.kind === 'point') return [Int32Array.of(geometry.lon7, geometry.lat7)];
  return geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
}

function boxOf(lines: Int32Array[]): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      [west, south] = [Math.min(west, line[i]), Math.min(south, line[i + 1])];
      [east, north] = [Math.max(east, line[i]), Math.max(north, line[i + 1])];
    }
  }
  return [west, south, east, north];
}
