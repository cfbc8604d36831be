import type { Feature } from '../../../src/geo/feature.js';

/** A named or numbered thing of the source files. Nothing here is read from the index. */
export interface Thing {
  id: string;
  tags: Readonly<Record<string, string>>;
  name: string;
  /** Degrees: the point, or the middle of the first line or ring. */
  lon: number;
  lat: number;
  /** All positions in degrees, lon and lat in turn. */
  positions: number[];
}

export interface Outline {
  name: string;
  level: number;
  /** Number of the statistical office; empty when it has none. */
  code: string;
  /** Rings of all polygons. */
  rings: number[][];
  box: [west: number, south: number, east: number, north: number];
}

export interface Spot {
  lon: number;
  lat: number;
}

/** What people call a kind of thing, and the tags that such a thing has. */
export interface Category {
  words: readonly string[];
  fits(tags: Thing['tags']): boolean;
}

const has =
  (key: string, ...values: readonly string[]) =>
  (tags: Thing['tags']): boolean =>
    tags[key] !== undefined && (values.length === 0 || values.includes(tags[key]));

export const CATEGORIES: readonly Category[] = [
  {
    words: ['сургууль', 'school'],
    fits: (tags) =>
      has('amenity', 'school', 'university', 'college')(tags) || has('building', 'school')(tags),
  },
  {
    words: ['эмнэлэг', 'hospital'],
    fits: (tags) => has('amenity', 'hospital', 'clinic', 'doctors')(tags) || has('healthcare')(tags),
  },
  { words: ['эмийн сан', 'pharmacy'], fits: has('amenity', 'pharmacy') },
  { words: ['банк', 'bank'], fits: has('amenity', 'bank', 'atm') },
  { words: ['дэлгүүр', 'shop'], fits: has('shop') },
  {
    words: ['зочид буудал', 'hotel'],
    fits: has('tourism', 'hotel', 'hostel', 'guest_house', 'motel'),
  },
  { words: ['ресторан', 'restaurant'], fits: has('amenity', 'restaurant') },
  { words: ['шатахуун', 'gas station'], fits: has('amenity', 'fuel') },
  { words: ['цэцэрлэг', 'kindergarten'], fits: has('amenity', 'kindergarten') },
  { words: ['музей', 'museum'], fits: has('tourism', 'museum') },
  { words: ['кафе', 'cafe'], fits: has('amenity', 'cafe') },
  {
    words: ['зогсоол', 'parking'],
    fits: (tags) => tags['amenity'] === 'parking' || tags['highway'] === 'bus_stop',
  },
  { words: ['шуудан', 'post office'], fits: has('amenity', 'post_office') },
  { words: ['цагдаа', 'police'], fits: has('amenity', 'police') },
  { words: ['номын сан', 'library'], fits: has('amenity', 'library') },
  { words: ['atm', 'банкомат'], fits: has('amenity', 'atm', 'bank') },
];

/** The source files as plain lists, looked at by brute force. */
export class GroundTruth {
  readonly things: Thing[] = [];
  readonly byId = new Map<string, Thing>();
  readonly outlines: Outline[] = [];
  readonly #byName = new Map<string, Thing[]>();
  readonly #byCategory = new Map<Category, readonly Thing[]>();

  constructor(features: readonly Feature[]) {
    for (const feature of features) {
      const { tags } = feature;
      const name = tags['name:mn'] ?? tags['name'] ?? '';
      const lines =
        feature.geometry.kind === 'point'
          ? [[feature.geometry.lon7, feature.geometry.lat7]]
          : feature.geometry.kind === 'line'
            ? feature.geometry.lines
            : feature.geometry.polygons.flat();
      const rings = lines.map((line) => Array.from(line, (value) => value / 1e7));
      if (tags['boundary'] === 'administrative' && feature.geometry.kind === 'area')
        this.outlines.push({
          name,
          level: Number(tags['admin_level']),
          code: tags['ref:COD'] ?? '',
          rings,
          box: boxOf(rings),
        });
      const [line] = rings;
      const middle = feature.geometry.kind === 'line' ? 2 * Math.floor(line.length / 4) : 0;
      const [lon, lat] = feature.geometry.kind === 'area' ? meanOf(line) : [line[middle], line[middle + 1]];
      const thing: Thing = { id: feature.id, tags, name, lon, lat, positions: rings.flat() };
      this.things.push(thing);
      this.byId.set(feature.id, thing);
      const key = plain(name);
      const list = this.#byName.get(key);
      if (list === undefined) this.#byName.set(key, [thing]);
      else list.push(thing);
    }
  }

  /** Everything with that name, however it is cut into words. */
  called(name: string): readonly Thing[] {
    return this.#byName.get(plain(name)) ?? [];
  }

  /** All things of a category that have a name. */
  of(category: Category): readonly Thing[] {
    const known = this.#byCategory.get(category);
    if (known !== undefined) return known;
    const things = this.things.filter(({ name, tags }) => name !== '' && category.fits(tags));
    this.#byCategory.set(category, things);
    return things;
  }

  /** Outlines around a point, smallest level last: aimag, soum, khoroo. @param levels all when absent */
  around({ lon, lat }: Spot, levels?: readonly number[]): Outline[] {
    return this.outlines
      .filter((outline) => levels?.includes(outline.level) !== false && contains(outline, lon, lat))
      .sort((a, b) => a.level - b.level);
  }

  /** Whether the spot is in an area or within `reach_m` of a settlement of that name. */
  isIn(spot: Spot, name: string, reach_m: number): boolean {
    const key = bare(name);
    return (
      this.outlines.some((outline) => bare(outline.name) === key && contains(outline, spot.lon, spot.lat)) ||
      this.called(name).some((thing) => thing.tags['place'] !== undefined && metres(thing, spot) <= reach_m)
    );
  }
}

/** A name without case, blanks, hyphens and dots. */
export function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.\-‐‑–]+/gu, '');
}

/** As `plain`, without the word for the kind of area. */
export function bare(name: string): string {
  return plain(name.replace(/\s+(аймаг|сум|дүүрэг|хот)$/i, ''));
}

/** Metres between two spots, on a plane as good as flat for some kilometres. */
export function metres(a: Spot, b: Spot): number {
  const x = (a.lon - b.lon) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(x, a.lat - b.lat) * 111_195;
}

/** Metres from a spot to the nearest position of a thing. */
export function metresTo(thing: Thing, spot: Spot): number {
  let nearest = Infinity;
  for (let i = 0; i < thing.positions.length; i += 2)
    nearest = Math.min(nearest, metres({ lon: thing.positions[i], lat: thing.positions[i + 1] }, spot));
  return nearest;
}

export function contains({ rings, box }: Outline, lon: number, lat: number): boolean {
  if (lon < box[0] || lat < box[1] || lon > box[2] || lat > box[3]) return false;
  let isInside = false;
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      const [x1, y1, x2, y2] = [ring[i - 2], ring[i - 1], ring[i], ring[i + 1]];
      if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    }
  }
  return isInside;
}

function boxOf(rings: readonly number[][]): Outline['box'] {
  const box: Outline['box'] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      box[0] = Math.min(box[0], ring[i]);
      box[1] = Math.min(box[1], ring[i + 1]);
      box[2] = Math.max(box[2], ring[i]);
      box[3] = Math.max(box[3], ring[i + 1]);
    }
  }
  return box;
}

function meanOf(ring: readonly number[]): [number, number] {
  let [x, y] = [0, 0];
  for (let i = 2; i < ring.length; i += 2) {
    x += ring[i];
    y += ring[i + 1];
  }
  const count = ring.length / 2 - 1;
  return [x / count, y / count];
}
