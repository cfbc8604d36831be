import { describe, expect, it } from 'vitest';
import { collectNetwork } from '../collect.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { geodata, hasGeodata } from '../geodata.js';
import { proveRoutes } from './prove-routes.js';

/**
 * Origins for each mode, with so many destinations each. For a long run of 20,000 pairs:
 * GAZARCH_TEST_PROVE_ORIGINS=80 GAZARCH_TEST_PROVE_FILES=mongolia-mix.osm.pbf,real-merged.osm.pbf. It takes
 * minutes for each file and mode, because the oracle finds all routes from one origin at once.
 */
const LONG = process.env['GAZARCH_TEST_PROVE_ORIGINS'];
const ORIGINS = Number(LONG ?? 50);
const DESTINATIONS = LONG === undefined ? 20 : 250;
const FILES = (
  process.env['GAZARCH_TEST_PROVE_FILES'] ?? 'monaco-250101-osmix.osm.pbf,moscow-graphhopper.osm.pbf'
).split(',');

describe.skipIf(!hasGeodata)('routes on real streets are those of the oracle', () => {
  it.each(FILES)(
    '%s',
    async (file) => {
      const network = await collectNetwork(geodata(file));
      for (const mode of TRAVEL_MODES) {
        const proof = proveRoutes({
          network,
          mode,
          seed: 20251121,
          origins: ORIGINS,
          destinations: DESTINATIONS,
          snapLimit_m: 1000,
        });
        expect(proof.differences, file).toEqual([]);
        // The proof needs many of each kind.
        expect(proof.pairs).toBe(ORIGINS * DESTINATIONS);
        expect(proof.kinds['route']).toBeGreaterThan(proof.pairs / 2);
        expect(proof.fartherEnds + proof.cutsThrough).toBeGreaterThan(0);
        expect(proof.onOneSegment).toBeGreaterThan(proof.pairs / 100);
      }
    },
    7_200_000,
  );
});
