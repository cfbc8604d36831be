import { expect, it } from 'vitest';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { proveChangedStreets } from './prove-changed-streets.js';

/** For a whole country, which takes long: GAZARCH_TEST_CHANGED_MAP=real-merged.osm.pbf. */
const FILE = process.env['GAZARCH_TEST_CHANGED_MAP'] ?? 'monaco-250101-osmix.osm.pbf';
const ORIGINS = 20;
const DESTINATIONS = 250;
/** Where no path connects the nearest roads, the oracle tries all within reach: a few, not thousands. */
const SNAP_LIMIT_M = 50;

it.skipIf(!hasGeodata)(
  `5,000 pairs with a thousand closures are those of the oracle: ${FILE}`,
  async () => {
    const network = await collectNetwork(geodata(FILE));
    const proof = proveChangedStreets(network, {
      ...{ origins: ORIGINS, destinations: DESTINATIONS, seed: 22, snapLimit_m: SNAP_LIMIT_M },
      onProgress: (done, total, { differences }) => {
        if (process.env['GAZARCH_TEST_CHANGED_MAP'] === undefined) return;
        process.stderr.write(`origin ${done} of ${total}, ${differences.length} differ\n`);
      },
    });
    expect(proof.differences).toEqual([]);
    expect(proof.pairs).toBe(ORIGINS * DESTINATIONS);
    expect(proof.kinds['route']).toBeGreaterThan(proof.pairs / 3);
    expect(proof.fartherEnds).toBeGreaterThan(0);
  },
  7_200_000,
);
