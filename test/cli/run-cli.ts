import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const main = resolve(root, 'dist/cli/main.js');

export interface CliResult {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Kill the process after this many milliseconds. */
  killAfter_ms?: number;
  /** A file that stdout goes to instead of a pipe. */
  stdout?: number;
  /** A program and its arguments that start the command, as `env` does. */
  through?: readonly string[];
}

/** Starts the built command line, as a user does. `npm test` builds it first. */
export function startCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  if (!existsSync(main)) throw new Error('dist/ is missing: run "npm run build" first, as "npm test" does');
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GAZARCH_')),
  );
  const [program, ...rest] = [...(options.through ?? []), process.execPath, main, ...args];
  return spawn(program, rest, {
    cwd: options.cwd ?? root,
    // Nobody balances load in front of a test, and few look at a map. So nothing waits for either.
    // The data folder is named, as who makes a key database does.
    env: { ...inherited, GAZARCH_DRAIN_S: '0', GAZARCH_TILES: 'off', GAZARCH_DATA: 'data', ...options.env },
    stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
  });
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = startCli(args, options);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const timer =
      options.killAfter_ms === undefined
        ? undefined
        : setTimeout(() => child.kill('SIGKILL'), options.killAfter_ms);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stdout, stderr });
    });
  });
}
