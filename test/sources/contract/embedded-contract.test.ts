import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { hasGeodata } from '../../geodata.js';
import { describeContract } from './contract.js';
import { GEOCODER_CONTRACT } from './geocoder-contract.js';
import { ROUTER_CONTRACT } from './router-contract.js';
import { importMap, serveSource, type ServedSource } from './served-source.js';
import { SERVICE_CONTRACT } from './service-contract.js';

/** The embedded engines have no differences: the contract is what they do. */

describe.skipIf(!hasGeodata)('the contract over the dataset', () => {
  let folder: string;
  let served: ServedSource;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-embedded-'));
    await importMap(folder);
    served = await serveSource([], folder);
  });
  afterAll(async () => {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const client = (): ServedSource['client'] => served.client;
  describeContract('service', SERVICE_CONTRACT, { client });
  describeContract('geocoder', GEOCODER_CONTRACT, { client });
  describeContract('router', ROUTER_CONTRACT, { client });
});
