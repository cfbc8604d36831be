import { spawnSync } from 'node:child_process';
import { noteMissing } from '../run-folder.js';
import { PATIENCE_MS } from '../patience.js';

/**
 * Programs that put faults before a command: disks that are full, calls that fail. A machine may have them
 * and not allow them, as many containers do. So they are tried.
 */

/** Whether a test may have mounts of its own. */
export const canMount = worksHere('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);

/** Whether a test may make system calls of a child fail. */
export const canInject = worksHere('strace', ['-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']);

/** Whether a test can give a child a terminal. */
export const hasTerminal = worksHere('script', ['-qec', 'true', '/dev/null']);

function worksHere(program: string, args: string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'ignore', timeout: PATIENCE_MS });
  if (status === 0) return true;
  const reason = error === undefined ? 'not allowed here' : 'not installed';
  // What is forbidden here cannot be installed.
  noteMissing(`${[program, args[0]].join(' ')} is ${reason}`, error === undefined ? false : undefined);
  return false;
}
