import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { untilUp } from '../started-program.js';

export interface Start {
  cwd: string;
  env: Record<string, string>;
}

/** Starts a program with no more of the environment than its `PATH` and what is given. */
export function startProgram([program, ...args]: readonly string[], { cwd, env }: Start): ChildProcess {
  return spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves when a URL of a program answers 200. @throws with its last words when the program ends instead */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  await untilUp(child.spawnfile, child, async () => (await fetch(url)).status === 200);
}

/** The status that a program ended with. */
export async function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
