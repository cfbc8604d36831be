import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCli } from '../cli/run-cli.js';
import { onceForAll } from '../run-folder.js';

const SAMPLE = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

/**
 * The sample as the built program imports it: once a run. Each test has a copy of its own, to do with it what
 * it likes.
 * @param folder is made; it must not exist
 */
export async function copySampleDataset(folder: string): Promise<void> {
  const made = await onceForAll('sample-dataset', async (dataset) => {
    const { status, stderr } = await runCli(['import', SAMPLE, '--dataset', dataset]);
    if (status !== 0) throw new Error(stderr);
  });
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
}
