import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.js';
import { hasGeodata } from '../../geodata.js';
import { hasPostgis, makeGeoDatabase, postgisUrl } from '../../postgis.js';
import { usePostgres } from '../../postgres.js';
import { describeContract, refused } from './contract.js';
import { GEOCODER_CONTRACT, type Place } from './geocoder-contract.js';
import { importMap, serveSource, type ServedSource } from './served-source.js';
import { SERVICE_CONTRACT } from './service-contract.js';

describe.skipIf(!hasPostgis || !hasGeodata)('the contract over PostGIS', () => {
  const server = usePostgres();
  let folder: string;
  let url: string;
  let database: string;
  let served: ServedSource;
  const exported = async (...flags: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runCli(['export', 'postgis', '--to', url, ...flags]);
    expect(status, stderr).toBe(0);
    return stdout;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-postgis-'));
    database = await makeGeoDatabase(server);
    url = server.url(database);
    await importMap(folder);
    expect(await exported('--dataset', folder)).toMatch(/schema gazarch: 2,\d+ places/);
    served = await serveSource(['--router', 'none', '--geocoder', postgisUrl(url)]);
  });
  afterAll(async () => {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const client = (): ServedSource['client'] => served.client;
  // It has no differences in these: what it gives is what the dataset gives.
  describeContract('service', SERVICE_CONTRACT, { client });
  describeContract('geocoder', GEOCODER_CONTRACT, { client });

  it.each([
    ['near', 'near=43.73,7.42'],
    ['type', 'type=museum'],
    ['bbox', 'bbox=7.4,43.7,7.5,43.8'],
  ])('differs in: %s, which it refuses', async (field, parameter) => {
    const why =
      '`near`, `type` and `bbox` are not supported, because the database would have to rank every place.';
    await refused(why, field, `/v1/geocode?q=casino&${parameter}`).test(client());
  });

  it('finds places of a company by its view', async () => {
    await server.run(
      `create schema company authorization keeper;
      create table company.branches (number int primary key, title text, lon float8, lat float8);
      insert into company.branches values (7, 'Салбар Монте-Карло', 7.4278, 43.7396);
      create view company.places as
        select 'branch:' || number as id, title as name, null::text[] as names, 'bank' as type,
          50 as prominence, 'Monaco' as address, ST_SetSRID(ST_MakePoint(lon, lat), 4326) as geom
        from company.branches;
      grant select on all tables in schema company to keeper`,
      database,
    );
    const names = ['--own-names', '--own', 'company.places'];
    expect(await exported(...names)).toContain('1 new names from company.places');
    const flags = ['--router', 'none', '--geocoder', postgisUrl(url, '?own=company.places')];
    const own = await serveSource(flags);
    try {
      const found = async (query: string): Promise<Place[]> => {
        const { status, body, text } = await own.client.ask(`/v1/geocode?${query}`);
        expect(status, text).toBe(200);
        return (body as { results: Place[] }).results;
      };
      const [branch] = await found('q=salbar%20monte');
      expect(branch).toMatchObject({
        id: 'branch:7',
        name: 'Салбар Монте-Карло',
        type: 'bank',
        address: 'Monaco',
        latitude: 43.7396,
        longitude: 7.4278,
      });
      // Beside those of the map, by the same rules.
      const both = (await found('q=monte-karlo&limit=20')).map(({ id }) => id);
      expect(both).toContain('branch:7');
      expect(both.some((id) => id.startsWith('osm:'))).toBe(true);
      expect((await found('lat=43.7396&lon=7.4278'))[0]).toMatchObject({ id: 'branch:7', type: 'place' });
      // What moves is found there at once; a new name when it is made ready.
      await server.run(`update company.branches set lat = 43.7, lon = 7.5`, database);
      await server.run(`insert into company.branches values (8, 'Шинэ салбар', 7.42, 43.6)`, database);
      expect((await found('lat=43.7&lon=7.5'))[0]).toMatchObject({ id: 'branch:7', distance_meters: 0 });
      expect((await found('lat=43.6&lon=7.42'))[0]).toMatchObject({ id: 'branch:8' });
      expect((await found('q=shine%20salbar')).map(({ id }) => id)).not.toContain('branch:8');
      expect(await exported(...names)).toContain('1 new names');
      expect((await found('q=shine%20salbar'))[0]).toMatchObject({ id: 'branch:8' });
    } finally {
      await own.stop();
    }
  });

  it('refuses an export that cannot be, and says why', async () => {
    for (const [flags, reason] of [
      [['--to', 'mysql://me:hidden@host/x'], /--to is "mysql:\/\/\*\*\*@host\/x"; it must be postgres:/],
      [['--schema', 'My Schema'], /--schema is "My Schema"; it must consist of lowercase letters/],
      [['--own', 'places'], /--own is "places"; it must be a schema and a view/],
      [['--own-names'], /--own-names needs --own/],
      [['--own', 'no.where'], /no\.where cannot be read: .* columns id, name, names, type/],
    ] as const) {
      const { status, stderr } = await runCli([
        'export',
        'postgis',
        '--dataset',
        folder,
        '--to',
        url,
        ...flags,
      ]);
      expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
      expect(stderr).not.toContain('hidden');
    }
    const nobody = url.replace('a-secret-word', 'hidden');
    const { status, stderr } = await runCli(['export', 'postgis', '--dataset', folder, '--to', nobody]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('it rejects the username or password')]);
    expect(stderr).not.toContain('hidden');
  });
});
