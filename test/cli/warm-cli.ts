import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LATE_OPTIMIZER } from '../late-optimizer.js';
import { inRunFolder } from '../run-folder.js';

/**
 * Commands in a process that has the built program loaded already: to load it takes ten times as long as most
 * commands. One for each process of tests; it ends with it.
 */

/** What runs so: commands that do one thing and end. Services, and what asks for the terminal, start anew. */
const COMMANDS = new Set([
  ...['import', 'layers', 'tiles', 'verify', 'datasets', 'rollback', 'publish', 'export'],
  ...['keys', 'usage', 'projects', 'closures', 'users', 'geocode', 'reverse', 'matrix', 'explain'],
  ...['zones', 'vehicles', 'speeds', 'trip', 'match', 'searches', 'report', 'restore'],
]);
const END = '\0end of command\0';
const PROGRAM = fileURLToPath(new URL('./warm-program.mjs', import.meta.url));

export interface WarmCommand {
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface WarmResult {
  status: number;
  signal: null;
  stdout: string;
  stderr: string;
}

let warm: ChildProcess | null = null;
let isBusy = false;

/**
 * Runs a command in the warm process.
 * @param main path of the built program
 * @returns null when it has to be started: the first of its kind in this run is, so that each command is
 * really started once, and so is one beside another
 */
export async function runWarm(main: string, command: WarmCommand): Promise<WarmResult | null> {
  const { args, env } = command;
  const isAsked = args.some((word) => word === '--help' || word === '-h');
  if (!COMMANDS.has(args[0]) || isAsked || env['NODE_OPTIONS'] !== undefined) return null;
  if (isBusy || isFirst(args)) return null;
  isBusy = true;
  try {
    warm ??= await started(main);
    return await result(warm, command);
  } finally {
    isBusy = false;
  }
}

/** Whether nobody has run this command with this word behind it: `keys list`, `import --add`. */
function isFirst(args: readonly string[]): boolean {
  const words = args.filter((word) => /^(--)?[a-z-]+$/.test(word)).slice(0, 2);
  try {
    closeSync(openSync(inRunFolder(`started-${words.join('-')}`), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function started(main: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Warnings of listeners that a process of one command never has.
    execArgv: ['--no-warnings', ...LATE_OPTIMIZER],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (status) => reject(new Error(`the warm program ended with status ${status}`)));
  });
  // It does not keep the tests from ending.
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr])
    (stream as unknown as { unref?: () => void } | null)?.unref?.();
  return child;
}

async function result(child: ChildProcess, command: WarmCommand): Promise<WarmResult | null> {
  child.ref();
  child.channel?.ref();
  const texts = [child.stdout!, child.stderr!].map(
    (stream) =>
      new Promise<string>((resolve) => {
        let text = '';
        const hear = (chunk: Buffer): void => {
          text += chunk.toString('latin1');
          if (!text.endsWith(END)) return;
          stream.off('data', hear);
          // Letters may be cut between two chunks, so they are put together before they are read.
          resolve(Buffer.from(text.slice(0, -END.length), 'latin1').toString());
        };
        stream.on('data', hear);
      }),
  );
  const ended = new Promise<number | null>((resolve) => {
    const onExit = (): void => {
      warm = null;
      resolve(null);
    };
    child.once('exit', onExit);
    child.once('message', ({ status }: { status: number }) => {
      child.off('exit', onExit);
      resolve(status);
    });
  });
  child.send(command);
  const status = await ended;
  // A command that takes its process with it is asked again in one of its own.
  if (status === null) return null;
  const [stdout, stderr] = await Promise.all(texts);
  child.unref();
  child.channel?.unref();
  return { status, signal: null, stdout, stderr };
}
