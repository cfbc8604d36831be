import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { servePage, type ServedPage } from '../map-page/served-page.js';
import { QUESTIONS } from './questions.js';

/** `gazarch mcp`, as it is built, asked by the official client over standard input and output. */

const PROGRAM = resolve(import.meta.dirname, '../../dist/cli/main.js');
const TOOLS = [
  ...[
    'search_places',
    'reverse_geocode',
    'describe_location',
    'place_details',
    'zones_at',
    'compute_route',
    'compute_matrix',
    'reachable_area',
    'match_trace',
    'plan_trip',
    'list_closures',
  ],
];
const A = { latitude: 47.9181, longitude: 106.9175 };
const B = { latitude: 47.9179, longitude: 106.923 };
const MOST_CHARACTERS = 2500;

it('takes no user and no password for its service, and shows none', async () => {
  for (const service of ['http://user:pass-word@127.0.0.1:1', 'ftp://user:pass-word@127.0.0.1:1', 'pass@x']) {
    const { status, stdout, stderr } = await runCli(['mcp', '--service', service, '--key', 'x']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^gazarch: --service .*\n$/);
    expect(stderr).not.toMatch(/pass-word|pass@/);
  }
});

let served: ServedPage;
beforeAll(async () => {
  served = await servePage(['--playground', 'on']);
});
afterAll(() => served.stop());

async function connect(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'proof', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', ...args] }),
  );
  return client;
}

async function call(
  client: Client,
  name: string,
  given: object,
): Promise<{ isError: boolean; body: any; text: string }> {
  // The client compares the structured answer with the schema of the tool.
  const { content, isError, structuredContent } = (await client.callTool({
    ...{ name, arguments: given as never },
  })) as { content: { type: string; text: string }[]; isError?: boolean; structuredContent?: object };
  expect(content.map(({ type }) => type)).toEqual(['text']);
  const { text } = content[0];
  if (isError !== true) expect(structuredContent).toEqual(JSON.parse(text));
  return { isError: isError === true, text, body: text.startsWith('{') ? JSON.parse(text) : null };
}

const v1 = async (path: string): Promise<any> =>
  JSON.parse((await served.service.ask(`/v1/${path}`, served.key)).text);

describe.each([
  ['a service', () => ['--service', served.url, '--key', served.key]],
  ['the dataset itself', () => ['--dataset', served.dataset]],
])('asking %s', (asked, argsOf) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(argsOf());
  });
  afterAll(() => client.close());

  it('has these tools, which only read', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOLS].sort());
    for (const { annotations, title, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect([title, outputSchema?.type]).toEqual([expect.any(String), 'object']);
    }
    expect(client.getInstructions()).toContain('never follow');
  });

  it('answers as /v1 does', async () => {
    const q = 'Сүхбаатарын талбай';
    const search = await call(client, 'search_places', { query: q, language: 'mn' });
    const { results } = await v1(`geocode?q=${encodeURIComponent(q)}&lang=mn`);
    expect(search.body.results[0]).toMatchObject({ name: results[0].name, latitude: results[0].latitude });

    const reverse = await call(client, 'reverse_geocode', { point: A });
    const nearest = await v1(`geocode?lat=${A.latitude}&lon=${A.longitude}&lang=en`);
    expect(reverse.body.results[0]).toMatchObject({ name: nearest.results[0].name });

    const where = await call(client, 'describe_location', { point: A });
    const { description } = (await v1(`geocode?lat=${A.latitude}&lon=${A.longitude}&lang=en&describe=true`))
      .results[0];
    expect(where.body).toMatchObject({ sentence: description.text, plus_code: description.plus_code });

    const details = await call(client, 'place_details', { id: results[0].id, language: 'mn' });
    expect(details.body).toMatchObject({ name: results[0].name, id: results[0].id });

    const route = await call(client, 'compute_route', { origin: A, destination: B, language: 'en' });
    const own = await v1('route?origin=106.9175,47.9181&destination=106.923,47.9179&steps=true&lang=en');
    expect(route.body).toMatchObject({ distance_meters: own.route.distance_meters, mode: 'driving' });
    expect(route.body.steps[0]).toContain(own.steps[0].instruction);
    expect(route.body.line).toBeUndefined();
    const meters = route.body.surfaces.map((own: any) => own.distance_meters);
    expect(meters.reduce((a: number, b: number) => a + b)).toBeCloseTo(route.body.distance_meters, 0);
    expect(route.body.arrives_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    const link = `${served.url}/#r=106.91750,47.91810;106.92300,47.91790&m=driving&l=en`;
    expect(route.body.map).toBe(asked === 'a service' ? link : null);

    const matrix = await call(client, 'compute_matrix', {
      origins: [A, B],
      destinations: [A, B],
      mode: 'walking',
    });
    const cells = await v1('matrix?origins=106.9175,47.9181;106.923,47.9179&mode=walking');
    expect(matrix.body.durations_seconds).toEqual(cells.durations);
    expect(matrix.body).toMatchObject({ nearest_destination: [1, 0], nearest_origin: [1, 0] });

    const reach = await call(client, 'reachable_area', { point: A, minutes: [5, 10] });
    expect(reach.body.reached.map(({ minutes }: any) => minutes)).toEqual([5, 10]);
    expect(reach.body.reached[1].area_km2).toBeGreaterThan(reach.body.reached[0].area_km2);

    const trace = [106.9128, 106.9151, 106.9176].map((longitude, i) => ({
      ...{ latitude: 47.9171, longitude, seconds: 15 * i },
    }));
    const driven = await call(client, 'match_trace', { trace });
    const { matchings } = await v1(`match?trace=${trace.map(pair).join(';')}&interval=15`);
    const { distance_meters, duration_seconds, confidence, from, to } = matchings[0];
    expect(driven.body).toMatchObject({
      pieces: [{ from, to, distance_meters, duration_seconds, confidence }],
      roads: [{ name: 'Энхтайваны өргөн чөлөө', distance_meters: Math.round(distance_meters) }],
      ...{ points_on_no_road: [], toll_meters: 0, distance_meters: Math.round(distance_meters) },
    });
    const clocks = trace.map(({ seconds, ...at }) => ({
      ...at,
      time: `2026-11-29T08:15:${seconds || '00'}`,
    }));
    expect((await call(client, 'match_trace', { trace: clocks })).body).toEqual(driven.body);

    const stops = [A, B, { latitude: 47.917, longitude: 106.9128 }];
    const trip = await call(client, 'plan_trip', {
      ...{ stops: stops.map((at) => ({ at, minutes: 3 })), depart_at: '2026-12-01T09:00' },
    });
    const plan = await v1(`trip?stops=${stops.map(pair).join(';')}&service=180&depart_at=2026-12-01T09:00`);
    const [{ order, distance_meters: whole }] = plan.vehicles;
    expect(trip.body).toMatchObject({ vehicles: [{ distance_meters: whole }], unassigned: [] });
    const { visits } = trip.body.vehicles[0];
    expect(visits.map(({ stop }: any) => stop)).toEqual(order);
    expect(visits.map(({ arrives_at }: any) => arrives_at)).toEqual(
      plan.vehicles[0].stops.map(({ arrival }: any) => arrival.slice(0, 16)),
    );

    // Zones lie beside the keys, and not in the dataset.
    const none = asked === 'a service' ? { zones: [] } : { error: { reason: 'not_supported' } };
    expect((await call(client, 'zones_at', { point: A })).body).toMatchObject(none);
    const closures = await call(client, 'list_closures', {});
    expect(closures.body).toEqual({ count: 0, roads: [] });
    for (const { text, isError } of [search, reverse, where, route, matrix, reach, driven, trip, closures])
      expect([isError, text.length <= MOST_CHARACTERS]).toEqual([false, true]);
  });

  it('answers each question with what /v1 says', async () => {
    expect(QUESTIONS).toHaveLength(30);
    for (const { asked, calls } of QUESTIONS)
      for (const { tool, given } of calls) {
        const { body, isError } = await call(client, tool, given);
        expect([asked, isError]).toEqual([asked, false]);
        expect([asked, tool, essence(tool, body)]).toEqual([asked, tool, await essenceOfV1(tool, given)]);
      }
  });

  it('takes names and written points for places, and says what it took', async () => {
    const name = 'Сүхбаатарын талбай';
    const { body } = await call(client, 'compute_route', { origin: name, destination: '47.9179, 106.923' });
    const { results } = await v1(`geocode?q=${encodeURIComponent(name)}&lang=en&limit=1`);
    const [{ name: taken, latitude, longitude }] = results;
    expect(body).toMatchObject({ from: { asked: name, name: taken, latitude, longitude }, to: B });
    const near = { query: 'дэлгүүр', near: '106.9175 47.9181', within_meters: 800, limit: 10 };
    const shops = (await call(client, 'search_places', near)).body.results.map(
      (own: any) => own.distance_meters,
    );
    expect(shops).toEqual([...shops].sort((a, b) => a - b));
    expect(shops.every((distance: number) => distance <= 800)).toBe(true);
  });

  it('says what is wrong, so that an assistant can ask better', async () => {
    const wrongs: [tool: string, given: object, told: RegExp][] = [
      ['compute_route', { origin: A, destination: 'Atlantis' }, /Nothing on the map is called .*Atlantis/],
      ['compute_route', { origin: A, destination: B, depart_at: '8 am' }, /2026-12-01T08:30/],
      ['reverse_geocode', { point: { latitude: 106.9, longitude: 47.9 } }, /latitude.*<=90/],
      ['search_places', { query: 'cafe', within_meters: 500 }, /within_meters needs near/],
      ['plan_trip', { stops: [{ at: A }, { at: B, open: '09:00-10:00' }] }, /windows requires depart_at/],
      ['match_trace', { trace: [{ ...A, time: '08:15' }, B] }, /trace\[0\].time.*2026-11-29T08:15:30/],
      [
        'match_trace',
        {
          trace: [
            { ...A, seconds: 5 },
            { ...B, seconds: 1 },
          ],
        },
        /chronological order/,
      ],
      ['match_trace', { trace: [{ ...A, seconds: 5 }, B] }, /give a time for all points, or for none/],
    ];
    const far = [
      { origin: A, destination: { latitude: 47.9, longitude: 120 } },
      /farther|No usable road/,
    ] as const;
    for (const [tool, given, told] of [...wrongs, ['compute_route', ...far] as const]) {
      const { isError, text } = await call(client, tool, given);
      expect([isError, text]).toEqual([true, expect.stringMatching(told)]);
    }
  });
});

it('says that a key is not known, and that one is needed', async () => {
  const client = await connect(['--service', served.url, '--key', 'geo_none']);
  const refused = await call(client, 'search_places', { query: 'Дархан' });
  expect(refused).toMatchObject({ isError: true, body: { error: { code: 'INVALID_API_KEY' } } });
  await client.close();
  await expect(connect(['--service', served.url])).rejects.toThrow();
});

const pair = ({ longitude, latitude }: any): string => `${longitude},${latitude}`;

/** What an answer of a tool has to say, and no more. */
function essence(tool: string, body: any): unknown {
  if (body.results !== undefined) return body.results.map(({ id, name }: any) => [id, name]);
  if (tool === 'compute_route') return [body.distance_meters, body.duration_seconds, body.line !== undefined];
  if (tool === 'compute_matrix') return [body.durations_seconds, body.distances_meters];
  if (tool === 'reachable_area') return body.reached.map(({ minutes }: any) => minutes);
  return body.count;
}

/** The same, asked in `/v1`. */
async function essenceOfV1(tool: string, given: any): Promise<unknown> {
  const { mode = 'driving', language = 'en' } = given;
  switch (tool) {
    case 'search_places': {
      const near = given.near === undefined ? '' : `&near=${pair(given.near)}`;
      const { query, limit = 5 } = given;
      const path = `geocode?q=${encodeURIComponent(query)}&limit=${limit}&lang=${language}${near}`;
      return essence(tool, await v1(path));
    }
    case 'reverse_geocode':
      return essence(
        tool,
        await v1(`geocode?lat=${given.point.latitude}&lon=${given.point.longitude}&lang=${language}`),
      );
    case 'compute_route': {
      const via = given.via === undefined ? '' : `&via=${given.via.map(pair).join(';')}`;
      const ends = `origin=${pair(given.origin)}&destination=${pair(given.destination)}`;
      const { route: found } = await v1(`route?${ends}&mode=${mode}${via}`);
      const { distance_meters, duration_seconds } = found;
      return [distance_meters, duration_seconds, given.line === true];
    }
    case 'compute_matrix': {
      const [origins, destinations] = [given.origins, given.destinations].map((points) =>
        points.map(pair).join(';'),
      );
      const path = `matrix?origins=${origins}&destinations=${destinations}&mode=${mode}`;
      const { durations, distances } = await v1(`${path}&annotations=duration,distance`);
      return [durations, distances];
    }
    case 'reachable_area':
      return given.minutes;
    default:
      return 0;
  }
}
