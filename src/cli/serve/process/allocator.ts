import { execPath } from 'node:process';

/**
 * Makes the allocator obtain arrays of a megabyte or more directly from the operating system, and return them
 * as soon as they are freed. Otherwise glibc's allocator keeps up to 32 MB of each size per thread: an import
 * then takes 120 MB more, and a service takes 180 MB more after preparing for closed roads.
 */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: String(1 << 20) };

/** Returns the environment for a new process whose allocator returns freed memory to the operating system. */
export function givingBack(): NodeJS.ProcessEnv {
  return { ...GIVES_BACK, ...process.env };
}

/**
 * Restarts this process with an allocator that returns freed memory, because the allocator reads its settings
 * only at startup. Does nothing before Node 22.15, outside Linux, or if the variable is already set. A
 * process that exchanges messages with a parent is not restarted.
 */
export function startAgainGivingBack(): void {
  const { execve } = process as { execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => void };
  const isSet = Object.keys(GIVES_BACK).some((name) => process.env[name] !== undefined);
  if (execve === undefined || isSet || process.platform !== 'linux' || process.send !== undefined) return;
  execve(execPath, [execPath, ...process.execArgv, ...process.argv.slice(1)], givingBack());
}
