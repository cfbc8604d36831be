import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export interface Start {
  cwd: string;
  env: Record<string, string>;
}

/** Starts a program with no more of the environment than its `PATH` and what is given. */
export function startProgram([program, ...args]: readonly string[], { cwd, env }: Start): ChildProcess {
  return spawn(program, args, { cwd, env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' });
}

/** Resolves when a URL answers 200. */
export async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return;
    await setTimeout(50);
  }
}

/** The status that a program ended with. */
export async function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
