import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NominatimGeocoder } from '../../src/sources/nominatim/nominatim-geocoder.js';

const PLACE = {
  ...{ osm_type: 'way', osm_id: 7, lat: '47.9', lon: '106.9', category: 'highway', type: 'residential' },
  ...{ addresstype: 'road', name: 'Сөүлийн гудамж', display_name: 'Сөүлийн гудамж, …', address: {} },
  boundingbox: ['47.8', '48.0', '106.8', '107.0'],
};

/** A Nominatim that knows one street, and finds it only when nothing else is asked for. */
describe('Nominatim, asked with words that say nothing of where', () => {
  const asked: string[] = [];
  let server: Server;
  let geocoder: NominatimGeocoder;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const text = searchParams.get('q') ?? '';
      if (pathname === '/search') asked.push(text);
      const body = pathname === '/status' ? { status: 0 } : text === 'Сөүлийн гудамж' ? [PLACE] : [];
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    geocoder = new NominatimGeocoder({
      url: new URL(`http://127.0.0.1:${port}`),
      connections: 2,
      probeTimeout_ms: 10_000,
    });
    await geocoder.start();
  });
  afterAll(async () => {
    await geocoder.close();
    server.closeAllConnections();
    server.close();
  });

  const search = async (text: string): Promise<{ names: string[]; sent: string[] }> => {
    asked.length = 0;
    const found = await geocoder.search({ text, limit: 5 });
    return { names: found.map(({ name, match }) => `${name} ${match}`), sent: [...asked] };
  };

  it.each([
    ['Сөүлийн гудамж', ['Сөүлийн гудамж']],
    ['Сөүлийн гудамж, 3 давхар', ['Сөүлийн гудамж, 3 давхар', 'Сөүлийн гудамж']],
    ['Сөүлийн гудамж, утас 99112233', ['Сөүлийн гудамж, утас 99112233', 'Сөүлийн гудамж']],
  ])('finds %s', async (text, sent) => {
    expect(await search(text)).toEqual({ names: ['Сөүлийн гудамж exact'], sent });
  });

  it.each([
    ['Өргөө гудамж', ['Өргөө гудамж']],
    ['Өргөө гудамж, 2-р орц', ['Өргөө гудамж, 2-р орц', 'Өргөө гудамж']],
    ['утас 99112233', ['утас 99112233']],
  ])('finds nothing for %s', async (text, sent) => {
    expect(await search(text)).toEqual({ names: [], sent });
  });
});
