/**
 * What becomes of addresses as people write them, form by form, and of plain queries typed in other ways.
 *
 *     bench/reading.js [--rows 40] [--seed 5] [--misses 3] [--geojson FILE] FILE...       FILE: .osm.pbf
 *
 * The rows are those of `test/reading/made-lists.proof.test.ts`; right is what the source files say.
 */
import { parseArgs } from 'node:util';
import { buildGeocoding } from '../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../src/geocoding/geocoding-index.js';
import { readGeojsonLayer } from '../src/importer/collect/geojson.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import { collectFeatures } from '../test/collect.js';
import { GroundTruth } from '../test/geocoding/probes/ground-truth.js';
import { AddressForms } from '../test/reading/address-forms.js';
import { judgeForms, tableOfForms } from '../test/reading/judge-forms.js';
import { MadeCountry } from '../test/reading/made-country.js';
import { judgeWays, plainQueries, tableOfWays } from '../test/reading/pairs.js';

const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '40' },
    seed: { type: 'string', default: '5' },
    misses: { type: 'string', default: '0' },
    geojson: { type: 'string' },
  },
  allowPositionals: true,
});
const layer =
  values.geojson === undefined ? [] : readGeojsonLayer(values.geojson, null, new Skipped()).features;
const features = [...(await collectFeatures(...positionals)), ...layer];
const index = GeocodingIndex.from(buildGeocoding(features).sections);
const country = new MadeCountry(new GroundTruth(features));
const [seed, misses] = [Number(values.seed), Number(values.misses)];
const forms = judgeForms(index, new AddressForms(country, seed).rows(Number(values.rows)));
console.log(tableOfForms(forms));
const { single, pairs } = judgeWays(index, plainQueries(country, seed));
console.log(`\n${tableOfWays([...single, ...pairs])}`);
for (const result of [...forms, ...single, ...pairs])
  for (const miss of result.misses.slice(0, misses))
    console.log(`${'form' in result ? result.form : result.way}: ${miss}`);
