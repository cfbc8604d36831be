import { spawnSync } from 'node:child_process';
import { noteMissing } from './run-folder.js';

/**
 * Programs of Linux that some tests need. Where one is absent or not allowed, its tests are skipped. In CI
 * strace must work. Namespaces may be forbidden there, and nothing can be done about that.
 */

export const hasStrace = works('strace', ['-f', '--seccomp-bpf', '-e', 'inject=rename:error=EPERM', 'true']);
/** A program of other projects runs on it. */
export const hasJava = works('java', ['-version']);
/** Changes the limits of a process that runs. */
export const hasPrlimit = works('prlimit', ['--nofile']);
/** A container in small: process ids and the root user of its own. */
export const IN_NAMESPACE = ['unshare', '-Urmpf', '--mount-proc'] as const;
export const hasNamespaces = works(IN_NAMESPACE[0], [...IN_NAMESPACE.slice(1), 'true'], false);

function works(program: string, args: readonly string[], isRequired?: false): boolean {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return true;
  const reason = error?.message ?? stderr.trim();
  noteMissing(`${program} does not work (${reason})`, isRequired);
  return false;
}
