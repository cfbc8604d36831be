/**
 * Whether a map costs those who ask for routes: one worker answers routes at a rate, in turn alone and while
 * tiles are asked for. Both loads are open: requests come whether earlier ones are answered or not. The limit
 * is that of issue 24: with 1,000 tiles a second the p99 of routes is at most doubled.
 *
 *     npm run build && npm run compile-bench
 *     node --single-threaded data/bench/bench/tiles.js --dataset DIR [--build DIR] [--rounds 7]
 *       [--tiles 1000] [--routes 500] [--seconds 10]                DIR has tiles; build: `npm run build`
 *
 * The loads come from this process, so it has one thread and leaves the other core to the worker.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { seededRandom } from '../test/seeded-random.js';
import { ask, startBuilt, stopBuilt, type BuiltService } from './built-service.js';
import { SEED, targetsOf } from './http-targets.js';
import { runOpenLoad, type OpenLoadResult } from './open-load.js';
import { requestBytes, RequestList } from './request-list.js';
import { median } from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'data/dataset' },
    build: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '7' },
    tiles: { type: 'string', default: '1000' },
    routes: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
  },
});

/** Different tiles: more than a browser keeps, and a town at every zoom. */
const TILES = 3_000;
const ROUTES = 5_000;
const ZOOMS = { least: 6, most: 13 };
const LEAD_IN_MS = 1_000;
const CONNECTIONS = 32;
/** Half of the width of what somebody looks at, in tiles. */
const SCREEN_TILES = 2;
const LIMIT = 2;

const folder = mkdtempSync(join(tmpdir(), 'gazarch-tiles-'));
const service = await startBuilt(resolve(flags.build), resolve(flags.dataset), folder);
try {
  const { route } = await targetsOf(servedPath(resolve(flags.dataset)));
  const routes = await answered(service, route.slice(0, ROUTES));
  const tiles = await answered(service, tilesAround(route));
  if (routes.length === 0 || tiles.length === 0)
    throw new Error(`${routes.length} routes and ${tiles.length} tiles are answered: is there a map?`);
  console.log(`${routes.length} routes and ${tiles.length} tiles, in turn`);
  const routeList = listOf(routes, { Authorization: `Bearer ${service.key}` });
  const tileList = listOf(tiles, { 'Accept-Encoding': 'gzip' });
  const alone: OpenLoadResult[] = [];
  const beside: OpenLoadResult[] = [];
  const ofTiles: OpenLoadResult[] = [];
  for (let round = 0; round < Number(flags.rounds); round++) {
    alone.push(await load(service, routeList, Number(flags.routes), round));
    const [withTiles, tilesOfRound] = await Promise.all([
      load(service, routeList, Number(flags.routes), round),
      load(service, tileList, Number(flags.tiles), round + 1_000),
    ]);
    beside.push(withTiles);
    ofTiles.push(tilesOfRound);
  }
  show('routes alone', alone);
  show('routes with tiles', beside);
  show('tiles', ofTiles);
  const ratio = median(beside.map(p99)) / median(alone.map(p99));
  console.log(`p99 of routes with tiles: ${ratio.toFixed(2)} times that alone, limit ${LIMIT}`);
} finally {
  await stopBuilt(service);
  rmSync(folder, { recursive: true, force: true });
}

/** Paths of tiles around the ends of routes, where people look; the same ones in every run. */
function tilesAround(routes: readonly string[]): string[] {
  const random = seededRandom(SEED);
  const paths = new Set<string>();
  for (let tries = 0; paths.size < TILES && tries < 20 * TILES; tries++) {
    const target = routes[Math.floor(random() * routes.length)];
    const [lon, lat] = new URL(target, 'http://x/').searchParams.get('origin')!.split(',').map(Number);
    const zoom = ZOOMS.least + Math.floor(random() * (ZOOMS.most - ZOOMS.least + 1));
    const across = 2 ** zoom;
    const beside = (): number => Math.round((random() * 2 - 1) * SCREEN_TILES);
    const x = Math.floor(((lon + 180) / 360) * across) + beside();
    const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
    const y = Math.floor(((1 - mercator) / 2) * across) + beside();
    paths.add(`/map/tiles/${zoom}/${x}/${y}`);
  }
  return [...paths];
}

/** Those of the targets that are answered with 200. So each has been asked for once. */
async function answered(asked: BuiltService, targets: readonly string[]): Promise<string[]> {
  const good: string[] = [];
  for (const target of targets) if ((await ask(asked, target)).status === 200) good.push(target);
  return good;
}

function listOf(targets: readonly string[], headers: Record<string, string>): RequestList {
  return RequestList.of(targets.map((target) => requestBytes(target, headers)));
}

function load(
  asked: BuiltService,
  requests: RequestList,
  perSecond: number,
  seed: number,
): Promise<OpenLoadResult> {
  const duration_ms = LEAD_IN_MS + Number(flags.seconds) * 1000;
  const more = { connections: CONNECTIONS, leadIn_ms: LEAD_IN_MS, seed: SEED + seed };
  return runOpenLoad(requests, { port: asked.port, perSecond, duration_ms, ...more });
}

function p99({ answered: { p99_ms } }: OpenLoadResult): number {
  return p99_ms;
}

function show(what: string, results: readonly OpenLoadResult[]): void {
  const sum = (value: (result: OpenLoadResult) => number): number =>
    results.reduce((total, result) => total + value(result), 0);
  const of = (value: (result: OpenLoadResult) => number): string => median(results.map(value)).toFixed(2);
  const rate = sum(({ answered }) => answered.count) / (results.length * Number(flags.seconds));
  const bad = sum(({ refused, other, lost }) => refused.count + other + lost);
  console.log(
    `${what.padEnd(18)} ${rate.toFixed(0).padStart(5)} a second, ` +
      `p50 ${of((one) => one.answered.p50_ms)} ms, ` +
      `p99 ${of(p99)} ms, sent late (p99) ${of((one) => one.ownLag_p99_ms)} ms, not answered ${bad}`,
  );
}
