import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { layerPath } from '../../src/dataset/layers/layer-folder.js';

/** Built threads and the built offline bundle answer a refusal as one. */

const dist = resolve(import.meta.dirname, '../../dist');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'damaged');
writeFileSync(path, 'no dataset');
writeFileSync(layerPath(folder, 'branches'), '{"type":');

/** What a thread posts. Rejects when it throws, as for an error that it does not know. */
function replyOf(entry: string, workerData: unknown): Promise<unknown> {
  const worker = new Worker(join(dist, entry), { workerData });
  return new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
}

it.each([
  ['dataset/read-worker.js', () => path, 'refusal'],
  ['dataset/verify-worker.js', () => ({ path, fd: openSync(path, 'r') }), 'message'],
  ['sources/embedded/geocoder/own-places-worker.js', () => ({ folder, map: {} }), 'refusal'],
])('%s posts a refusal', async (entry, order, field) => {
  const reply = await replyOf(entry, order());
  expect(reply).toHaveProperty(field, expect.stringContaining(folder));
});

it('gazarch/offline throws errors that other bundles know', () => {
  // In a process of its own: to import the bundle into a test takes seconds.
  const [bundle, known, pieces] = [
    ...[join(dist, 'offline/offline.js'), join(dist, 'offline/kept/offline-error.js'), join(folder, 'none')],
  ].map((file) => pathToFileURL(file).href);
  const program = `
    import { open } from '${bundle}';
    import { OfflineError } from '${known}';
    const error = await open('${pieces}').catch((thrown) => thrown);
    console.log(error instanceof OfflineError, OfflineError.is(error), error.name, error.reason);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(printed).toBe('false true OfflineError not_found\n');
});
