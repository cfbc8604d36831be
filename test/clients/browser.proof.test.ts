import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startChromium } from '../console/web/chromium.js';
import { servePage, type ServedPage } from '../map-page/served-page.js';
import { CLIENTS, hasWebClients } from './clients.js';

/**
 * Plugins of Leaflet and MapLibre, as they come from npm, in a browser, against the built service with the
 * sample. GAZARCH_SCREENSHOTS names a folder for pictures of what they show.
 */

const NAME = 'Сүхбаатарын талбай';
const [A, B] = [
  [47.9181, 106.9175],
  [47.9179, 106.923],
];
const BLANK =
  '<!doctype html><meta charset="utf-8"><body style="margin:0"><div id="map" style="height:600px">';

const file = (path: string): string => join(CLIENTS, 'node_modules', path);

describe.skipIf(!hasWebClients || !hasChromium)('clients in a browser', () => {
  let served: ServedPage;
  let pages: Server;
  let browser: Browser;
  let root = '';
  beforeAll(async () => {
    served = await servePage(['--compat', 'photon,nominatim,osrm']);
    pages = createServer((_, res) => res.setHeader('content-type', 'text/html').end(BLANK));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    browser = await startChromium();
    root = `${served.url}/compat/key/${served.key}`;
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await served?.stop();
  });

  async function open(scripts: readonly string[], styles: readonly string[]): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    for (const path of styles) await page.addStyleTag({ path: file(path) });
    for (const path of scripts) await page.addScriptTag({ path: file(path) });
    return page;
  }
  const errors: string[] = [];

  async function shown(page: Page, name: string): Promise<void> {
    const folder = process.env['GAZARCH_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `client-${name}.png`) });
    expect(errors).toEqual([]);
    await page.close();
  }

  const v1 = async (path: string): Promise<any> =>
    JSON.parse((await served.service.ask(`/v1/${path}`, served.key)).text);

  it('osrm-rest-client has the match of /v1', async () => {
    const { OSRM } = createRequire(file('osrm-rest-client/'))('osrm-rest-client');
    const coordinates = [106.9128, 106.9151, 106.9176].map((lon) => [lon, 47.9171]);
    const radiuses = [10, 10, 10];
    const matched = await OSRM({ osrm: `${root}/osrm` }).match({
      ...{ coordinates, radiuses, timestamps: [0, 15, 30] },
    });
    const { matchings } = await v1(`match?trace=${coordinates.join(';')}&interval=15`);
    expect(matched.matchings[0].distance).toBe(matchings[0].distance_meters);
    expect(matched.tracepoints).toHaveLength(coordinates.length);
  });

  it('leaflet-routing-machine draws the route, and says its steps', async () => {
    const page = await open(
      ['leaflet/dist/leaflet.js', 'leaflet-routing-machine/dist/leaflet-routing-machine.js'],
      ['leaflet/dist/leaflet.css', 'leaflet-routing-machine/dist/leaflet-routing-machine.css'],
    );
    const found = await page.evaluate(
      ([serviceUrl, from, to]) =>
        new Promise<any>((resolve, reject) => {
          const { L } = globalThis as any;
          const map = L.map('map', { fadeAnimation: false, zoomAnimation: false }).setView(from, 15);
          L.Routing.control({
            waypoints: [L.latLng(from), L.latLng(to)],
            router: L.Routing.osrmv1({ serviceUrl, timeout: 240_000 }),
          })
            .on('routesfound', ({ routes }: any) =>
              resolve({
                metres: routes[0].summary.totalDistance,
                seconds: routes[0].summary.totalTime,
                positions: routes[0].coordinates.length,
                texts: routes[0].instructions.map(({ text, type, index }: any) => [type, text, index]),
              }),
            )
            .on('routingerror', ({ error }: any) => reject(new Error(JSON.stringify(error))))
            .addTo(map);
        }),
      [`${root}/osrm/route/v1`, A, B] as const,
    );
    const { route } = await v1('route?origin=106.9175,47.9181&destination=106.923,47.9179');
    expect([found.metres, found.seconds]).toEqual([route.distance_meters, route.duration_seconds]);
    // Glued from the lines of the steps, each of which begins where the one before ended.
    expect(found.positions).toBeGreaterThanOrEqual(route.geometry.coordinates.length);
    expect(found.texts[0][0]).toBe('Head');
    expect(found.texts.at(-1)[0]).toBe('DestinationReached');
    await page.waitForSelector('.leaflet-routing-alt tr');
    expect(await page.locator('path.leaflet-interactive').count()).toBeGreaterThan(0);
    await shown(page, 'leaflet-routing-machine');
  });

  it('leaflet-control-geocoder finds by Photon and by Nominatim', async () => {
    const page = await open(
      ['leaflet/dist/leaflet.js', 'leaflet-control-geocoder/dist/Control.Geocoder.js'],
      ['leaflet/dist/leaflet.css', 'leaflet-control-geocoder/dist/Control.Geocoder.css'],
    );
    const found = await page.evaluate(
      async ([own, name, at]) => {
        const { L } = globalThis as any;
        const map = L.map('map', { fadeAnimation: false, zoomAnimation: false }).setView(at, 15);
        const photon = L.Control.Geocoder.photon({
          serviceUrl: `${own}/photon/api/`,
          reverseUrl: `${own}/photon/reverse/`,
        });
        const nominatim = L.Control.Geocoder.nominatim({ serviceUrl: `${own}/nominatim/` });
        L.Control.geocoder({ geocoder: photon, collapsed: false }).addTo(map);
        const shape = (results: any[]): any[] =>
          results.map(({ name: own_name, center, bbox }) => [
            own_name,
            center.lat,
            center.lng,
            bbox.isValid(),
          ]);
        const where = L.latLng(at);
        return {
          photon: shape(await photon.geocode(name, { map })),
          nominatim: shape(await nominatim.geocode(name)),
          photonReverse: shape(await photon.reverse(where, 67_108_864)),
          nominatimReverse: shape(await nominatim.reverse(where, 67_108_864)),
        };
      },
      [root, NAME, A] as const,
    );
    const { results } = await v1(`geocode?q=${encodeURIComponent(NAME)}`);
    const nearest = (await v1(`geocode?lat=${A[0]}&lon=${A[1]}`)).results[0];
    for (const kind of ['photon', 'nominatim'] as const) {
      const [name, lat, lon, isBox] = found[kind][0];
      expect([name.includes(results[0].name), lat, lon, isBox]).toEqual([
        ...[true, results[0].latitude, results[0].longitude, true],
      ]);
      const [, backLat, backLon] = found[`${kind}Reverse`][0];
      expect([backLat, backLon]).toEqual([nearest.latitude, nearest.longitude]);
    }
    await page.fill('.leaflet-control-geocoder-form input', NAME);
    await page.press('.leaflet-control-geocoder-form input', 'Enter');
    // One result is shown on the map, several in a list.
    await page.waitForSelector('.leaflet-popup-content, .leaflet-control-geocoder-alternatives li');
    await shown(page, 'leaflet-control-geocoder');
  });

  it('maplibre-gl-directions draws the route', async () => {
    const page = await open([], ['maplibre-gl/dist/maplibre-gl.css']);
    await page.addScriptTag({ content: await bundled() });
    const found = await page.evaluate(
      ([api, key, from, to]) =>
        new Promise<any>((resolve, reject) => {
          const { maplibregl, Directions } = globalThis as any;
          const style = {
            version: 8,
            sources: {},
            layers: [{ id: 'b', type: 'background', paint: { 'background-color': '#eef' } }],
          };
          const map = new maplibregl.Map({ container: 'map', style, center: from, zoom: 14 });
          map.on('load', () => {
            const directions = new Directions(map, {
              ...{ api, profile: 'driving' },
              requestOptions: { key, overview: 'full', steps: 'true', alternatives: 'true' },
            });
            let metres = NaN;
            directions.on('fetchroutesend', ({ data }: any) => {
              metres = data.directions?.routes?.[0].distance ?? NaN;
            });
            directions.setWaypoints([from, to]).then(
              () =>
                resolve({
                  metres,
                  lines: directions.routelines.length,
                  snaps: directions.snappoints.length,
                }),
              reject,
            );
          });
        }),
      [`${served.url}/compat/osrm/route/v1`, served.key, [A[1], A[0]], [B[1], B[0]]] as const,
    );
    const { route } = await v1('route?origin=106.9175,47.9181&destination=106.923,47.9179');
    expect(found).toMatchObject({ metres: route.distance_meters, snaps: 2 });
    expect(found.lines).toBeGreaterThan(0);
    await shown(page, 'maplibre-gl-directions');
  });

  it('maplibre-gl-geocoder finds by Photon', async () => {
    const page = await open(
      [],
      ['maplibre-gl/dist/maplibre-gl.css', '@maplibre/maplibre-gl-geocoder/dist/maplibre-gl-geocoder.css'],
    );
    await page.addScriptTag({ content: await bundled() });
    await page.evaluate(
      ([own, at]) => {
        const { maplibregl, Geocoder } = globalThis as any;
        const style = { version: 8, sources: {}, layers: [] };
        const map = new maplibregl.Map({ container: 'map', style, center: at, zoom: 14 });
        // As its own example for a server of this form.
        const forwardGeocode = async ({ query }: { query: string }): Promise<any> => {
          const answer = await fetch(`${own}/photon/api?q=${encodeURIComponent(query)}`);
          const { features } = (await answer.json()) as any;
          return {
            features: features.map((feature: any) => ({
              ...feature,
              ...{ place_name: feature.properties.name, text: feature.properties.name },
              ...{ place_type: ['place'], center: feature.geometry.coordinates },
            })),
          };
        };
        map.addControl(new Geocoder({ forwardGeocode }, { maplibregl, showResultsWhileTyping: true }));
      },
      [root, [A[1], A[0]]] as const,
    );
    await page.locator('.maplibregl-ctrl-geocoder--input').pressSequentially(NAME, { delay: 20 });
    await page.waitForSelector('.maplibregl-ctrl-geocoder .suggestions li');
    expect(await page.locator('.maplibregl-ctrl-geocoder .suggestions').innerText()).toContain(NAME);
    await shown(page, 'maplibre-gl-geocoder');
  });

  it('osrm-text-instructions makes a sentence of each step', async () => {
    const target = 'v1/driving/106.9175,47.9181;106.8832,47.9065?steps=true';
    const { text } = await served.service.ask(`/compat/osrm/route/${target}&key=${served.key}`);
    const { default: make } = await import(file('osrm-text-instructions/index.js'));
    const compiler = make('v5');
    const [leg] = JSON.parse(text).routes[0].legs;
    const sentences = leg.steps.map((step: any) => compiler.compile('en', step));
    expect(sentences.length).toBeGreaterThan(1);
    expect(sentences[0]).toMatch(/^Head /);
    expect(sentences.at(-1)).toMatch(/arrived/);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{5,}/);
  });
});

let made: Promise<string> | null = null;

/** The plugins of MapLibre, which are modules, as one script. */
function bundled(): Promise<string> {
  const contents = `import maplibregl from 'maplibre-gl';
    import Directions from '@maplibre/maplibre-gl-directions';
    import Geocoder from '@maplibre/maplibre-gl-geocoder';
    Object.assign(globalThis, { maplibregl, Directions, Geocoder });`;
  return (made ??= build({
    stdin: { contents, resolveDir: CLIENTS },
    ...{ bundle: true, format: 'iife', write: false, logLevel: 'silent' },
  }).then(({ outputFiles }) => outputFiles[0].text));
}
