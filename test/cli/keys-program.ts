import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSource } from '../keys/compiled-source.js';

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Translates `gazarch keys` for plain Node. Call it at the top of a test file.
 * @returns the path of the program, which takes the arguments of `gazarch`
 */
export function compileKeysProgram(): string {
  const main = join(compileSource(), 'main.js');
  writeFileSync(
    main,
    `import { Command } from 'commander';
    import { keysCommand } from './cli/commands/keys-command.js';
    import { printError } from './cli/terminal/output.js';
    await new Command('gazarch').addCommand(keysCommand()).parseAsync().catch((error) => {
      printError(error.name === 'InputError' ? error.message : error.stack);
      process.exit(1);
    });`,
  );
  return main;
}

/** Runs a program in the folder `cwd`, with no more of the environment than its `PATH`. */
export function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: { PATH: process.env['PATH'], ...env }, timeout: 60_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}
