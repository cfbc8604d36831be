import { spawnSync } from 'node:child_process';

/**
 * Programs of Linux that some tests need. Where one is absent or not allowed, its tests are skipped, and this
 * says so. In CI strace must work. Namespaces may be forbidden there, and nothing can be done about that.
 */

export const hasStrace = works(
  'strace',
  ['-f', '--seccomp-bpf', '-e', 'inject=rename:error=EPERM', 'true'],
  true,
);
/** Changes the limits of a process that runs. */
export const hasPrlimit = works('prlimit', ['--nofile'], true);
/** A container in small: process ids and the root user of its own. */
export const IN_NAMESPACE = ['unshare', '-Urmpf', '--mount-proc'] as const;
export const hasNamespaces = works(IN_NAMESPACE[0], [...IN_NAMESPACE.slice(1), 'true'], false);

function works(program: string, args: readonly string[], isRequired: boolean): boolean {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return true;
  const reason = error?.message ?? stderr.trim();
  if (isRequired && process.env['GAZARCH_REQUIRE_TOOLS'] === '1')
    throw new Error(`${program} does not work, but this run requires it: ${reason}`);
  process.stderr.write(`note: ${program} does not work (${reason}), tests that need it are skipped\n`);
  return false;
}
