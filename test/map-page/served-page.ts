import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { watch, type Watched } from '../console/web/chromium.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** The page at `/` of the built service, with the sample; other data: GAZARCH_MAP_PAGE_DATASET, a folder. */
export const OTHER_DATASET = process.env['GAZARCH_MAP_PAGE_DATASET'] ?? null;

const SAMPLE = new URL('../../sample/ulaanbaatar.osm', import.meta.url).pathname;

export interface ServedPage {
  folder: string;
  dataset: string;
  database: string;
  service: Service;
  url: string;
  key: string;
  makeTiles(): Promise<void>;
  stop(): Promise<void>;
}

/** Here a page asks with a key, as it does elsewhere than on its own machine; flags may say otherwise. */
const WITH_A_KEY = ['--map-ask-limit', '0'];

export async function servePage(flags: readonly string[] = []): Promise<ServedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-page-'));
  const [dataset, database] = [OTHER_DATASET ?? join(folder, 'dataset'), join(folder, 'keys.sqlite')];
  if (OTHER_DATASET === null) await copySampleDataset(dataset);
  const key = await makeKey(database, 1_000_000);
  const service = await Service.start({ dataset, database, workers: 1, flags: [...WITH_A_KEY, ...flags] });
  return {
    ...{ folder, dataset, database, service, key },
    url: `http://127.0.0.1:${service.port}`,
    makeTiles: () => succeed(['tiles', SAMPLE, '--dataset', dataset]),
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function succeed(args: readonly string[]): Promise<void> {
  const { status, stderr } = await runCli(args);
  if (status !== 0) throw new Error(`gazarch ${args.join(' ')}: ${stderr}`);
}

export interface OpenedPage {
  page: Page;
  watched: Watched;
  /** Paths with queries that were asked for, in order. */
  asked: string[];
  /** Answers of the service that were not what the page hoped for: status, path and what they say. */
  refused: string[];
}

/**
 * A map is drawn without a graphics card here, where each pixel of each picture costs: one in sixteen is
 * drawn, all stands where it would stand, and it jumps instead of flying there.
 */
export const COARSE = { deviceScaleFactor: 0.25, reducedMotion: 'reduce' } as const;

/** Opens the page, with the key in the tab unless it is null. @param hash of the address */
export async function openPage(
  browser: Browser,
  { url, key, hash = '' }: Pick<ServedPage, 'url'> & { key: string | null; hash?: string },
  options: BrowserContextOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({ ...COARSE, ...options });
  const page = await context.newPage();
  const watched = watch(page, [url]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(url.length)));
  const refused: string[] = [];
  page.on('response', (response) => {
    const path = response.url().slice(url.length);
    if (!path.startsWith('/v1/') || response.ok()) return;
    const tell = (text: string): unknown => refused.push(`${response.status()} ${path} ${text}`);
    response.text().then(tell, () => tell('(no text)'));
  });
  // Requests and reasons are for developers.
  await page.addInitScript(`localStorage.setItem('gazarch-developer', 'on')`);
  if (key !== null) await page.addInitScript(`sessionStorage.setItem('gazarch-key', ${JSON.stringify(key)})`);
  await page.goto(`${url}/${hash}`);
  return { page, watched, asked, refused };
}

/** Resolves when all of the map is drawn for the first time. */
export async function mapDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('map').length > 0);
}

/** Where something is, once it does not move any more. */
export async function standing(
  what: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  let [before, now] = ['', await what.boundingBox()];
  for (let tries = 0; now === null || JSON.stringify(now) !== before; tries++) {
    if (tries === 50) throw new Error(`it still moves: ${JSON.stringify(now)}`);
    before = JSON.stringify(now);
    await what.page().waitForTimeout(100);
    now = await what.boundingBox();
  }
  return now;
}
