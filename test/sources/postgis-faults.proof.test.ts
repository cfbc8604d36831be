import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import { toUnits } from '../../src/geo/coordinates.js';
import type { Feature } from '../../src/geo/feature.js';
import { parsePostgisAddress } from '../../src/sources/postgis-address.js';
import { PostgisGeocoder } from '../../src/sources/postgis/postgis-geocoder.js';
import { Client } from '../e2e/ask.js';
import { exportTo, hasPostgis, makeGeoDatabase, postgisUrl } from '../postgis.js';
import { usePostgres } from '../postgres.js';
import { TcpProxy, type TcpFault } from './tcp-proxy.js';

/** What can go wrong between us and a real PostgreSQL, or in it. */

const DEADLINE_MS = 700;
/** For answers that have to come: a busy machine takes its time. */
const PATIENT_MS = 120_000;
const SEARCH = '/v1/geocode?q=talbai';
const REVERSE = '/v1/geocode?lat=47.9&lon=106.9';

/** Only questions for answers: the watch goes on asking undisturbed. */
const QUESTIONS = /with .*found as|with shapes as/s;

const FAULTS: Readonly<Record<string, readonly [TcpFault, status: number, cause: RegExp]>> = {
  'a hang': [() => undefined, 408, /no answer/],
  'a reset before the answer': [(_, client) => client.resetAndDestroy(), 502, /broke off/],
  'an end before the answer': [(_, client) => client.destroy(), 502, /broke off/],
  'a reset in the answer': [
    (bytes, client) => client.write(bytes.subarray(0, 40), () => client.resetAndDestroy()),
    502,
    /broke off/,
  ],
  'half an answer': [
    (bytes, client) => client.write(bytes.subarray(0, bytes.length / 2), () => client.destroy()),
    502,
    /broke off/,
  ],
  'a message that means nothing': [
    (_, client) => client.write(Buffer.from([0x01, 0, 0, 0, 5, 0x5a])),
    502,
    /invalid response|unexpected|broke off/i,
  ],
  'bytes that mean nothing': [
    (bytes, client) => client.write(Buffer.alloc(bytes.length, 0x5a)),
    408,
    /no answer/,
  ],
  'a message that says it is huge': [
    (_, client) => client.write(Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff, 0x00, 0x01])),
    408,
    /no answer/,
  ],
  'a row with a wrong length': [
    (_, client) => client.write(Buffer.from([0x44, 0, 0, 0, 11, 0, 9, 0x7f, 0xff, 0xff, 0xff, 0x41])),
    502,
    /invalid response|unexpected|broke off/i,
  ],
  'a slow drip': [
    (bytes, client) => {
      let at = 0;
      const timer = setInterval(() => {
        if (at < bytes.length && !client.destroyed) client.write(bytes.subarray(at, ++at));
        else clearInterval(timer);
      }, 40);
    },
    408,
    /no answer/,
  ],
};

function place(id: number, name: string, lon: number, lat: number): Feature {
  const geometry = { kind: 'point', lon7: toUnits(lon), lat7: toUnits(lat) } as const;
  return { id: `osm:node:${id}`, tags: { name, amenity: 'cafe' }, geometry };
}

describe.skipIf(!hasPostgis)('PostgreSQL away, late or lying', () => {
  const server = usePostgres();
  let database: string;
  let proxy: TcpProxy;
  let geocoder: PostgisGeocoder;
  let client: Client;
  /** On the same source, for what gives no answer. */
  let hasty: Client;
  const sections = buildGeocoding([place(1, 'Талбай кафе', 106.9, 47.9)]).sections;

  beforeAll(async () => {
    database = await makeGeoDatabase(server);
    await exportTo(server.url(database), sections);
  });
  beforeEach(async () => {
    proxy = await TcpProxy.start(() => server.port);
    proxy.spoils = QUESTIONS;
    await open(proxied());
  });
  afterEach(async () => {
    await close();
    await proxy.stop();
  });

  function proxied(parameters = ''): string {
    const url = server.url(database).replace(`:${server.port}/`, `:${proxy.port}/`);
    return postgisUrl(url, parameters);
  }

  async function open(url: string, connections = 4, statement_ms = PATIENT_MS): Promise<void> {
    geocoder = new PostgisGeocoder(parsePostgisAddress(url)!, {
      radii: DEFAULT_REVERSE_RADII,
      connections,
      requestTimeout_ms: statement_ms,
    });
    await geocoder.start();
    client = await Client.start({ requestTimeout_ms: PATIENT_MS }, { geocoder });
    hasty = await Client.start({ requestTimeout_ms: DEADLINE_MS }, { geocoder });
  }

  async function close(): Promise<void> {
    await client.stop();
    await hasty.stop();
    await geocoder.close();
  }

  async function again(...how: Parameters<typeof open>): Promise<void> {
    await close();
    await open(...how);
  }

  function causeOf(asked = client): string {
    const error = asked.server.errors.at(-1)?.fields['err'] as Error | undefined;
    return `${error?.message} ${(error?.cause as Error | undefined)?.message}`;
  }

  it.each(Object.entries(FAULTS))('survives %s', async (_, [fault, status, cause]) => {
    for (const target of [SEARCH, REVERSE]) {
      expect((await client.ask(target)).status).toBe(200);
      proxy.fault = fault;
      const asked = status === 408 ? hasty : client;
      const error = await asked.refusal(target);
      expect(error.status, causeOf(asked)).toBe(status);
      expect(causeOf(asked)).toMatch(cause);
      proxy.fault = null;
      // The next one is fine, and what was spoiled is closed.
      const next = await client.ask(target);
      expect([next.status, (next.body as { count: number }).count]).toEqual([200, 1]);
    }
    await expect.poll(() => proxy.open.size).toBeLessThanOrEqual(3);
    expect(geocoder.state()).toBe('ok');
  });

  it('ends on the server what nobody waits for any more', async () => {
    await server.run('create schema slow; grant all on schema slow to keeper', database);
    await server.run(
      `create view slow.places as select 'a'::text as id, 'b'::text as name, null::text[] as names,
        'cafe' as type, 1 as prominence, null::text as address,
        case when pg_sleep(20)::text = '' then ST_SetSRID(ST_MakePoint(106.9, 47.9), 4326) end as geom;
       grant select on slow.places to keeper`,
      database,
    );
    await again(proxied('?own=slow.places'), 4, DEADLINE_MS);
    const error = await hasty.refusal(REVERSE);
    expect([error.status, error.code]).toEqual([408, 'REQUEST_TIMEOUT']);
    await expect
      .poll(async () => {
        const rows = await server.run(
          `select 1 from pg_stat_activity where query like '%slow.places%' and state = 'active'
            and pid <> pg_backend_pid()`,
        );
        return rows.length;
      })
      .toBe(0);
    expect((await again(proxied()), await client.ask(SEARCH)).status).toBe(200);
  });

  it('is back by itself after a restart under load, and no request hangs', async () => {
    const seen: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await hasty.ask(SEARCH);
        seen.push(status);
        await setTimeout(5);
      }
    });
    try {
      await setTimeout(200);
      await server.stop();
      await expect
        .poll(async () => (await client.ask('/health/ready')).body)
        .toMatchObject({ checks: { geocoding: 'fail' } });
      await server.start();
      const before = seen.length;
      await expect.poll(() => seen.lastIndexOf(200)).toBeGreaterThanOrEqual(before);
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    const statuses = new Set(seen);
    for (const status of statuses) expect([200, 408, 502]).toContain(status);
    expect(statuses).toContain(502);
  });

  it('is a 502 where nobody listens, and with a wrong password, which is shown nowhere', async () => {
    await again(postgisUrl('postgres://keeper:a-secret-word@127.0.0.1:1/none'));
    expect((await client.refusal(SEARCH)).status).toBe(502);
    expect(causeOf()).toMatch(/^postgis at 127\.0\.0\.1:1: the connection was refused/);
    await again(proxied().replace('a-secret-word', 'another-secret'));
    const error = await client.refusal(SEARCH);
    expect([error.status, geocoder.state()]).toEqual([502, 'fail']);
    expect(causeOf()).toContain('it rejects the username or password');
    expect(JSON.stringify([client.server.errors, client.server.logText()])).not.toContain('secret');
  });

  it.each([
    ['no database', (url: string) => url.replace(/\/[^/]*$/, '/nowhere'), /there is no such database/],
    ['no schema', (url: string) => `${url}?schema=elsewhere`, /a table is missing/],
  ])('is a 503 with %s', async (_, change, cause) => {
    await again(change(proxied()));
    const error = await client.refusal(SEARCH);
    expect([error.status, error.code, error.details]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      { reason: 'loading' },
    ]);
    expect(causeOf()).toMatch(cause);
    expect(geocoder.state()).toBe('fail');
  });

  it('is a 503 with a missing table, an older schema and an empty one', async () => {
    const own = server.url(database);
    const states = [
      ['drop table broken.place cascade', /a table is missing/],
      ['update broken.about set schema_version = 0', /its schema has version 0, this gazarch reads 4/],
      ['delete from broken.about', /its schema is empty/],
      ['alter table broken.place drop column layer', /a column is missing/],
    ] as const;
    for (const [change, cause] of states) {
      await exportTo(own, sections, { schema: 'broken' });
      await again(proxied('?schema=broken'));
      expect((await client.ask(SEARCH)).status).toBe(200);
      await server.run(change, database);
      for (const target of [SEARCH, REVERSE]) {
        expect((await client.refusal(target)).status, change).toBe(503);
        expect(causeOf()).toMatch(cause);
      }
      // An export puts it in order while the service runs.
      await exportTo(own, sections, { schema: 'broken' });
      expect((await client.ask(SEARCH)).status).toBe(200);
    }
  });

  it.each([
    ['a prominence that is no number', { prominence: `'NaN'::real` }, /prominence of x:1 is "NaN"/],
    ['a prominence beyond all bounds', { prominence: '1e9' }, /prominence/],
    ['no name', { name: 'null::text' }, /column name of x:1 is null/],
    ['no shape', { geom: 'null::geometry' }, /.*/],
    ['a shape that is nowhere', { geom: 'ST_SetSRID(ST_MakePoint(106.9, 4790), 4326)' }, /.*/],
    ['a number where a text belongs', { address: '7' }, /address of x:1 is 7, not a text/],
    ['a division by zero', { prominence: '1/(extract(epoch from now()) * 0)::int' }, /division by zero/],
  ])('takes a view with %s for a failure, and says which', async (_, change, cause) => {
    const columns = {
      id: `'x:1'::text`,
      name: `'Миний'::text`,
      names: 'null::text[]',
      type: `'shop'::text`,
      prominence: '10',
      address: 'null::text',
      geom: 'ST_SetSRID(ST_MakePoint(106.9, 47.9), 4326)',
    };
    const view = (all: Record<string, string>): string =>
      `select ${Object.entries(all)
        .map(([name, value]) => `${value} as ${name}`)
        .join(', ')} from (values ('Миний ')) t(name)`;
    await server.run('create schema if not exists bad; grant all on schema bad to keeper', database);
    await server.run(
      `drop view if exists bad.places; create view bad.places as ${view(columns)};
      grant select on bad.places to keeper`,
      database,
    );
    await exportTo(server.url(database), sections, { schema: 'with_own', own: 'bad.places' });
    await again(proxied('?schema=with_own&own=bad.places'));
    const target = '/v1/geocode?q=minii';
    expect((await client.ask(target)).body).toMatchObject({ results: [{ id: 'x:1', name: 'Миний' }] });
    await server.run(
      `drop view bad.places; create view bad.places as ${view({ ...columns, ...change })};
      grant select on bad.places to keeper`,
      database,
    );
    const answers = [await client.ask(target), await client.ask(REVERSE)];
    const broken = answers.filter(({ status }) => status !== 200);
    // What has no name or is nowhere is not found either; what is found is checked.
    for (const { status } of broken) expect(status, causeOf()).toBe(502);
    if (cause.source !== '.*') expect(broken.length).toBeGreaterThan(0);
    for (const { body } of answers)
      for (const { latitude } of (body as { results?: { latitude: number }[] }).results ?? [])
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
    if (broken.length > 0) expect(causeOf()).toMatch(cause);
    expect((await client.ask(SEARCH)).status).toBe(200);
  });

  it('keeps to its connections', async () => {
    await again(proxied(), 2);
    proxy.most = 0;
    const all = await Promise.all(Array.from({ length: 10 }, () => client.ask(SEARCH)));
    expect(all.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    // One more is the watch's.
    expect(proxy.open.size).toBeLessThanOrEqual(3);
  });
});
