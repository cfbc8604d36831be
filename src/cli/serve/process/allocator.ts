import { execPath } from 'node:process';

/**
 * Arrays of a megabyte and more come from the system, and return to it as soon as they are free. Otherwise
 * the allocator of glibc keeps up to 32 MB of each size for later, in each thread: an import takes 120 MB
 * more for that, and a service 180 MB after it has prepared for closed roads.
 */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: String(1 << 20) };

/** The environment of a new process whose allocator returns free memory. */
export function givingBack(): NodeJS.ProcessEnv {
  return { ...GIVES_BACK, ...process.env };
}

/**
 * Starts this process anew with such an allocator, which reads its settings only at the start. Nothing
 * happens before Node 22.15, outside Linux, or if somebody has set it. A process with a parent that it talks
 * to stays as it is.
 */
export function startAgainGivingBack(): void {
  const { execve } = process as { execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => void };
  const isSet = Object.keys(GIVES_BACK).some((name) => process.env[name] !== undefined);
  if (execve === undefined || isSet || process.platform !== 'linux' || process.send !== undefined) return;
  execve(execPath, [execPath, ...process.execArgv, ...process.argv.slice(1)], givingBack());
}
