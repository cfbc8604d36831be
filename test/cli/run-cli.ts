import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { LATE_OPTIMIZER } from '../late-optimizer.js';
import { runWarm } from './warm-cli.js';

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
  /** Really start the program, as what is asked depends on a process of its own. */
  isAnew?: boolean;
}

/** Starts the built command line, as a user does. `npm test` builds it first. */
export function startCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  // Who starts it through another program looks at all that Node does.
  const flags = options.through === undefined ? LATE_OPTIMIZER : [];
  const node = [process.execPath, ...flags, builtProgram()];
  const [program, ...rest] = [...(options.through ?? []), ...node, ...args];
  return spawn(program, rest, {
    cwd: options.cwd ?? root,
    env: environment(options),
    stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
  });
}

function builtProgram(): string {
  if (!existsSync(main)) throw new Error('dist/ is missing: run "npm run build" first, as "npm test" does');
  return main;
}

function environment({ env }: CliOptions): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GAZARCH_'));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    // Nobody balances load in front of a test, and few look at a map. So nothing waits for either.
    // The data folder is named, as who makes a key database does.
    ...{ GAZARCH_DRAIN_S: '0', GAZARCH_TILES: 'off', GAZARCH_DATA: 'data' },
    ...env,
  };
}

/**
 * Runs a command to its end. Most run in a process that is warm already; the first of each kind in a run of
 * the tests is really started.
 */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { killAfter_ms, stdout, through, isAnew } = options;
  const needsItsOwn = [killAfter_ms, stdout, through, isAnew].some((option) => option !== undefined);
  if (!needsItsOwn) {
    const command = { args, env: environment(options), cwd: options.cwd ?? root };
    const result = await runWarm(builtProgram(), command);
    if (result !== null) return result;
  }
  return runAnew(args, options);
}

function runAnew(args: readonly string[], options: CliOptions): Promise<CliResult> {
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
