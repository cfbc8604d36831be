import { describe, expect, it } from 'vitest';
import { collectNetwork } from '../collect.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { geodata, hasGeodata } from '../geodata.js';
import { proveRoutes } from './prove-routes.js';

/** 1,000 pairs for each mode. bench/routing.ts tries 20,000 on a whole country. */
const ORIGINS = 50;
const DESTINATIONS = 20;

describe.skipIf(!hasGeodata)('routes on real streets are those of the oracle', () => {
  it.each(['monaco-250101-osmix.osm.pbf', 'moscow-graphhopper.osm.pbf'])('%s', async (file) => {
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
  });
});
