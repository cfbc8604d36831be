import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * One folder a run, for what all test files share: maps that were imported once, an empty database, and notes
 * of what is missing on this machine. Vitest calls this before the first file, and what it returns after the
 * last. Processes of tests inherit the variable.
 */

const VARIABLE = 'GAZARCH_TEST_RUN';

export default function setUp(): () => void {
  // Each project of the configuration calls this, and all share one folder.
  if (process.env[VARIABLE] !== undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-run-'));
  // A server that does not run as root reads here, too.
  chmodSync(folder, 0o777);
  process.env[VARIABLE] = folder;
  mkdirSync(join(folder, 'missing'));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A path in the folder of this run. */
export function inRunFolder(...names: readonly string[]): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error(`${VARIABLE} is not set: tests are run by Vitest`);
  return join(folder, ...names);
}

/**
 * Makes something once for all processes of a run: the first that asks makes it, the others wait.
 * @param make writes the file or folder that it is given
 * @returns the path of what was made
 */
export async function onceForAll(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = inRunFolder(name);
  const [claim, done, failed] = [`${path}.claim`, `${path}.done`, `${path}.failed`];
  if (!claimed(claim)) {
    while (!existsSync(done)) {
      if (existsSync(failed)) throw new Error(`${name} could not be made: ${readFileSync(failed, 'utf8')}`);
      await setTimeout(20);
    }
    return path;
  }
  try {
    await make(path);
  } catch (error) {
    writeFileSync(failed, String(error));
    throw error;
  }
  writeFileSync(done, '');
  return path;
}

/** Whether this process is the first that asks. */
function claimed(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Notes that something is not on this machine, so that its tests are skipped. The end of the run lists it
 * once. Fails instead when the run requires it. Programs that share code with tests have no list.
 * @param what as the list names it, with what gets it
 */
export function noteMissing(what: string, isRequired = process.env['GAZARCH_REQUIRE_TOOLS'] === '1'): void {
  if (isRequired) throw new Error(`${what}, but this run requires it`);
  if (process.env[VARIABLE] === undefined) return;
  writeFileSync(inRunFolder('missing', encodeURIComponent(what).slice(0, 200)), what);
}
