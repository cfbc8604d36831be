import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { noteMissing } from '../run-folder.js';

/** Whether osmium, the reference reader of OSM files, is installed. */
export const hasOsmium = spawnSync('osmium', ['--version']).status === 0;

if (!hasOsmium) noteMissing('osmium is not installed (package osmium-tool)');

/** Yields the lines that a command of osmium writes. */
export async function* osmiumLines(...args: string[]): AsyncGenerator<string> {
  const child = spawn('osmium', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  yield* createInterface({ input: child.stdout });
  const status = await ended;
  if (status !== 0) throw new Error(`osmium ${args.join(' ')} ends with ${status}`);
}
