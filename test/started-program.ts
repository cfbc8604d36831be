import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { PATIENCE_MS } from './patience.js';

/** How much of a program's output is kept: enough for its last words. */
const KEPT_CHARACTERS = 4_000;

/**
 * Waits until a program that a test started answers. Start it with pipes for standard output and standard
 * error, or for one of them: they are read here, and go on being read, as a full pipe would stop the program.
 * @param answers may throw while the program is not ready yet
 * @throws with the last words of the program: at once when it ends instead
 */
export async function untilUp(
  name: string,
  child: ChildProcess,
  answers: () => Promise<boolean>,
): Promise<void> {
  let said = '';
  const failures: Error[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-KEPT_CHARACTERS)));
  child.on('error', (error) => failures.push(error));
  const fail = async (what: string): Promise<never> => {
    // Its last words may arrive after its end.
    await setTimeout(50);
    throw new Error(`${name} ${what}: ${failures[0]?.message ?? (said.trim() || '(it said nothing)')}`);
  };
  const deadline_ms = performance.now() + PATIENCE_MS;
  for (let pause_ms = 10; ; pause_ms = Math.min(100, 1.3 * pause_ms)) {
    const { exitCode, signalCode } = child;
    if (failures.length > 0) await fail('did not start');
    if (exitCode !== null || signalCode !== null)
      await fail(`ended with ${signalCode ?? `status ${exitCode}`}`);
    if (await answers().catch(() => false)) return;
    if (performance.now() > deadline_ms) await fail('does not answer');
    await setTimeout(pause_ms);
  }
}
