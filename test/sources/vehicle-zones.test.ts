import { expect, it, onTestFinished } from 'vitest';
import type { Tags } from '../../src/geo/feature.js';
import { toDegrees, toUnits } from '../../src/geo/coordinates.js';
import type { LocalTime } from '../../src/local-time.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions, type RoadChange } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { WayDirection } from '../../src/routing/profiles/vehicle-limits.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { AnsweringData } from '../../src/sources/embedded/dataset/answering-data.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import type { FoundRoute, MoreOfRoute, NoRoute } from '../../src/sources/router.js';
import { unknownVehicle } from '../../src/sources/zones.js';
import type { Zone } from '../../src/zones/zone.js';
import { ZoneWatch } from '../../src/zones/zone-watch.js';
import { slowEndsAreas } from '../oracles/slow-ends-areas.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seedsOf } from '../random-cases.js';
import { asciiMap } from '../routing/ascii/ascii-map.js';
import { oracleRoute, type LonLat } from '../routing/against-oracle.js';
import { changeOracle, setOracleTime } from '../routing/oracle-changes.js';
import { randomChanges } from '../routing/random-changes.js';
import { randomNetwork, withDates } from '../routing/random-network.js';
import { randomPoint } from '../routing/random-point.js';
import { timeOf } from '../routing/time-of.js';
import { seededRandom } from '../seeded-random.js';

/** Routes of vehicles with the zones that are closed for them, against Dijkstra without these roads. */

const HOURS = 'Mo-Fr 08:00-20:00; PH off';
const TEN_TON = { name: 'ten-ton', height_m: 4, weight_t: 10 };
type Hold = 'always' | 'hours' | 'never';
/**
 * Signs, and when they close a road to it: always, in the hours, or never; and in which direction alone; and
 * when they leave it open to those that begin or end there.
 */
type Sign = [Tags, Hold, (WayDirection | undefined)?, Hold?];
const SIGNS: Sign[] = [
  [{ hgv: 'destination' }, 'always', undefined, 'always'],
  [{ hgv: 'private' }, 'always', undefined, 'always'],
  [{ 'hgv:forward': 'delivery' }, 'always', 'forward', 'always'],
  [{ 'hgv:conditional': `destination @ (${HOURS})` }, 'hours', undefined, 'always'],
  [{ hgv: 'no', 'hgv:conditional': `delivery @ (${HOURS})` }, 'always', undefined, 'hours'],
  [{ maxweight: '7.5', 'maxweight:conditional': 'none @ destination' }, 'always', undefined, 'always'],
  [{ 'maxheight:forward': '3.9' }, 'always', 'forward'],
  [{ hgv: 'no', 'hgv:forward': 'yes' }, 'always', 'backward'],
  [{ 'hgv:backward:conditional': `no @ (weight>7.5 AND ${HOURS})` }, 'hours', 'backward'],
  [{ 'access:conditional': 'no @ (weight>7.5)' }, 'always'],
  [{ maxheight: '3.9' }, 'always'],
  [{ maxheight: '4' }, 'never'],
  [{ 'maxheight:physical': `11'6"` }, 'always'],
  [{ maxheight: 'default' }, 'never'],
  [{ maxweight: '9.5 t' }, 'always'],
  [{ maxweight: '22100 lbs' }, 'never'],
  [{ maxweightrating: '7500 kg' }, 'always'],
  [{ hgv: 'no' }, 'always'],
  [{ hgv: 'designated' }, 'never'],
  [{ 'hgv:conditional': `no @ (${HOURS})` }, 'hours'],
  [{ maxweight: '12', 'maxweight:conditional': '5 @ (Mo-Fr 08:00-20:00; PH off)' }, 'hours'],
  [{ hgv: 'no', 'hgv:conditional': `yes @ (24/7)` }, 'never'],
];

const LOW_NODES: [Hold, Tags][] = [
  ['always', { barrier: 'height_restrictor', maxheight: '3.5' }],
  ['hours', { barrier: 'gate', 'maxweight:conditional': `3.5 @ (${HOURS})` }],
  ['never', { barrier: 'toll_booth', maxweight: '20' }],
];

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const PAIRS = 14;
/** With whether the hours have it. The 26th of November is a holiday. */
const MOMENTS: [string, boolean][] = [
  ['2026-11-30 07:59', false],
  ['2026-11-30 08:00', true],
  ['2026-11-30 19:59', true],
  ['2026-11-30 20:00', false],
  ['2026-11-28 12:00', false],
  ['2026-11-26 12:00', false],
  ['2026-12-04 12:00', true],
];

async function watchOf(zones: readonly Zone[]): Promise<ZoneWatch> {
  const watch = new ZoneWatch({
    store: {
      changes: (known) =>
        Promise.resolve(known === null ? { zones: [...zones], vehicles: [TEN_TON], version: '1' } : null),
    },
    timeZone: 'Asia/Ulaanbaatar',
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  onTestFinished(() => watch.close());
  await watch.start();
  return watch;
}

function routerOf(index: RoutingIndex, zones: ZoneWatch | null): EmbeddedRouter {
  const data = { routing: { driving: index, walking: index } } as unknown as AnsweringData;
  return new EmbeddedRouter({ pinned: () => data, state: () => 'ok' }, LIMITS, () => [], zones);
}

const MORE: MoreOfRoute = {
  ...{ via: [], notes: false, steps: false, legs: false, geometry: 'full', language: 'mn' },
};

interface Rule {
  zone: Zone;
  change: RoadChange[];
}

/** Triangles and ways, for one kind of vehicles or two, at all times or at some, open to ends or not. */
function randomRules(network: RoadNetwork, random: () => number): Rule[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: 1 + below(3) }, (_, i): Rule => {
    const isArea = random() < 0.7;
    const node = below(network.nodeLon7.length);
    const [x, y, size] = [network.nodeLon7[node], network.nodeLat7[node], 4_000 + below(20_000)];
    const ring = [x - size, y - size, x + size, y - size, x, y + size, x - size, y - size];
    const ways = [0, 1].map(() => network.ways[below(network.ways.length)].id);
    const corners = [0, 2, 4, 6].map((at) => [toDegrees(ring[at]), toDegrees(ring[at + 1])] as const);
    return {
      zone: {
        ...{ id: i + 1, name: `zone ${i + 1}`, source: '', date: null, properties: {}, created_ms: 0 },
        area: isArea ? [[corners]] : null,
        ways: isArea ? null : ways,
        closedFor: random() < 0.5 ? ['plate:1', 'plate:6'] : ['truck'],
        hours: random() < 0.5 ? HOURS : null,
        ends: random() < 0.5 ? 'allowed' : 'closed',
      },
      change: isArea ? [{ area: [[ring]], factor: 0 }] : ways.map((way) => ({ way, factor: 0 })),
    };
  });
}

/** A fifth of the ways and some nodes get signs. @returns which way and which node is closed when */
function withSigns(
  network: RoadNetwork,
  seed: number,
): { network: RoadNetwork; signs: Map<number, Sign>; low: Map<number, Hold> } {
  const random = seededRandom(seed + 7_000_000);
  const signs = new Map<number, Sign>();
  const ways = network.ways.map((way) => {
    if (random() > 0.2) return way;
    const sign = SIGNS[Math.floor(random() * SIGNS.length)];
    // Parts of one way have its signs.
    if (!signs.has(way.id)) signs.set(way.id, sign);
    return { ...way, tags: { ...way.tags, ...signs.get(way.id)![0] } };
  });
  const low = new Map<number, Hold>();
  const nodeTags = new Map(network.nodeTags);
  for (const [holds, tags] of LOW_NODES)
    for (let count = 0; count < 2; count++) {
      const node = Math.floor(random() * network.nodeLon7.length);
      if (low.has(node)) continue;
      low.set(node, holds);
      nodeTags.set(node, { ...nodeTags.get(node), ...tags });
    }
  return { network: { ...network, ways, nodeTags }, signs, low };
}

/** Exactly: on the same side of the three sides of a triangle. */
function isInTriangle(ring: ArrayLike<number>, [lon, lat]: LonLat): boolean {
  const [x, y] = [BigInt(toUnits(lon)), BigInt(toUnits(lat))];
  return [0, 2, 4].every((i) => {
    const [ax, ay, bx, by] = [0, 1, 2, 3].map((k) => BigInt(ring[i + k]));
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0n;
  });
}

it(
  'has the routes, matrices and areas of Dijkstra without the roads of closed zones',
  { timeout: 240_000 },
  async () => {
    const counts = { other: 0, same: 0, no_path: 0, ends: 0, ends_of_signs: 0 };
    for (const seed of seedsOf(25, 620)) {
      const town = seed % 2 === 0 ? randomNetwork(seed) : withDates(randomNetwork(seed), seed);
      const { network, signs, low } = withSigns(town, seed);
      const { sections } = buildRouting(network, PROFILES.driving);
      const index = RoutingIndex.from(sections);
      const conditions = new RoadConditions(readRoutingData(sections));
      const random = seededRandom(seed);
      const rules = randomRules(network, random);
      const router = routerOf(index, await watchOf(rules.map(({ zone }) => zone)));
      const changes = randomChanges(network, random).filter(({ factor }) => factor <= 1);
      const waysAt = (point: LonLat): number[] =>
        index.candidates(point, LIMITS).nearest.map(({ way }) => network.ways[way].id);
      const has = (tags: Tags, meant: (sign: Sign) => boolean): boolean =>
        SIGNS.some(
          (sign) => meant(sign) && Object.entries(sign[0]).every(([key, value]) => tags[key] === value),
        );
      const areas = slowEndsAreas(network, PROFILES.driving, {
        isSigned: (tags) => has(tags, () => true),
        isToEnds: (tags) => has(tags, ([, , , toEnds]) => toEnds !== undefined),
      });
      const known = [...new Set(rules.flatMap(({ zone }) => zone.closedFor)), 'ten-ton'];
      for (const [moment, isInHours] of MOMENTS) {
        const departAt = timeOf(moment);
        const { roads } = conditions.at(changes, departAt);
        index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes, now: departAt });
        const vehicle = known.filter(() => random() < 0.6);
        if (vehicle.length === 0) vehicle.push(known[0]);
        const closed = rules.filter(
          ({ zone }) =>
            (zone.hours === null || isInHours) && zone.closedFor.some((own) => vehicle.includes(own)),
        );
        const liesIn = ({ zone, change }: Rule, point: LonLat): boolean =>
          zone.ways === null
            ? isInTriangle(change[0].area![0][0], point)
            : waysAt(point).some((way) => zone.ways!.includes(way));
        const closedFor = (ends: readonly LonLat[]): RoadChange[] =>
          closed
            .filter((rule) => rule.zone.ends === 'closed' || !ends.some((point) => liesIn(rule, point)))
            .flatMap(({ change }) => change)
            .concat(vehicle.includes('ten-ton') ? limited(ends) : []);
        const holds = (when?: Hold): boolean => when === 'always' || (when === 'hours' && isInHours);
        const toEnds = (way: number): boolean => holds(signs.get(way)![1]) && holds(signs.get(way)![3]);
        const limited = (ends: readonly LonLat[]): RoadChange[] => {
          const met = new Set(ends.flatMap((point) => waysAt(point)));
          const open = areas
            .map(({ signed, behind }) => ({ closed: signed.filter(toEnds), behind }))
            .filter(({ closed, behind }) => [...closed, ...behind].some((way) => met.has(way)))
            .flatMap(({ closed }) => closed);
          if (open.length > 0) counts.ends_of_signs++;
          return [...signs].flatMap(([way, [, when, direction]]): RoadChange[] =>
            holds(when) && !open.includes(way)
              ? [{ way, factor: 0, ...(direction !== undefined && { direction }) }]
              : [],
          );
        };
        const points: LonLat[] = Array.from({ length: 2 * PAIRS }, () => randomPoint(network, random));
        const expected = new Map<string, { duration_ms: number } | string>();
        for (let pair = 0; pair < PAIRS; pair++) {
          const [from, to] = points.slice(2 * pair, 2 * pair + 2);
          const own = closedFor([from, to]);
          const oracle = new RoutingOracle(network, everOpen(PROFILES.driving));
          setOracleTime(oracle.model, PROFILES.driving, departAt);
          changeOracle(oracle.model, [...changes, ...own]);
          if (vehicle.includes('ten-ton'))
            for (const [node, when] of low) if (holds(when)) oracle.model.closedNodes.add(node);
          const wanted = oracleRoute(index, oracle, from, to, LIMITS);
          const where = `town ${seed}, ${moment}, ${vehicle.join()}, ${from.join()} to ${to.join()}`;
          const ask = (more: Partial<MoreOfRoute>): Promise<FoundRoute | NoRoute> =>
            Promise.resolve(
              router.route({
                origin: from,
                destination: to,
                mode: 'driving',
                more: { ...MORE, departAt, ...more },
              }),
            );
          const answer = await ask({ vehicle });
          expect(outcomeOf(answer), where).toBe(typeof wanted === 'string' ? wanted : wanted.duration_ms);
          expected.set(`${from.join()} ${to.join()}`, wanted);
          const free = await ask({});
          counts[
            answer.kind === 'no_path' ? 'no_path' : outcomeOf(answer) === outcomeOf(free) ? 'same' : 'other'
          ]++;
          if (closed.some((rule) => rule.zone.ends === 'allowed' && !own.includes(rule.change[0])))
            counts.ends++;
          // With notes it is the same route, and the zones cost what it says.
          const noted = await ask({ vehicle, notes: true });
          expect(outcomeOf(noted), where).toBe(outcomeOf(answer));
          const avoided =
            noted.kind === 'route' ? noted.notes!.filter(({ kind }) => kind.endsWith('_avoided')) : [];
          if (avoided.length > 0 && free.kind === 'route')
            expect(Math.round(1000 * avoided[0].duration_s), where).toBe(
              Number(outcomeOf(noted)) - Number(outcomeOf(free)),
            );
        }
        await sameInMatrix(router, points, { departAt, vehicle });
        await sameArea(router, index, points[0], { departAt, vehicle }, () => {
          const nodes = vehicle.includes('ten-ton') ? index.closedTo(TEN_TON, departAt) : [];
          const heads = nodes
            .flatMap((signed) => signed.changes)
            .filter((change) => change.heads !== undefined);
          const own = conditions.at([...changes, ...closedFor([points[0]]), ...heads], departAt).roads;
          return own === null ? { kind: 'imported' } : { kind: 'current', roads: own };
        });
      }
    }
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(10);
  },
);

function outcomeOf(answer: FoundRoute | NoRoute): number | string {
  return answer.kind === 'route' ? Math.round(1000 * answer.duration_s) : answer.kind;
}

/** Each cell has the zones of its own ends. */
async function sameInMatrix(
  router: EmbeddedRouter,
  points: readonly LonLat[],
  roads: { departAt: LocalTime; vehicle: string[] },
): Promise<void> {
  const [origins, destinations] = [points.slice(0, 5), points.slice(5, 11)];
  const cells = {
    origins,
    destinations,
    mode: 'driving',
    durations: true,
    distances: true,
    without: null,
  } as const;
  const matrix = await router.matrix({ ...cells, ...roads });
  for (const [row, origin] of origins.entries())
    for (const [column, destination] of destinations.entries()) {
      const request = { origin, destination, mode: 'driving', more: { ...MORE, ...roads } } as const;
      const route = await router.route(request);
      const cell = row * destinations.length + column;
      const [time_s, length_m] =
        route.kind === 'route' ? [route.duration_s, route.distance_m] : [Infinity, Infinity];
      expect(matrix.durations_s[cell], `${origin.join()} to ${destination.join()}`).toBe(time_s);
      if (time_s < Infinity) expect(matrix.distances_m![cell]).toBeCloseTo(length_m, 5);
    }
}

/** What is reached is what is reached where the same roads are closed for all. */
async function sameArea(
  router: EmbeddedRouter,
  index: RoutingIndex,
  point: LonLat,
  roads: { departAt: LocalTime; vehicle: string[] },
  closedForAll: () => Parameters<RoutingIndex['use']>[0],
): Promise<void> {
  const request = {
    ...({ point, mode: 'driving', limits: [1, 3], unit: 'minutes', direction: 'from' } as const),
    ...({ format: 'polygons', around_m: 50 } as const),
  };
  const own = await router.isochrone({ ...request, ...roads });
  index.use(closedForAll());
  expect(own).toEqual(await router.isochrone(request));
}

it('drives a truck over roads for those that end there only where it does, or behind them', async () => {
  const { network, positions } = asciiMap({
    picture: [
      'A--1--B--3--H-----C--2--D',
      '      |     |     |      ',
      '      |     4     |      ',
      '      |     |     |      ',
      '      |     G     |      ',
      '      |           |      ',
      '      E-----------F      ',
    ].join('\n'),
    ways: {
      AB: 'highway=residential',
      CD: 'highway=residential',
      BHC: 'highway=residential, hgv=destination',
      HG: 'highway=service, access=private',
      BEFC: 'highway=residential',
    },
  });
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  const router = routerOf(index, await watchOf([]));
  const ask = async (from: string, to: string): Promise<number[]> => {
    const ends = { origin: positions.get(from)!, destination: positions.get(to)!, mode: 'driving' } as const;
    const more = { ...MORE, notes: true };
    const [car, truck] = [
      await router.route({ ...ends, more }),
      await router.route({ ...ends, more: { ...more, vehicle: ['ten-ton'] } }),
    ];
    const kinds = (truck as FoundRoute).notes!.map(({ kind }) => kind);
    expect(kinds.includes('limit_avoided')).toBe(outcomeOf(car) !== outcomeOf(truck));
    return [car, truck].map((answer) => Number(outcomeOf(answer)));
  };
  const [car, truck] = await ask('1', '2');
  expect(truck).toBeGreaterThan(car);
  for (const [from, to] of ['13', '32', '14', '42', '34']) {
    const [own, asCar] = await ask(from, to);
    expect(own, from + to).toBe(asCar);
  }
});

it('tells which zones it goes round and ends in, and when they are open', async () => {
  //  A--1--B-----------C--2--D
  //        |           |
  //        E-----------F
  const { network, positions } = asciiMap({
    picture: 'A--1--B-----------C--2--D\n      |           |\n      E-----------F',
    ways: {
      AB: 'highway=residential',
      CD: 'highway=residential',
      BC: 'highway=residential, name=Short Street',
      BEFC: 'highway=residential',
    },
  });
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  const short = network.ways.find(({ tags }) => tags['name'] === 'Short Street')!.id;
  const zone: Zone = {
    ...{ id: 1, name: 'middle', area: null, ways: [short], closedFor: ['plate:1'], hours: HOURS },
    ...{ ends: 'closed', source: 'a decree', date: '2025-09-17', properties: {}, created_ms: 0 },
  };
  const first = network.ways.find(({ id }) => id !== short)!.id;
  const router = routerOf(
    index,
    await watchOf([
      zone,
      { ...zone, id: 2, name: 'home', ways: [first], closedFor: ['truck'], hours: null, ends: 'allowed' },
    ]),
  );
  const ends = { origin: positions.get('1')!, destination: positions.get('2')!, mode: 'driving' } as const;
  const ask = (vehicle: string[], departAt: LocalTime): Promise<FoundRoute | NoRoute> =>
    Promise.resolve(router.route({ ...ends, more: { ...MORE, notes: true, vehicle, departAt } }));
  const monday = timeOf('2026-11-30 09:00');
  const round = await ask(['plate:1'], monday);
  const told = {
    name: 'middle',
    closedFor: ['plate:1'],
    hours: HOURS,
    source: 'a decree',
    date: '2025-09-17',
  };
  expect(round).toMatchObject({
    notes: [{ kind: 'zone_avoided', zone: { id: 1, ...told, openFrom: '2026-11-30T20:00' } }],
  });
  const [{ duration_s }] = (round as FoundRoute).notes!;
  expect(duration_s).toBeGreaterThan(0);
  expect(round).not.toHaveProperty('detour');
  // After eight in the evening of a Friday.
  expect(await ask(['plate:1'], timeOf('2026-12-04 20:00'))).toMatchObject({ notes: [] });
  const home = await ask(['truck'], monday);
  expect(home).toMatchObject({ notes: [{ kind: 'zone_end', stop: 0, zone: { id: 2, openFrom: null } }] });
  // A trip keeps out, too: its times are those of its legs, which are such routes.
  const visit = { loaded: [0], change: [0], windows: [{ from_ms: 0, to_ms: Infinity }], service_ms: 0 };
  const trip = await router.trip({
    ...{ stops: [ends.origin, ends.destination], mode: 'driving', without: null, departAt: monday },
    ...{ steps: false, geometry: 'full', language: 'mn', vehicle: ['plate:1'] },
    orders: [{ tasks: [{ place: 1, ...visit }], priority: 0, vehicles: null }],
    vehicles: [
      {
        ...{ start: 0, end: null, shift: { from_ms: 0, to_ms: Infinity }, capacity: [Infinity], breaks: [] },
        ...{ mostTasks: Infinity, mostTravel_ms: Infinity },
      },
    ],
  });
  expect(trip.routes[0].legs.map((leg) => leg.duration_s)).toEqual([(round as FoundRoute).duration_s]);
  await expect(async () => ask(['plate:2'], monday)).rejects.toMatchObject({
    details: { field: 'vehicle', reason: 'unknown_value', known: ['plate:1', 'ten-ton', 'truck'] },
  });
  await expect(async () =>
    routerOf(index, null).route({ ...ends, more: { ...MORE, vehicle: ['truck'] } }),
  ).rejects.toMatchObject({
    details: { field: 'vehicle', reason: 'not_supported' },
  });
  expect(unknownVehicle('truck', []).message).toContain('`gazarch zones add --closed-for`');
});

/** Ways 1, 2 and 3. */
function threeStreets(): { index: RoutingIndex; positions: Map<string, LonLat> } {
  const { network, positions } = asciiMap({
    picture: 'A--1--B-----------C--2--D',
    ways: { AB: 'highway=residential', BC: 'highway=residential', CD: 'highway=residential' },
    column_m: 200,
  });
  return { index: RoutingIndex.from(buildRouting(network, PROFILES.driving).sections), positions };
}

it('tells of a zone that closes before a route has left it', async () => {
  const { index, positions } = threeStreets();
  const zone: Zone = {
    ...{ id: 1, name: 'middle', area: null, ways: [2], closedFor: ['truck'], hours: HOURS, ends: 'closed' },
    ...{ source: '', date: null, properties: {}, created_ms: 0 },
  };
  const [origin, destination] = [positions.get('1')!, positions.get('2')!];
  // Of the street at the end of the way, which the truck may use: it ends there.
  const home: Zone = { ...zone, id: 2, ways: [3], ends: 'allowed' };
  const router = routerOf(index, await watchOf([zone, home]));
  const ask = async (at: string): Promise<FoundRoute | NoRoute> => {
    const more = { ...MORE, notes: true, vehicle: ['truck'], departAt: timeOf(at) };
    return router.route({ origin, destination, mode: 'driving', more });
  };
  // It is in the zone from the 86th second to the 431st, and the whole way takes 518.
  const late = await ask('2026-11-30 07:56');
  const told = { id: 1, closedFrom: '2026-11-30T08:00', openFrom: '2026-11-30T20:00' };
  expect(late).toMatchObject({ notes: [{ kind: 'zone_closes', zone: told }] });
  expect(await ask('2026-11-30 07:52')).toMatchObject({ kind: 'route', notes: [] });
  expect(await ask('2026-11-30 07:00')).toMatchObject({ kind: 'route', notes: [] });
  expect(await ask('2026-11-28 07:56')).toMatchObject({ kind: 'route', notes: [] });
  const closed = { kind: 'no_path', zones: [{ id: 1, stops: [] }] };
  expect(await ask('2026-11-30 08:00')).toMatchObject(closed);
});

it('says of a cell and of a stop without a way in which closed zone its ends lie', async () => {
  const { index, positions } = threeStreets();
  const zone: Zone = {
    ...{ id: 1, name: 'middle', area: null, ways: [3], closedFor: ['truck'], hours: null, ends: 'closed' },
    ...{ source: '', date: null, properties: {}, created_ms: 0 },
  };
  const near = routerOf(index, await watchOf([zone]));
  const points = [positions.get('1')!, positions.get('A')!, positions.get('2')!];
  const asked = { mode: 'driving', vehicle: ['truck'], without: null } as const;
  const matrix = await near.matrix({
    ...{ ...asked, origins: points.slice(0, 2), destinations: points.slice(1), durations: true },
    distances: false,
  });
  expect(matrix.durations_s[1]).toBe(Infinity);
  expect(matrix.zones).toMatchObject({ origins: [[], []], destinations: [[], [{ id: 1 }]] });
  const route = near.route({
    ...{ origin: points[0], destination: points[2], mode: 'driving' },
    more: { ...MORE, vehicle: ['truck'] },
  });
  expect(await route).toMatchObject({ kind: 'no_path', zones: [{ id: 1, stops: [1] }] });
  const visit = { loaded: [0], change: [0], windows: [{ from_ms: 0, to_ms: Infinity }], service_ms: 0 };
  const trip = await near.trip({
    ...{ ...asked, stops: points, steps: false, geometry: 'full', language: 'mn' },
    orders: [1, 2].map((place) => ({ tasks: [{ place, ...visit }], priority: 0, vehicles: null })),
    vehicles: [
      {
        ...{ start: 0, end: null, shift: { from_ms: 0, to_ms: Infinity }, capacity: [Infinity], breaks: [] },
        ...{ mostTasks: Infinity, mostTravel_ms: Infinity },
      },
    ],
  });
  expect(trip).toMatchObject({ leftOut: [{ order: 1, reason: 'no_path' }], zones: [[], [], [{ id: 1 }]] });
});
