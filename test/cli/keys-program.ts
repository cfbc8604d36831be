import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PATIENCE_MS } from '../patience.js';

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

/** Runs a program in the folder `cwd`. Of the environment it has only its `PATH`, and a data folder. */
export function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  return new Promise((done) => {
    execFile(
      program,
      args,
      {
        cwd,
        env: { PATH: process.env['PATH'], GAZARCH_DATA: 'data', ...env },
        timeout: PATIENCE_MS,
        killSignal: 'SIGKILL',
      },
      (error, stdout, stderr) => {
        done({ status: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}
