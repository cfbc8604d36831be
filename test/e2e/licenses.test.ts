import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataLicense } from '../../src/sources/data-license.js';
import { startServer, type TestServer } from './server.js';

/** Whose data answers are made of: on a page, in the description, and in every result. */

const ODBL = 'https://opendatacommons.org/licenses/odbl/1-0/';
const OSM = { source: 'mongolia.osm.pbf', attribution: '© OpenStreetMap contributors', license: ODBL };
const NASTY = { source: 'a.geojson', attribution: '<b onclick="x()">[me](javascript:x)', license: null };

let licenses: readonly DataLicense[] = [OSM, NASTY];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { licenses: () => licenses });
});
afterAll(() => server.stop());

const page = async (language = 'en'): Promise<string> => {
  const answer = await fetch(`${server.url}/copyright`, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  return await answer.text();
};

describe('the licences of the data', () => {
  it('are on a page, in the language of the browser', async () => {
    const text = await page();
    expect(text).toContain('© OpenStreetMap contributors');
    expect(text).toContain(`<a rel="license" href="${ODBL}">licence</a>`);
    expect(await page('mn-MN,mn;q=0.9')).toContain('Өгөгдлийн эх сурвалж');
  });

  it('are text, whatever a file says', async () => {
    expect(await page()).not.toContain('<b onclick');
    expect(JSON.stringify(await description())).not.toContain('[me](javascript');
  });

  it('are named in the description, and follow the dataset', async () => {
    expect((await description()).info.description).toContain('© OpenStreetMap contributors');
    licenses = [{ source: 'b.osm', attribution: 'Bold LLC', license: null }];
    expect((await description()).info.description).toContain('Bold LLC');
    expect(await page()).not.toContain('OpenStreetMap');
    licenses = [];
    expect(await page()).toContain('Ask its operator');
    licenses = [OSM, NASTY];
  });

  it('say so when the data are invented', async () => {
    expect(await page()).not.toContain('invented');
    licenses = [{ source: 'sample.osm', attribution: 'somebody', license: null, isInvented: true }];
    expect(await page()).toContain('Do not navigate with it');
    expect(await page('mn')).toContain('зохиомол өгөгдөл');
    expect((await description()).info.description).toContain('**This data is fictional**');
    licenses = [OSM, NASTY];
  });

  it('are linked from every result, and from no error', async () => {
    const ask = (path: string): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers: { authorization: 'Bearer geo_good' } });
    for (const path of [
      '/v1/geocode?q=ab',
      '/v1/geocode?lat=47&lon=106',
      '/v1/route?origin=106.91,47.92&destination=106.92,47.92',
    ]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get('link')]).toEqual([
        path,
        200,
        '</copyright>; rel="license"',
      ]);
    }
    expect((await ask('/v1/geocode')).headers.get('link')).toBeNull();
  });
});

async function description(): Promise<{ info: { description: string } }> {
  return (await (await fetch(`${server.url}/openapi.json`)).json()) as { info: { description: string } };
}
