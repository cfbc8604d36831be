import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import { startServer, type TestServer } from '../e2e/server.js';
import { noteMissing } from '../run-folder.js';
import { readFeature } from './osrm-features/feature-file.js';
import type { FeatureMap } from './osrm-features/feature-map.js';
import { reasonOf } from './osrm-features/reasons.js';
import { runScenario, type Ask, type Outcome } from './osrm-features/run-scenario.js';

/**
 * OSRM's own test files, asked of `/compat/osrm`. They are not in this repository: GAZARCH_OSRM_FEATURES is
 * the folder `features` of a checkout of https://github.com/Project-OSRM/osrm-backend.
 */
const FOLDER = process.env['GAZARCH_OSRM_FEATURES'] ?? '';
const hasFeatures = existsSync(join(FOLDER, 'nearest'));
if (!hasFeatures) noteMissing('the test files of OSRM are absent (GAZARCH_OSRM_FEATURES)', false);

/** Half way around the earth: as far as the tests want it. */
const ANYWHERE_M = 20_000_000;

describe.skipIf(!hasFeatures)('the test files of OSRM', () => {
  let server: TestServer;
  let index: RoutingIndex;
  const built = new WeakMap<FeatureMap, RoutingIndex>();
  beforeAll(async () => {
    const dataset: any = {
      pinned: () => ({ routing: { driving: index } }),
      state: () => ({ isReady: true }),
    };
    const router: any = new EmbeddedRouter(dataset, { snapLimit_m: 100_000, snapDetour_m: 0 });
    server = await startServer({ compat: 'osrm', maxRouteDistance_m: ANYWHERE_M }, { router });
  });
  afterAll(() => server.stop());

  const ask: Ask = async (map, path) => {
    if (!built.has(map)) built.set(map, RoutingIndex.from(buildRouting(map.network(), map.profile).sections));
    index = built.get(map)!;
    const answer = await fetch(`${server.url}/compat/key/geo_good/osrm/${path}`);
    return { status: answer.status, body: await answer.json() };
  };

  async function outcomes(): Promise<Map<string, Outcome>> {
    const all = new Map<string, Outcome>();
    for (const room of ['nearest', 'testbot'])
      for (const file of readdirSync(join(FOLDER, room)).sort())
        for (const scenario of readFeature(readFileSync(join(FOLDER, room, file), 'utf8')))
          if (!scenario.isTodo)
            all.set(
              `${room}/${file.replace('.feature', '')} ${scenario.number}`,
              await runScenario(scenario, ask),
            );
    return all;
  }

  it('hold, but where docs/clients.md says that we differ', async () => {
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const unexplained: string[] = [];
    for (const [name, outcome] of await outcomes()) {
      if (outcome.kind !== 'differs') {
        count(outcome.kind);
        continue;
      }
      const reason = reasonOf(name, outcome.cells);
      count(reason ?? 'unexplained');
      const shown = outcome.cells.map(
        ({ column, got, want, code }) => `${column} ${got} / ${want} (${code})`,
      );
      if (reason === null) unexplained.push(`${name}: ${shown.slice(0, 3).join('; ')}`);
    }
    if (process.env['GAZARCH_COMPAT_SHOW'] !== undefined)
      process.stderr.write(`${JSON.stringify(Object.fromEntries(counts), null, 1)}\n`);
    expect(unexplained).toEqual([]);
    expect(counts.get('holds')).toBeGreaterThan(145);
  });
});
