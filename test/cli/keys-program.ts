import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PATIENCE_MS } from '../patience.js';
import { runWarm } from './warm-cli.js';

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

/** The built program, as a user starts it. `npm test` builds it first. */
export function keysProgram(): string {
  const main = resolve(import.meta.dirname, '../../dist/cli/main.js');
  if (!existsSync(main)) throw new Error('dist/ is missing: run "npm run build" first, as "npm test" does');
  return main;
}

/**
 * Runs a program in the folder `cwd`. Of the environment it has only its `PATH`, and a data folder. The built
 * program runs where it is loaded already, but for the first command of each kind.
 */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const env = { PATH: process.env['PATH'], GAZARCH_DATA: 'data', ...more } as Record<string, string>;
  const [main, ...words] = args;
  const isBuilt = program === process.execPath && main === keysProgram();
  return (
    (isBuilt ? await runWarm(main, { args: words, env, cwd }) : null) ?? runAnew(program, args, { cwd, env })
  );
}

function runAnew(
  program: string,
  args: readonly string[],
  place: { cwd: string; env: Record<string, string> },
): Promise<Result> {
  return new Promise((done) => {
    const options = { ...place, timeout: PATIENCE_MS, killSignal: 'SIGKILL' } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
