import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NominatimGeocoder } from '../../src/sources/nominatim/nominatim-geocoder.js';
import { Client } from '../e2e/ask.js';
import { usePostgres } from '../postgres.js';
import { formsOfNominatim } from './compat-nominatim.js';
import { describeContract, refused, type ContractOptions } from './contract/contract.js';
import {
  geocode,
  GEOCODER_CONTRACT,
  nearest,
  search,
  type GeocoderContractTest,
} from './contract/geocoder-contract.js';
import { serveSource, type ServedSource } from './contract/served-source.js';
import { SERVICE_CONTRACT } from './contract/service-contract.js';
import { FaultServer, WIRE_FAULTS, type Fault } from './fault-server.js';
import { commandsOf, follow, type Followed } from './follow-page.js';
import { hasNominatim } from './nominatim.js';

const SEARCH = '/v1/geocode?q=palais%20princier';
const REVERSE = '/v1/geocode?lat=43.7313&lon=7.4197';
const DEADLINE_MS = 2_000;

const NEAR_AND_TYPE =
  '`near` and `type` are not supported: Nominatim cannot rank by distance and has other categories.';

/** Where it is not as the contract has it. Each sentence stands in docs/sources.md. */
const DIFFERENCES: ContractOptions<GeocoderContractTest>['differences'] = {
  'finds a name that is typed half': {
    why: 'Nominatim matches whole words only, so a half-typed word finds nothing.',
    test: async (client) => expect(await search(client, 'musée océ', 20)).toEqual([]),
  },
  'finds the same place forwards and backwards': {
    why: "At a place's point, Nominatim may find a smaller place inside it.",
    test: async (client) => {
      const [{ id, latitude, longitude }] = await search(client, 'Musée Océanographique', 1);
      const back = await nearest(client, latitude, longitude);
      expect(back!.id).not.toBe(id);
      expect(back!.distance_meters).toBeLessThan(50);
    },
  },
};

/** Spoils what Nominatim says: of a list, the first place. */
function spoils(change: (place: Record<string, unknown>) => void): Fault {
  return ({ text }, _req, res) => {
    const body = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
    change(Array.isArray(body) ? body[0] : body);
    res.writeHead(200).end(JSON.stringify(body));
  };
}

function says(status: number, text: string): Fault {
  return (_answer, _req, res) => res.writeHead(status).end(text);
}

const CONTENT_FAULTS: Record<string, [Fault, RegExp]> = {
  'a latitude that is none': [spoils((place) => (place['lat'] = 'NaN')), /a place at "NaN"/],
  'a latitude as a number': [spoils((place) => (place['lat'] = 43.7)), /a place at 43.7/],
  'a longitude off the globe': [spoils((place) => (place['lon'] = '200.5')), /a place at "200.5"/],
  'a name as a number': [spoils((place) => (place['name'] = 7)), /the name 7/],
  'no category': [spoils((place) => delete place['category']), /the category nothing/],
  'an object that is none': [spoils((place) => (place['osm_type'] = 'table')), /that is "table"/],
  'an id that is none': [spoils((place) => (place['osm_id'] = '1;drop')), /1;drop/],
  'an address as a text': [spoils((place) => (place['address'] = 'Monaco')), /an address "Monaco"/],
  'a part of an address as a number': [spoils((place) => (place['address'] = { road: 7 })), /the road 7/],
  'a box of two sides': [spoils((place) => (place['boundingbox'] = ['1', '2'])), /a box/],
  'a number': [says(200, '7'), /without a (list|place): 7/],
  'a list of texts': [says(200, '["Monaco"]'), /not a place|without a place/],
  'status 200 with an error inside': [says(200, '{"error":"Database away"}'), /without a list|Database away/],
  'status 400 with an error inside': [says(400, '{"error":{"code":400,"message":"Bad"}}'), /status 400/],
};

/** Only what a reverse lookup asks for. */
const OUTLINE_FAULTS: Record<string, [Fault, RegExp]> = {
  'no outline': [spoils((place) => delete place['geojson']), /a geometry of the type nothing/],
  'an outline of texts': [
    spoils((place) => (place['geojson'] = { type: 'Point', coordinates: ['7', '43'] })),
    /a position \["7","43"\]/,
  ],
  'a place elsewhere': [
    spoils((place) => (place['geojson'] = { type: 'Point', coordinates: [106.9, 47.9] })),
    /a place \d+ m from the point that was sent/,
  ],
};

const WIRE_STATUS: Record<string, number> = { hang: 408, 'a slow drip': 408, 'status 503': 503 };

describe.skipIf(!hasNominatim)('Nominatim', () => {
  const postgres = usePostgres();
  /** By the commands of docs/sources.md: a stranger has an answer at the end of them. */
  let followed: Followed;
  let served: ServedSource;

  beforeAll(async () => {
    const { port, username, password } = new URL(postgres.adminUrl());
    followed = await follow(commandsOf('Nominatim'), [8088], {
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
    });
    const url = `http://127.0.0.1:${followed.ports[0]}`;
    served = await serveSource(['--router', 'none', '--geocoder', `nominatim+${url}`]);
  });
  afterAll(async () => {
    await served.stop();
    followed.stop();
  });

  it('is reached by the commands of docs/sources.md', () => {
    const { stdout } = followed;
    expect(JSON.parse(stdout.slice(stdout.lastIndexOf('{"query"')))).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ name: 'Palais princier' })]) as unknown,
    });
  });

  const client = (): ServedSource['client'] => served.client;
  describeContract('the contract around it', SERVICE_CONTRACT, { client });
  describeContract('the contract', GEOCODER_CONTRACT, { client, differences: DIFFERENCES });

  describe('what it cannot honour', () => {
    it.each(
      Object.entries({
        near: refused(NEAR_AND_TYPE, 'near', `${SEARCH}&near=7.42,43.73`),
        type: refused(NEAR_AND_TYPE, 'type', `${SEARCH}&type=museum`),
        lang: refused(
          '`mn-Latn` is not supported, because Nominatim does not transliterate names.',
          'lang',
          `${SEARCH}&lang=mn-Latn`,
          `${REVERSE}&lang=mn-Latn`,
        ),
        bbox: refused('The same, but not across the antimeridian.', 'bbox', `${SEARCH}&bbox=170,40,-170,50`),
      }),
    )('%s is refused', (_field, { test }) => test(served.client));
  });

  it('answers within a box, and in a language', async () => {
    const box = [7.42, 43.735, 7.43, 43.745] as const;
    const inside = await geocode(served.client, `q=avenue&limit=20&bbox=${box.join()}`);
    expect(inside.count).toBeGreaterThan(3);
    for (const { longitude, latitude } of inside.results) {
      expect(longitude >= box[0] && longitude <= box[2]).toBe(true);
      expect(latitude >= box[1] && latitude <= box[3]).toBe(true);
    }
    expect((await geocode(served.client, 'q=avenue&bbox=7.42,43.735,7.42,43.735')).count).toBe(0);
    const [english, mongolian] = await Promise.all(
      ['en', 'mn'].map((lang) => geocode(served.client, `q=monaco&lang=${lang}`)),
    );
    expect(english.results.map(({ name }) => name)).toContain('Monaco');
    expect(mongolian.results.map(({ name }) => name)).toContain('Монако');
  });

  describe('behind a proxy that spoils its answers', () => {
    let proxy: FaultServer;
    let geocoder: NominatimGeocoder;
    let spoilt: Client;
    beforeEach(async () => {
      proxy = await FaultServer.inFrontOf(`http://127.0.0.1:${followed.ports[0]}`);
      proxy.spoils = (path) => !path.startsWith('/status');
      geocoder = new NominatimGeocoder({ url: proxy.url, connections: 4, probeTimeout_ms: 5_000 });
      await geocoder.start();
      spoilt = await Client.start({ requestTimeout_ms: DEADLINE_MS }, { geocoder });
    });
    afterEach(async () => {
      await spoilt.stop();
      await geocoder.close();
      await proxy.stop();
    });

    const causeOf = (): string =>
      (spoilt.server.errors.at(-1)?.fields['err'] as Error | undefined)?.message ?? 'nothing was logged';

    async function expectFailure(target: string, fault: Fault, cause: RegExp): Promise<void> {
      proxy.fault = fault;
      const error = await spoilt.refusal(target);
      expect([error.status, error.code], target).toEqual([502, 'UPSTREAM_ERROR']);
      expect(causeOf()).toMatch(cause);
      expect(error.message).not.toMatch(/127\.0\.0\.1|Monaco|Database/);
      proxy.fault = null;
      expect((await spoilt.ask(target)).status).toBe(200);
    }

    it.each(Object.entries(CONTENT_FAULTS))('takes %s for a failure', async (_name, [fault, cause]) => {
      for (const target of [SEARCH, REVERSE]) await expectFailure(target, fault, cause);
    });

    it.each(Object.entries(OUTLINE_FAULTS))('takes %s for a failure', (_name, [fault, cause]) =>
      expectFailure(REVERSE, fault, cause),
    );

    it.each(Object.entries(WIRE_FAULTS))('survives: %s', async (what, fault: Fault) => {
      proxy.fault = fault;
      const error = await spoilt.refusal(SEARCH);
      // A machine under load may not send so much within the deadline.
      const expected =
        what.startsWith('an endless') && error.status === 408 ? 408 : (WIRE_STATUS[what] ?? 502);
      expect(error.status).toBe(expected);
      expect(causeOf()).toMatch(expected === 408 ? /no answer within/ : / at 127\.0\.0\.1:\d+: /);
      proxy.fault = null;
      expect((await spoilt.ask(SEARCH)).status).toBe(200);
      await expect.poll(() => proxy.spoiled.size).toBeLessThanOrEqual(1);
    });

    it('leaves out places that are no objects of OSM, and those without a name', async () => {
      proxy.fault = spoils((place) => delete place['osm_type']);
      expect(JSON.stringify((await spoilt.ask(SEARCH)).body)).not.toContain('osm:relation:393226');
      proxy.fault = spoils((place) => (place['name'] = ''));
      expect(JSON.stringify((await spoilt.ask(SEARCH)).body)).not.toContain('osm:relation:393226');
      // A reverse lookup asks again then, for what has an address.
      expect((await spoilt.ask(REVERSE)).body).toEqual({ query: '43.7313,7.4197', results: [], count: 0 });
      const reverse = proxy.asked.filter((path) => path.startsWith('/reverse'));
      expect(reverse.slice(-2).map((path) => /layer=[^&]+/.exec(path)?.[0])).toEqual([
        'layer=address%2Cpoi',
        'layer=address',
      ]);
    });
  });

  describe('beside /compat/nominatim', () => formsOfNominatim(() => followed.ports[0]));

  it('is away with its database, says so in readiness, and is back by itself', async () => {
    expect((await served.client.ask(SEARCH)).status).toBe(200);
    await postgres.stop();
    const away = await served.client.refusal(SEARCH);
    expect([502, 503]).toContain(away.status);
    // HTTP 200 with the status 700 in the body.
    await expect
      .poll(async () => (await served.client.ask('/health/ready', { token: null })).body)
      .toMatchObject({ status: 'unavailable', checks: { geocoding: 'fail' } });
    await postgres.start();
    await expect.poll(async () => (await served.client.ask(SEARCH)).status).toBe(200);
    await expect
      .poll(async () => (await served.client.ask('/health/ready', { token: null })).status)
      .toBe(200);
    expect(served.service.entries('geocoder does not answer')).toHaveLength(1);
  });
});
