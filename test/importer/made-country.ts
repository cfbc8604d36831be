import { seededRandom } from '../seeded-random.js';

/** A small country that we make: eight soums in two aimags, with seats, streets, houses, shops and roads. */

interface Spot {
  name: string;
  /** Metres east and north of the middle. */
  x: number;
  y: number;
}

interface MadeStreet {
  name: string;
  y: number;
  length: number;
  houses: { number: number; x: number; y: number }[];
}

interface MadeSoum extends Spot {
  hasBorder: boolean;
  aimag: string;
  /** How far the border was drawn anew. */
  bulge: number;
  /** How far from the middle of its town the point of its name is. */
  seat: [number, number];
  streets: MadeStreet[];
  shops: Spot[];
}

export interface MadeCountry {
  soums: MadeSoum[];
  /** Pairs of soums that a main road connects. */
  roads: [number, number][];
  /** Degrees that everything is moved by. */
  shift: number;
}

const SOUM_M = 30_000;
const SYLLABLES = ['ал', 'бор', 'цаг', 'дэн', 'эрд', 'гал', 'хай', 'мөн', 'нар', 'ойн', 'сүм', 'тар', 'улз'];

/** A word of its own for each number. */
function wordOf(n: number): string {
  let [text, rest] = ['', n + 1];
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) text += SYLLABLES[rest % SYLLABLES.length];
  return `${text[0].toUpperCase()}${text.slice(1)}${n % 2 === 0 ? 'ан' : 'эл'}`;
}

export function madeCountry(): MadeCountry {
  let words = 20;
  const soums = Array.from({ length: 8 }, (_, i): MadeSoum => {
    const [x, y] = [((i % 4) - 1.5) * SOUM_M, (Math.floor(i / 4) - 0.5) * SOUM_M];
    const streets = Array.from({ length: 3 }, (__, s) => ({
      name: `${wordOf(words++)} гудамж`,
      y: (s - 1) * 300,
      length: 900,
      houses: Array.from({ length: 8 }, (___, h) => ({ number: h + 1, x: h * 100 + 50, y: 20 })),
    }));
    const shops = Array.from({ length: 8 }, (__, s) => ({
      name: `${wordOf(words++)} дэлгүүр`,
      x: s * 110 + 30,
      y: ((s % 3) - 1) * 300 - 25,
    }));
    const aimag = i % 4 < 2 ? 'Баруун аймаг' : 'Зүүн аймаг';
    return { name: wordOf(words++), x, y, aimag, hasBorder: true, bulge: 0, seat: [0, 0], streets, shops };
  });
  const roads: [number, number][] = [];
  for (let i = 0; i < 8; i++) if (i % 4 < 3) roads.push([i, i + 1]);
  roads.push([0, 4]);
  return { soums, roads, shift: 0 };
}

/** What mappers do in a week, some percent of it. */
export function weekLater(country: MadeCountry, seed: number): MadeCountry {
  const random = seededRandom(seed);
  const near = (span: number): number => (random() - 0.5) * 2 * span;
  const next = structuredClone(country);
  for (const soum of next.soums) {
    soum.shops = soum.shops
      .filter(() => random() > 0.02)
      .map((shop) => (random() < 0.03 ? { ...shop, x: shop.x + near(80), y: shop.y + near(80) } : shop));
    for (const shop of soum.shops) if (random() < 0.01) shop.name = `${shop.name} шинэ`;
    if (random() < 0.4)
      soum.shops.push({
        name: `${wordOf(500 + Math.floor(random() * 1e6))} дэлгүүр`,
        x: near(900),
        y: near(300),
      });
    for (const street of soum.streets) {
      street.houses = street.houses.filter(() => random() > 0.01);
      if (random() < 0.3)
        street.houses.push({ number: 10 + Math.floor(random() * 80), x: random() * 900, y: near(30) });
      if (random() < 0.1) street.length += 100;
    }
    if (random() < 0.1) soum.seat = [near(200), near(200)];
    if (random() < 0.1) soum.bulge = near(800);
  }
  return next;
}

/** As OSM XML. */
export function osmOf({ soums, roads, shift }: MadeCountry): string {
  const nodes: string[] = [];
  const ways: string[] = [];
  const relations: string[] = [];
  const tagsOf = (tags: Record<string, string | number>): string =>
    Object.entries(tags)
      .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
      .join('');
  const node = (x: number, y: number, tags: Record<string, string | number> = {}): number => {
    const [lat, lon] = [46 + y / 111_200 + shift, 104 + x / 77_250 + shift];
    const id = nodes.length + 1;
    nodes.push(`<node id="${id}" lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}">${tagsOf(tags)}</node>`);
    return id;
  };
  const way = (refs: readonly number[], tags: Record<string, string | number>): number => {
    const id = ways.length + 1;
    const list = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    ways.push(`<way id="${id}">${list}${tagsOf(tags)}</way>`);
    return id;
  };
  const border = (name: string, level: number, corners: readonly (readonly [number, number])[]): void => {
    const refs = corners.map(([x, y]) => node(x, y));
    const outer = way([...refs, refs[0]], {});
    const tags = { type: 'boundary', boundary: 'administrative', admin_level: level, name };
    const id = relations.length + 1;
    relations.push(
      `<relation id="${id}"><member type="way" ref="${outer}" role="outer"/>${tagsOf(tags)}</relation>`,
    );
  };
  const square = (x: number, y: number, [w, h]: readonly [number, number]): [number, number][] => [
    [x - w, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
  ];
  border('Баруун аймаг', 4, square(-SOUM_M, 0, [SOUM_M, SOUM_M]));
  border('Зүүн аймаг', 4, square(SOUM_M, 0, [SOUM_M, SOUM_M]));
  const seats = soums.map((soum, i) => {
    const [cx, cy] = [((i % 4) - 1.5) * SOUM_M, (Math.floor(i / 4) - 0.5) * SOUM_M];
    const size = SOUM_M / 2 - 100 - Math.abs(soum.bulge);
    if (soum.hasBorder) border(`${soum.name} сум`, 6, square(cx, cy, [size, size]));
    node(soum.x + soum.seat[0], soum.y + soum.seat[1], { place: 'village', name: soum.name });
    const middles = soum.streets.map((street) => node(soum.x, soum.y + street.y));
    way(middles, { highway: 'secondary' });
    for (const [s, street] of soum.streets.entries()) {
      const end = node(soum.x + street.length, soum.y + street.y);
      way([middles[s], end], { highway: 'residential', name: street.name });
      for (const { number, x, y } of street.houses)
        node(soum.x + x, soum.y + street.y + y, {
          building: 'yes',
          'addr:street': street.name,
          'addr:housenumber': number,
        });
    }
    for (const shop of soum.shops)
      node(soum.x + shop.x, soum.y + shop.y, { shop: 'convenience', name: shop.name });
    return middles[1];
  });
  for (const [a, b] of roads) way([seats[a], seats[b]], { highway: 'primary' });
  const all = [...nodes, ...ways, ...relations].join('');
  return `<?xml version="1.0"?><osm version="0.6">${all}</osm>`;
}
