import { describe, expect, it, onTestFinished } from 'vitest';
import { hasGeodata } from '../geodata.js';
import { hasPostgis } from '../postgis.js';
import { usePostgres } from '../postgres.js';
import { commandsOf, follow } from './follow-page.js';

/** The second command of its kind on the page. */
const EXPORT_AGAIN =
  'PGPASSWORD=a-word gazarch export postgis --dataset dataset ' +
  '--to postgres://places_owner@127.0.0.1:5432/places\n';

interface Body {
  results: { id: string; name: string; type: string }[];
}

describe.skipIf(!hasPostgis || !hasGeodata)('docs/sources.md', () => {
  const server = usePostgres();

  it('leads to answers of PostGIS, and to places of a company', async () => {
    const admin = new URL(server.adminUrl());
    const commands = (commandsOf('PostGIS') + EXPORT_AGAIN).replaceAll(
      '127.0.0.1:5432',
      `127.0.0.1:${server.port}`,
    );
    const { stdout, stop } = await follow(commands, [], {
      PGHOST: admin.hostname,
      PGPORT: admin.port,
      PGUSER: admin.username,
      PGPASSWORD: admin.password,
    });
    onTestFinished(stop);
    const answers = stdout
      .split(/(?=\{"query")/)
      .filter((text) => text.startsWith('{"query"'))
      .map((text) => JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as Body);
    expect(answers.map(({ results }) => results.length > 0)).toEqual([true, true, true]);
    expect(answers[0].results.map(({ name }) => name.toLowerCase()).join()).toContain('casino');
    expect(answers[1].results[0].name).toBe('Palais princier de Monaco');
    expect(answers[2].results[0]).toMatchObject({ id: 'branch:7', type: 'bank' });
    // The page exports twice. Whoever was let in after the first time still is.
    const [{ can }] = await server.run(
      `select has_schema_privilege('reader', 'gazarch', 'usage') and
         has_table_privilege('reader', 'gazarch.place', 'select') as can`,
      'places',
    );
    expect(can).toBe(true);
  });
});
