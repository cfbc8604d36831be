import { describe, expect, it } from 'vitest';
import { collectNetwork } from '../collect.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { geodata, hasGeodata } from '../geodata.js';
import { proveRoutes } from './prove-routes.js';

/**
 * Origins for each mode, with so many destinations each. For a long run of 20,000 pairs:
 * GAZARCH_TEST_PROVE_ORIGINS=40 GAZARCH_TEST_PROVE_FILES=mongolia-mix.osm.pbf,real-merged.osm.pbf. It takes
 * up to an hour for each file and mode. The oracle finds all routes from one origin at once, so fewer
 * origins with more destinations each are quicker.
 */
const LONG = process.env['GAZARCH_TEST_PROVE_ORIGINS'];
const ORIGINS = Number(LONG ?? 25);
const DESTINATIONS = LONG === undefined ? 20 : Math.ceil(20_000 / ORIGINS);
const FILES = (
  process.env['GAZARCH_TEST_PROVE_FILES'] ?? 'monaco-250101-osmix.osm.pbf,moscow-graphhopper.osm.pbf'
).split(',');

const networks = new Map<string, Promise<RoadNetwork>>();

/** One network at a time is kept, for both modes. */
function networkOf(file: string): Promise<RoadNetwork> {
  const known = networks.get(file) ?? collectNetwork(geodata(file));
  networks.clear();
  networks.set(file, known);
  return known;
}

describe.skipIf(!hasGeodata)('routes on real streets are those of the oracle', () => {
  it.each(FILES.flatMap((file) => TRAVEL_MODES.map((mode) => ({ file, mode }))))(
    '$file, $mode',
    async ({ file, mode }) => {
      const network = await networkOf(file);
      let found = 0;
      const proof = proveRoutes({
        network,
        mode,
        seed: 20251121,
        origins: ORIGINS,
        destinations: DESTINATIONS,
        snapLimit_m: 1000,
        onProgress: (done, total, { differences }) => {
          if (LONG === undefined) return;
          process.stderr.write(
            `${file}, ${mode}: origin ${done} of ${total}, ${differences.length} differ\n`,
          );
          for (; found < differences.length; found++) process.stderr.write(`${differences[found]}\n`);
        },
      });
      expect(proof.differences, file).toEqual([]);
      // The proof needs many of each kind.
      expect(proof.pairs).toBe(ORIGINS * DESTINATIONS);
      expect(proof.kinds['route']).toBeGreaterThan(proof.pairs / 2);
      expect(proof.fartherEnds + proof.cutsThrough).toBeGreaterThan(0);
      expect(proof.onOneSegment).toBeGreaterThan(proof.pairs / 100);
    },
    7_200_000,
  );
});
