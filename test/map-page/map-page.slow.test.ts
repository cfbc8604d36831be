import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, hasChromium, shapeFindings, startChromium } from '../console/web/chromium.js';
import { linkText, type LinkedPoint } from '../../src/web/map/state/link-format.js';
import { Keyboard } from '../e2e/keyboard.js';
import {
  mapDrawn,
  openPage,
  OTHER_DATASET,
  servePage,
  standing,
  succeed,
  type OpenedPage,
  type ServedPage,
} from './served-page.js';

/** The page at `/` in a real browser, against the built service with the sample. */

const SEARCH = 'Search for a place or an address';
const WIDE = { locale: 'en', viewport: { width: 1280, height: 800 } } as const;
const NOTHING_WRONG = { complaints: [], foreign: [] };

let served: ServedPage;
let browser: Browser;
beforeAll(async () => {
  served = await servePage();
  if (hasChromium) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

const ask = (path: string): Promise<Response> =>
  fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${served.key}` } });

describe('over HTTP', () => {
  it('says why results stand in their order, with a key', async () => {
    expect((await fetch(`${served.url}/map/explain/search?q=suhbaatar`)).status).toBe(401);
    const [answer, results] = await Promise.all([
      ask('/map/explain/search?q=suhbaatar&limit=3'),
      ask('/v1/geocode?q=suhbaatar&limit=3'),
    ]);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const reasons = (await answer.json()) as { results: Record<string, unknown>[]; next: unknown };
    const { results: places } = (await results.json()) as { results: { id: string }[] };
    expect(reasons.results.map(({ id }) => id)).toEqual(places.map(({ id }) => id));
    expect(reasons.results[0]).toMatchObject({
      behind: null,
      relaxed: null,
      group: expect.any(Number) as number,
    });
    expect(reasons.results[1]['behind']).toMatch(/^[a-z_]+$/);
    expect(reasons.next).not.toBeNull();
  });

  it('says why a route begins and goes where it does', async () => {
    const { origin, destination } = await exampleRoute();
    const path = `/map/explain/route?origin=${origin.join(',')}&destination=${destination.join(',')}`;
    const reasons = (await (await ask(path)).json()) as {
      found: boolean;
      origin: { is_chosen: boolean; distance_meters: number }[];
      stretches: { distance_meters: number; speed_reason: string }[];
    };
    const { route } = (await (await ask(path.replace('/map/explain', '/v1'))).json()) as {
      route: { distance_meters: number };
    };
    expect(reasons.found).toBe(true);
    expect(reasons.origin.filter(({ is_chosen }) => is_chosen)).toHaveLength(1);
    const sum_m = reasons.stretches.reduce((sum, { distance_meters }) => sum + distance_meters, 0);
    expect(Math.abs(sum_m - route.distance_meters)).toBeLessThan(0.1 * reasons.stretches.length + 0.1);
  });

  it.each([
    ['/map/explain/search', 'q', 'missing'],
    ['/map/explain/search?lat=47&lon=106', 'q', 'missing'],
    ['/map/explain/search?q=47.9,106.9', 'q', 'not_supported'],
    ['/map/explain/route?origin=106.9,47.9', 'destination', 'missing'],
    ['/map/explain/route?origin=106.9,47.9&destination=106.91,47.9&via=106.9,47.91', 'via', 'not_supported'],
  ])('refuses %s', async (path, field, reason) => {
    const answer = await ask(path);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { details: { field, reason } } });
  });

  it('has a strict policy, and nothing inline', async () => {
    const answer = await fetch(served.url);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|blob:/);
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/map\/app\/)|<style|\sstyle=|\son[a-z]+=|https?:|{{/i);
    for (const [, path] of html.matchAll(/(?:src|href|content)="(\/map\/[^"]+)"/g))
      expect((await fetch(served.url + path)).status, path).toBe(200);
  });

  it('tells zones as GeoJSON, and which vehicles they are for', async () => {
    const square = [
      [106.9, 47.9],
      [106.92, 47.9],
      [106.92, 47.92],
      [106.9, 47.9],
    ];
    const geometry = { type: 'Polygon', coordinates: [square] };
    const file = join(served.folder, 'zone.geojson');
    writeFileSync(file, JSON.stringify({ type: 'Feature', properties: { price: 5 }, geometry }));
    const known = async (): Promise<string[]> =>
      ((await (await fetch(`${served.url}/map/about.json`)).json()) as { vehicles: string[] }).vehicles;
    await succeed(['zones', 'add', file, '--closed-for', 'plate:1', '--database', served.database]);
    await served.service.until(async () => (await known()).length > 0, 'a vehicle');
    expect(await known()).toEqual(['plate:1']);
    expect(await (await fetch(`${served.url}/map/zones.geojson`)).json()).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          ...{ type: 'Feature', properties: { name: 'zone', closed_for: ['plate:1'] } },
          geometry: { type: 'MultiPolygon', coordinates: [[square]] },
        },
      ],
    });
  });

  it('tells closures as GeoJSON, and takes them back', async () => {
    const { stretches } = (await (await ask(await explainedRoute())).json()) as {
      stretches: { way: { id: number; name: string | null } }[];
    };
    const { id, name } = stretches[0].way;
    const closures = ['closures', '--database', served.database];
    const roads = async (): Promise<{
      features: { properties: Record<string, unknown>; geometry: object }[];
    }> => (await (await fetch(`${served.url}/map/roads.geojson`)).json()) as never;
    const before = (await roads()).features.length;
    await succeed([closures[0], 'add', ...closures.slice(1), '--way', String(id), '--reason', 'ice']);
    await served.service.until(async () => (await roads()).features.length === before + 1, 'a closed road');
    const [closed] = (await roads()).features;
    expect(closed.properties).toMatchObject({
      kind: 'closure',
      is_open: false,
      factor: 0,
      name,
      reason: 'ice',
    });
    expect(closed.geometry).toMatchObject({ type: 'MultiLineString' });
    await succeed([closures[0], 'remove', ...closures.slice(1), '1']);
    await served.service.until(async () => (await roads()).features.length === before, 'an open road');
  });
});

interface Example {
  origin: [number, number];
  destination: [number, number];
}

async function exampleRoute(): Promise<Example> {
  const about = (await (await fetch(`${served.url}/map/about.json`)).json()) as {
    examples: { route: Example };
  };
  return about.examples.route;
}

async function explainedRoute(): Promise<string> {
  const { origin, destination } = await exampleRoute();
  return `/map/explain/route?origin=${origin.join(',')}&destination=${destination.join(',')}`;
}

describe.skipIf(!hasChromium)('in Chromium', () => {
  it.skipIf(OTHER_DATASET !== null)(
    'works before there are tiles, asks for a key once, and says what is wrong',
    async () => {
      const { page, watched } = await openPage(browser, { url: served.url, key: null }, WIDE);
      await page.getByText('The background map has not been created yet').waitFor();
      await page.getByText('Sample data').waitFor();
      const field = page.getByLabel('API key');
      await field.fill('geo_wrong');
      await page.getByRole('button', { name: 'Use this key' }).click();
      await page.getByRole('combobox', { name: SEARCH }).fill('suhbaatar');
      await page.getByText('does not recognize this key').waitFor();
      await field.fill(served.key);
      await page.keyboard.press('Enter');
      await page.reload();
      await page.getByRole('combobox', { name: SEARCH }).fill('suhbaatar');
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Route from here' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(watched).toEqual(NOTHING_WRONG);
      await page.context().close();
    },
  );

  it('takes the tiles when there are some', async () => {
    if (OTHER_DATASET === null) await served.makeTiles();
    await served.service.until(async () => (await fetch(`${served.url}/map/tiles.json`)).ok, 'the tiles');
  });

  describe('on a wide screen', () => {
    let opened: OpenedPage;
    let page: Page;
    beforeAll(async () => {
      opened = await openPage(browser, served, WIDE);
      page = opened.page;
      await mapDrawn(page);
    });
    afterAll(() => page.context().close());

    it('draws a map with tiles of its own', async () => {
      const asked = (part: string): string[] => opened.asked.filter((path) => path.includes(part)).sort();
      await expect.poll(() => asked('/map/tiles/').length).toBeGreaterThan(0);
      await expect.poll(() => asked('sprite')).toEqual(['/map/sprites/light.json', '/map/sprites/light.png']);
      expect(asked('glyphs')).toEqual([]);
    });

    it('searches once after the last letter, and lists places with kind and address', async () => {
      const before = opened.asked.length;
      const box = page.getByRole('combobox', { name: SEARCH });
      await box.focus();
      // All letters in one turn: a busy machine may pause between keys for as long as a person does.
      await page.evaluate(`for (const end of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        document.activeElement.value = 'suhbaatar'.slice(0, end);
        document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
      await page.getByRole('option').first().waitFor();
      const searches = opened.asked.slice(before).filter((path) => path.startsWith('/v1/geocode'));
      expect(searches).toHaveLength(1);
      expect(new URLSearchParams(searches[0].split('?')[1]).get('q')).toBe('suhbaatar');
      const first = page.getByRole('option').first();
      expect(await first.locator('.kind').innerText()).toMatch(/\w/);
      expect(await first.innerText()).toMatch(/khbaatar/i);
    });

    it('chooses with arrow keys, and shows request and answer', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const active = page.locator('[role=option][aria-selected=true] .option-name');
      const name = (await active.innerText()).split(' also ')[0].trim();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.locator('.tab:not([hidden]) .card').getByText('Request and response').click();
      const code = page.getByRole('region', { name: 'Request' });
      expect(await code.innerText()).toContain(`curl -G '${served.url}/v1/geocode'`);
      expect(await code.innerText()).not.toContain(served.key);
      for (const language of ['JavaScript', 'Python']) {
        await page.getByRole('radio', { name: language }).check();
        expect(await code.innerText()).toContain('suhbaatar');
      }
      expect(await page.getByRole('region', { name: 'Response' }).innerText()).toContain('"results"');
    });

    it('says why', async () => {
      await page.getByText('Why this order?').click();
      await page.locator('.reasons li').first().waitFor();
      expect(await page.locator('.reasons').first().innerText()).toMatch(/lower: /);
      expect(await axeFindings(page)).toEqual([]);
    });

    it('takes a point that is pasted as a text', async () => {
      const box = page.getByRole('combobox', { name: SEARCH });
      await box.fill('https://www.openstreetmap.org/?mlat=47.9189&mlon=106.9176');
      const option = page.getByRole('option');
      await expect.poll(() => option.count()).toBe(1);
      const name = (await option.locator('.option-name').innerText()).trim();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, exact: true }).waitFor();
    });

    it('answers a click with what is there and how far it is', async () => {
      // Beside the mark of the place that was found last, which is in the middle.
      await page.mouse.click(900, 520);
      await page.getByText('Nearest to this point').waitFor();
      await page.locator('.away').waitFor();
      expect(await page.locator('.away').innerText()).toMatch(/away|right here/);
      const requests = opened.asked.filter((path) => path.startsWith('/v1/'));
      expect(requests.at(-1)).toMatch(/^\/v1\/geocode\?lat=/);
    });

    it('says in words where a point is, copies that, and sends it to OpenStreetMap as a note', async () => {
      const words = page.locator('.words');
      await words.waitFor();
      const text = await words.innerText();
      expect(text).toMatch(/ of | beside |inside /);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy the sentence' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text);
      const note = page.getByRole('link', { name: 'Report a mistake to OpenStreetMap' });
      const href = new URL((await note.getAttribute('href'))!);
      expect([href.origin, href.pathname]).toEqual(['https://www.openstreetmap.org', '/note/new']);
      expect(href.searchParams.get('text')).toBe(text);
      expect(await note.getAttribute('rel')).toContain('noopener');
      // The search takes the sentence and gives the point.
      const box = page.getByRole('combobox', { name: SEARCH });
      await box.fill(text);
      const option = page.getByRole('option').first();
      await expect.poll(() => option.innerText()).toContain(text.slice(0, text.indexOf(',')));
    });

    it('finds a route, and another one when a marker is dragged or the mode is another', async () => {
      // A map so wide that the route is a speck in it: the route is shown whole, and large enough to read.
      for (let level = 0; level < 4; level++) await page.getByRole('button', { name: 'Zoom out' }).click();
      await page.getByRole('radio', { name: 'Route', exact: true }).check();
      await page.getByRole('button', { name: 'Show me a route' }).click();
      await page.locator('.total').waitFor();
      const total = (): Promise<string> => page.locator('.total').innerText();
      const routes = (): URLSearchParams[] =>
        opened.asked
          .filter((path) => path.startsWith('/v1/route'))
          .map((path) => new URLSearchParams(path.split('?')[1]));
      const [driven, asked] = [await total(), routes().length];
      const start = await standing(page.locator('.end-mark-from'));
      const marker = await standing(page.locator('.end-mark-to'));
      const panel = (await page.locator('.panel').boundingBox())!;
      for (const { x, y, width, height } of [start, marker]) {
        expect(x).toBeGreaterThanOrEqual(panel.x + panel.width);
        expect(x + width).toBeLessThanOrEqual(WIDE.viewport.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeLessThanOrEqual(WIDE.viewport.height);
      }
      // A part of the way to the other end: that can be reached whatever the map shows.
      const [x, y] = [marker.x + marker.width / 2, marker.y + 15];
      const [right, down] = [(start.x - marker.x) / 3, (start.y - marker.y) / 3];
      expect(Math.hypot(right, down)).toBeGreaterThan(60);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right / 2, y + down, { steps: 4 });
      await page.mouse.move(x + right, y + down, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => routes().length).toBe(asked + 1);
      expect(opened.refused).toEqual([]);
      await expect.poll(total).not.toBe(driven);
      expect(routes()).toHaveLength(asked + 1);
      const [before, after] = routes().slice(-2);
      expect(after.get('origin')).toBe(before.get('origin'));
      expect(after.get('destination')).not.toBe(before.get('destination'));
      const dragged = await total();
      await page.getByRole('radio', { name: 'On foot' }).check();
      await expect.poll(total).not.toBe(dragged);
      expect(routes().at(-1)!.get('mode')).toBe('walking');
    });

    it('lists steps, the points on the road, and why it goes this way', async () => {
      expect(await page.locator('.snaps').innerText()).toMatch(/ m to /);
      await page.getByText(/^\d+ steps$/).click();
      await page.locator('.steps li').nth(1).waitFor();
      await page.getByText('Why this way?').click();
      await page.getByText('Stretch by stretch').waitFor();
      expect(await page.locator('.stretches .taken').count()).toBe(2);
      expect(await axeFindings(page)).toEqual([]);
    });

    it('has asked nobody else, and complained of nothing', () => {
      expect(opened.watched).toEqual(NOTHING_WRONG);
    });
  });

  it('asks for the route of my car, remembers it, and shows zones on wish', async () => {
    const { origin, destination } = await exampleRoute();
    const ends = [origin, destination].map((point): LinkedPoint => ({ point, name: null }));
    const hash = linkText({ route: ends, language: 'en' });
    const { page, asked, watched } = await openPage(browser, { ...served, hash }, WIDE);
    await page.locator('.total').waitFor();
    const count = (part: string): number => asked.filter((path) => path.includes(part)).length;
    expect([count('vehicle='), count('/map/zones.geojson')]).toEqual([0, 0]);
    await page.getByLabel('My car').selectOption('plate:1');
    await expect.poll(() => count('vehicle=plate%3A1')).toBe(1);
    await page.getByLabel('Show zones').check();
    await expect.poll(() => count('/map/zones.geojson')).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => count('vehicle=plate%3A1')).toBe(2);
    expect(await page.getByLabel('My car').inputValue()).toBe('plate:1');
    expect(watched).toEqual(NOTHING_WRONG);
    await page.context().close();
  });

  it('can be used without a mouse', async () => {
    const { page, watched } = await openPage(browser, served, WIDE);
    const keyboard = new Keyboard(page);
    await mapDrawn(page);
    await keyboard.fill(SEARCH, 'suhbaatar');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keyboard.press('Route from here');
    await page.getByText('Choose two places').waitFor();
    await keyboard.fill('To', 'peace');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.total').waitFor();
    const before = await page.locator('.total').innerText();
    await keyboard.tabTo('End. Move the marker with the arrow keys.');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('.total').innerText()).not.toBe(before);
    await keyboard.tabTo('Map');
    await page.keyboard.press('Enter');
    await page.getByText('Nearest to this point').waitFor();
    expect(watched).toEqual(NOTHING_WRONG);
    await page.context().close();
  });

  it('fits a phone, by night and in Mongolian, and remembers the language', async () => {
    const phone = {
      colorScheme: 'dark',
      locale: 'en',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    } as const;
    const { page, watched } = await openPage(browser, served, phone);
    await mapDrawn(page);
    await page.getByRole('radio', { name: 'МН' }).check();
    await page.reload();
    await mapDrawn(page);
    expect(await page.evaluate('document.documentElement.lang')).toBe('mn');
    await page.getByRole('combobox', { name: 'Газар эсвэл хаяг хайх' }).fill('сүхбаатар');
    await page.getByRole('option').first().waitFor();
    expect(await shapeFindings(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('option').first().tap();
    await page.getByRole('button', { name: 'Эндээс эхлэх' }).tap();
    await page.getByText('Хоёр газар сонгох').waitFor();
    // What is found for a point of the route has room beside and below its field.
    await page.getByRole('combobox', { name: 'Хаашаа' }).fill('энхтайван');
    const found = page.getByRole('option').first();
    await found.waitFor();
    expect((await found.boundingBox())!.width).toBeGreaterThan(290);
    expect(await axeFindings(page)).toEqual([]);
    expect(await shapeFindings(page)).toEqual([]);
    expect(watched).toEqual(NOTHING_WRONG);
    await page.context().close();
  });
});
