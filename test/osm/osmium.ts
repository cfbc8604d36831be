import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Whether osmium, the reference reader of OSM files, is installed. In CI it must be. */
export const hasOsmium = spawnSync('osmium', ['--version']).status === 0;

if (!hasOsmium) {
  process.stderr.write('note: osmium is not installed, tests that compare with it are skipped\n');
  if (process.env['GAZARCH_REQUIRE_TOOLS'] === '1')
    throw new Error('osmium is not installed, but this run requires it (osmium-tool)');
}

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
