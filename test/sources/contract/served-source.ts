import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../../cli/run-cli.js';
import { HttpClient } from '../../e2e/ask.js';
import { makeKey, Service } from '../../e2e/workers-service.js';
import { geodata } from '../../geodata.js';

/** The map that all sources have. */
const MAP = 'monaco-250101-osmix.osm.pbf';

/** Of roads, for all sources. */
export const SNAP_LIMIT_M = 500;

export interface ServedSource {
  client: HttpClient;
  service: Service;
  stop(): Promise<void>;
}

/**
 * The built service in front of a source, as a user starts it.
 * @param flags those that choose the source, such as `--router`
 * @param dataset a folder with datasets, where one is needed
 */
export async function serveSource(flags: readonly string[], dataset?: string): Promise<ServedSource> {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-contract-'));
  const database = join(folder, 'keys.sqlite');
  const token = await makeKey(database, 1_000_000);
  const service = await Service.start({
    dataset: dataset ?? join(folder, 'none'),
    database,
    workers: 1,
    flags: ['--snap-limit-m', String(SNAP_LIMIT_M), ...flags],
  });
  await service.until(async () => (await service.ask('/health/ready')).status === 200, 'readiness');
  const client = await HttpClient.at(service.port, token);
  return {
    client,
    service,
    stop: async () => {
      await client.stop();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Imports the map that all sources have. @param folder for the dataset */
export async function importMap(folder: string): Promise<void> {
  const { status, stderr } = await runCli(['import', geodata(MAP), '--dataset', folder]);
  expect(status, stderr).toBe(0);
}
