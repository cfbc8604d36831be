import { afterAll, describe, expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import type { Tags } from '../../src/geo/feature.js';
import type { Position } from '../../src/geo/position.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { VehicleSize } from '../../src/routing/profiles/vehicle-limits.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { pbf, type TestNode, type TestWay } from '../osm/pbf-writer.js';
import { seedsOf } from '../random-cases.js';
import { timeOf } from '../routing/time-of.js';
import { seededRandom } from '../seeded-random.js';
import { hasValhalla, startValhalla, type Engine } from './engines.js';

/**
 * Signs with sizes and weights beside Valhalla: one map of 600 squares that do not meet, each with a short
 * road that has random signs and a long way round it without any. Both engines drive from its left to its
 * right and back. What differs has to have a reason.
 */

const SQUARES = 600;
const COLUMNS = 25;
/** About a kilometre and a half. */
const STEP_7 = 200_000;

const VEHICLES: readonly VehicleSize[] = [
  { height_m: 4, weight_t: 10 },
  { height_m: 2.6, weight_t: 3 },
];

const HEIGHTS = [
  ...['3.8', '4', '4.2', '3.5 m', '2.5', '2,4', '390 cm', '4.5m', `11'6"`, `13'6"`, `13'`, '12 ft 6 in'],
  ...['14 feet', `8'-2"`, '3.9;4.5', 'default', 'none', 'below_default', 'no_sign', 'unsigned', 'low'],
];
const WEIGHTS = [
  ...['9.5', '10', '12', '3.5', '2.5', '7.5 t', '7,5', '20 t', '9 st', '12 st', '11 st', '22000 lbs'],
  ...['5000 lb', '9500 kg', '2 tonnes', '11 tons', '5;7.5', 'none', 'unsigned', 'default', '10 tonnes'],
];
const HGV = [
  ...['no', 'yes', 'designated', 'destination', 'delivery', 'agricultural', 'forestry', 'private', 'permit'],
  ...['unsuitable', 'discouraged', 'local', 'customers', 'no;destination'],
];
/** With whether they hold at each of the moments. */
const HOURS: Record<string, readonly [boolean, boolean]> = {
  'Mo-Fr 08:00-20:00': [true, false],
  '19:00-06:00': [false, true],
  'Sa,Su': [false, false],
  '24/7': [true, true],
  'Mo-Su 22:00-06:00': [false, true],
  'Nov-Mar': [true, true],
};
const MOMENTS = ['2026-11-30 12:00', '2026-11-30 23:00'] as const;
/** With whether they hold for each of the vehicles. */
const SIZES: Record<string, readonly [boolean, boolean]> = {
  'weight>7.5': [true, false],
  'weight > 3.5': [true, false],
  'weight>=10': [true, false],
  'weight<7.5': [false, true],
  'weight>2.5 t': [true, true],
  'height>3.8': [true, false],
};
const LANES = ['3.5|4.2', '3.5|3.5', '|3.5', '3.8|2.5', 'none|3.9'];

type Choose = <T>(all: readonly T[]) => T;

/** One kind of sign each. */
const SIGNS: readonly ((pick: Choose, hours: () => string, size: () => string) => Tags)[] = [
  (pick) => ({ maxheight: pick(HEIGHTS) }),
  (pick) => ({ maxheight: pick(HEIGHTS), 'maxheight:physical': pick(HEIGHTS) }),
  (pick) => ({ 'maxheight:physical': pick(HEIGHTS) }),
  (pick) => ({ [`maxheight:${pick(['forward', 'backward'])}`]: pick(HEIGHTS) }),
  (pick) => ({ 'maxheight:lanes': pick(LANES) }),
  (pick) => ({ maxweight: pick(WEIGHTS) }),
  (pick) => ({ maxweight: pick(WEIGHTS) }),
  (pick) => ({ [`maxweight:${pick(['forward', 'backward'])}`]: pick(WEIGHTS) }),
  (pick) => ({ maxweight: pick(WEIGHTS), 'maxweight:hgv': pick(WEIGHTS) }),
  (pick) => ({ [pick(['maxweightrating', 'maxweightrating:hgv'])]: pick(WEIGHTS) }),
  (pick, hours) => ({
    maxweight: pick(WEIGHTS),
    'maxweight:conditional': `${pick(WEIGHTS)} @ (${hours()})`,
  }),
  (pick) => ({
    maxweight: pick(WEIGHTS),
    'maxweight:conditional': `none @ ${pick(['destination', 'delivery'])}`,
  }),
  (pick) => ({ hgv: pick(HGV) }),
  (pick) => ({ hgv: pick(HGV) }),
  (pick) => ({ [`hgv:${pick(['forward', 'backward'])}`]: pick(['no', 'destination', 'yes']) }),
  (pick, hours) => ({ 'hgv:conditional': `${pick(['no', 'destination'])} @ (${hours()})` }),
  (pick, hours) => ({
    hgv: 'no',
    'hgv:conditional': `${pick(['yes', 'delivery', 'destination'])} @ (${hours()})`,
  }),
  (pick, _hours, size) => ({
    [`${pick(['hgv', 'access', 'motor_vehicle', 'vehicle'])}:conditional`]: `no @ (${size()})`,
  }),
  (pick, hours) => ({ [`${pick(['access', 'motor_vehicle'])}:conditional`]: `no @ (${hours()})` }),
  (_pick, hours, size) => ({ 'access:conditional': `no @ (${size()} AND ${hours()})` }),
  (pick) => ({ [pick(['access', 'motor_vehicle'])]: 'no', hgv: pick(['yes', 'designated']) }),
  (pick) => ({ goods: pick(['no', 'yes']) }),
];

/** A condition that holds becomes a tag: what Valhalla is told of a vehicle at a moment. */
function plainSigns(signs: Tags, vehicle: number, moment: number): Tags {
  const known = (condition: string): boolean | null =>
    condition in HOURS ? HOURS[condition][moment] : condition in SIZES ? SIZES[condition][vehicle] : null;
  const plain: Record<string, string> = {};
  for (const [key, value] of Object.entries(signs).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, set, text] = /^(.*) @ \(?([^)]*)\)?$/.exec(value) ?? [];
    const conditions = (text ?? '').split(' AND ').map((each) => known(each));
    if (set === undefined || conditions.includes(null)) plain[key] ??= value;
    else if (!conditions.includes(false)) plain[key.replace(':conditional', '')] = set;
  }
  return plain;
}

/** Whether there is a sign with such a key and value. */
function has(plain: Tags, key: RegExp, value = /./): boolean {
  return Object.entries(plain).some((own) => key.test(own[0]) && value.test(own[1]));
}

const TO_ENDS = /^(?:destination|delivery|customers|private|permit|no;destination)$/;

/** Whether a truck may end there, and this is all that is said. */
function isOpenToEnds(plain: Tags): boolean {
  return has(plain, /^hgv$/, TO_ENDS) && !has(plain, /^(?:max|access|motor_vehicle|goods)/);
}

/** Why the engines may differ, and which of them drives through then. */
const REASONS: readonly [
  reason: string,
  through: 'gazarch' | 'Valhalla',
  holds: (plain: Tags, size: VehicleSize) => boolean,
][] = [
  [
    'hgv is about vehicles above 3.5 t: Valhalla asks no weight',
    'gazarch',
    (plain, { weight_t }) =>
      weight_t! <= 3.5 &&
      [/^(?:no|agricultural|forestry)$/, TO_ENDS].some((value) => has(plain, /^hgv/, value)),
  ],
  [
    'discouraged and unsuitable forbid nothing',
    'gazarch',
    (plain) => has(plain, /^hgv/, /^(?:discouraged|unsuitable)$/),
  ],
  [
    'closed to cars, open to trucks: gazarch has only the roads of cars',
    'Valhalla',
    (plain) =>
      has(plain, /^(?:access|motor_vehicle)$/, /^no$/) &&
      has(plain, /^hgv$/, /^(?:yes|designated|local|discouraged|unsuitable)$/),
  ],
  [
    'hgv of one direction: Valhalla does not read it',
    'Valhalla',
    (plain) => has(plain, /^hgv:/, /^(?:no|destination)$/),
  ],
  ['hgv of one direction that opens it: likewise', 'gazarch', (plain) => has(plain, /^hgv:/, /^yes$/)],
  ['lanes: Valhalla does not read them', 'Valhalla', (plain) => has(plain, /:lanes$/)],
  [
    'two signs, and the lower one is physical: Valhalla reads one',
    'Valhalla',
    (plain) => has(plain, /^maxheight$/) && has(plain, /:physical$/),
  ],
  ['maxweightrating: Valhalla does not read it', 'Valhalla', (plain) => has(plain, /^maxweightrating/)],
  ['maxweight:hgv: Valhalla does not read it', 'Valhalla', (plain) => has(plain, /^maxweight:hgv$/)],
  [
    'short tons and pounds: Valhalla takes them for metric tons',
    'Valhalla',
    (plain) => has(plain, /^maxweight/, / (?:st|lbs?)$/),
  ],
  ['a list: Valhalla does not read it', 'Valhalla', (plain) => has(plain, /^max/, /;/)],
];

interface Square {
  /** One sign or two. */
  signs: Tags;
  vehicle: number;
  moment: number;
  west: Position;
  /** On the road with the signs. */
  middle: Position;
  east: Position;
}

/** Each of the random signs is there for each vehicle and moment. */
function squaresOf(seed: number): Square[] {
  const random = seededRandom(seed);
  const pick: Choose = (all) => all[Math.floor(random() * all.length)];
  const signOf = (sign: (typeof SIGNS)[number]): Tags =>
    sign(
      pick,
      () => pick(Object.keys(HOURS)),
      () => pick(Object.keys(SIZES)),
    );
  return Array.from({ length: SQUARES }, (_, i) => ({
    ...signOf(SIGNS[i % SIGNS.length]),
    ...(random() < 0.15 ? signOf(pick(SIGNS)) : {}),
  }))
    .flatMap((signs) =>
      VEHICLES.flatMap((_, vehicle) => MOMENTS.map((__, moment) => ({ signs, vehicle, moment }))),
    )
    .map((square, i) => {
      const at = (dx: number): Position => [toDegrees(originOf(i)[0] + dx), toDegrees(originOf(i)[1])];
      return { ...square, west: at(15_000), middle: at(40_000), east: at(65_000) };
    });
}

/** The south-western corner of a square. */
function originOf(i: number): [lon7: number, lat7: number] {
  return [1_069_000_000 + STEP_7 * (i % COLUMNS), 470_000_000 + STEP_7 * Math.floor(i / COLUMNS)];
}

/**
 *     E---------F
 *     |         |
 *  A--B==signs==C--D
 */
function networkOf(all: readonly Tags[]): {
  nodes: TestNode[];
  ways: (TestWay & { tags: Record<string, string> })[];
} {
  const road = { highway: 'primary' };
  const squares = all.map((signs, i) => {
    const [x, y] = originOf(i);
    const xs = [0, 30_000, 50_000, 80_000, 30_000, 50_000];
    const nodes = xs.map((dx, k) => ({ id: 6 * i + k + 1, lon7: x + dx, lat7: y + (k < 4 ? 0 : 60_000) }));
    const [a, b, c, d, e, f] = nodes.map(({ id }) => id);
    const ways = [
      { id: 4 * i + 1, refs: [a, b], tags: road },
      { id: 4 * i + 2, refs: [b, c], tags: { ...road, ...signs } },
      { id: 4 * i + 3, refs: [c, d], tags: road },
      { id: 4 * i + 4, refs: [b, e, f, c], tags: road },
    ];
    return { nodes, ways };
  });
  return { nodes: squares.flatMap(({ nodes }) => nodes), ways: squares.flatMap(({ ways }) => ways) };
}

function indexOf(squares: readonly Square[]): RoutingIndex {
  const { nodes, ways } = networkOf(squares.map(({ signs }) => signs));
  const { sections } = buildRouting(
    {
      nodeLon7: Int32Array.from(nodes, ({ lon7 }) => lon7),
      nodeLat7: Int32Array.from(nodes, ({ lat7 }) => lat7),
      nodeIds: Float64Array.from(nodes, ({ id }) => id),
      ways: ways.map(({ refs, ...way }) => ({ ...way, nodes: Uint32Array.from(refs, (ref) => ref - 1) })),
      ...{ nodeTags: new Map<number, Tags>(), restrictions: [] },
    },
    PROFILES.driving,
  );
  return RoutingIndex.from(sections);
}

/** The long way round is above this, the short one below. */
const ROUND_M = 1_000;
type Drives = 'through' | 'round' | 'nowhere';

function drives(length_m: number | null): Drives {
  return length_m === null ? 'nowhere' : length_m < ROUND_M ? 'through' : 'round';
}

type Ask = Pick<Square, 'vehicle' | 'moment'> & { from: Position; to: Position };

function askOurs(index: RoutingIndex, { from, to, vehicle, moment }: Ask): Drives {
  const departAt = timeOf(MOMENTS[moment]);
  const ends = [from, to].flatMap((end) => index.waysAt(end, { snapLimit_m: 500 }));
  const changes = index
    .closedTo(VEHICLES[vehicle], departAt)
    .filter(({ isOpenToEnds, ways }) => !(isOpenToEnds && ends.some((way) => ways.has(way))))
    .flatMap((signed) => signed.changes);
  const zones = { key: `${vehicle} ${moment}`, changes };
  const wanted = { line: false, notes: false, steps: false, departAt, zones };
  const found = index.describe([from, to], { snapLimit_m: 500 }, wanted);
  return drives(found.kind === 'route' ? found.distance_m : null);
}

async function askValhalla(url: string, { from, to, vehicle }: Ask): Promise<Drives> {
  const { height_m, weight_t } = VEHICLES[vehicle];
  const question = {
    locations: [from, to].map(([lon, lat]) => ({ lon, lat, minimum_reachability: 0 })),
    costing: 'truck',
    // Widths and lengths are not the subject.
    costing_options: { truck: { height: height_m, weight: weight_t, width: 2, length: 5, axle_load: 1 } },
  };
  const response = await fetch(`${url}/route?json=${encodeURIComponent(JSON.stringify(question))}`);
  const { trip } = (await response.json()) as { trip?: { summary: { length: number } } };
  return drives(trip === undefined ? null : 1000 * trip.summary.length);
}

describe.skipIf(!hasValhalla)('signs with sizes and weights', () => {
  let engine: Engine | null = null;
  afterAll(() => engine?.remove());
  it('close what they close to a truck of Valhalla, or there is a reason', { timeout: 300_000 }, async () => {
    const squares = squaresOf(seedsOf(1, 62)[0]);
    const index = indexOf(squares);
    const plain = squares.map(({ signs, vehicle, moment }) => plainSigns(signs, vehicle, moment));
    const { nodes, ways } = networkOf(plain);
    engine = await startValhalla(pbf([[{ nodes }], [{ ways }]]));
    const counts = { same: 0, through: 0, round: 0, nowhere: 0 };
    const differing = new Map<string, number>();
    const unexplained: string[] = [];
    for (const [i, { signs, west, middle, east, ...asked }] of squares.entries())
      for (const [from, to] of [
        [west, east],
        [east, west],
        ...(isOpenToEnds(plain[i])
          ? [
              [west, middle],
              [middle, east],
            ]
          : []),
      ]) {
        const own = askOurs(index, { ...asked, from, to });
        const other = await askValhalla(engine.url, { ...asked, from, to });
        counts[own]++;
        if (own === other) {
          counts.same++;
          continue;
        }
        const open = own === 'through' ? 'gazarch' : 'Valhalla';
        const reason = REASONS.find(
          ([, who, holds]) => who === open && holds(plain[i], VEHICLES[asked.vehicle]),
        )?.[0];
        if (reason === undefined)
          unexplained.push(`${JSON.stringify(signs)}, vehicle ${asked.vehicle}: ${own}, Valhalla ${other}`);
        else differing.set(reason, (differing.get(reason) ?? 0) + 1);
      }
    process.stdout.write(`${JSON.stringify(counts)}\n${JSON.stringify([...differing], null, 1)}\n`);
    expect([...new Set(unexplained)].sort()).toEqual([]);
  });
});
